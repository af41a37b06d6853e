'use client';
import { useState } from 'react';
import { SelectField, TextField } from '~/kit/field';
import type { OpenAction } from '../../../shared/actions';
import type { WireOffer } from '../../../shared/observation';
import { offerSentence } from '../action-words';
import { explain } from '../appraisal-words';
import { blockLine } from '../block-line';
import { useDesk, useLive } from '../desk-context';
import { priceFor } from '../turn/asking';
import { calledLab, cr, labWord, signedCr } from '../words';
import { Worth } from '../worth';
import { blockChoices, offerSpans, requestChoices, whyNoMove } from './choices';
import { FormFrame } from './form-frame';
import { legalOf } from './legal-ids';
import { MoneyField, readAmount, whyNoAmount } from './money-field';
import { NO_CONDITIONS, OfferConditions, readConditions } from './offer-conditions';
import { PickList } from './pick-list';

interface Props {
  target?: string;
  give?: string;
  ask?: string;
  /** The offer to counter, which determines the recipient. */
  counter?: WireOffer;
  onClose: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** What you give, what you want, and for how long, with its value if accepted. */
export function OfferForm({ target, give, ask, counter, onClose }: Props) {
  const { observation, appraiser, add, say } = useDesk();
  const { card } = useLive();
  const [to, setTo] = useState(counter?.from_lab_id ?? target ?? '');
  const [gives, setGives] = useState<string[]>(counter?.requested_blocks ?? (give === undefined ? [] : [give]));
  const [asks, setAsks] = useState<string[]>(counter?.offered_blocks ?? (ask === undefined ? [] : [ask]));
  const suggested = ask === undefined ? null : priceFor(observation, appraiser, ask);
  const [pays, setPays] = useState(() => firstPayment(counter, suggested?.price ?? 0));
  const [gets, setGets] = useState(counter && counter.payment > 0 ? counter.payment.toFixed(2) : '');
  const spans = offerSpans(observation);
  const [chosen, setExpires] = useState('2');
  const expires = String(Math.min(Number(chosen), spans.length));
  const [conditions, setConditions] = useState(NO_CONDITIONS);
  const [message, setMessage] = useState('');
  const market = { factor: observation.public_market.energy_factor };
  const wanted = to === '' ? [] : requestChoices(observation, to);
  const asked = asks.filter((id) => wanted.some((one) => one.id === id && one.why === null));
  const [payment, requested] = [readAmount(pays), readAmount(gets)];
  const next = observation.round_index + 1;
  const appraisal = appraiser.deal({ gets: asked, gives, money: (requested ?? 0) - (payment ?? 0), from: next });
  const wrong =
    whyNoMove(observation, 'offer') ??
    whyNoAmount(pays, observation.controlled_lab_budget) ??
    whyNoAmount(gets, null) ??
    (gives.length + asked.length === 0 && (payment ?? 0) + (requested ?? 0) === 0 ? 'Choose at least one block or an amount.' : null);
  function made(): OpenAction {
    const laid = counter === undefined && gives.length > 0 ? readConditions(conditions) : undefined;
    return {
      action_type: counter === undefined ? 'send_offer' : 'counter_offer',
      ...(counter === undefined ? {} : { offer_id: counter.offer_id }),
      ...(to === '' || counter !== undefined ? {} : { target_lab_id: to }),
      ...(gives.length > 0 ? { block_ids: gives } : {}),
      ...(asked.length > 0 ? { requested_block_ids: asked } : {}),
      ...(payment ? { payment } : {}),
      ...(requested ? { requested_payment: requested } : {}),
      ...(laid === undefined ? {} : { conditions: laid }),
      expires_in: Number(expires),
      ...(message.trim() === '' ? {} : { message: message.trim() }),
    };
  }
  const line = (id: string) => {
    const block = observation.public_market.blocks.find((one) => one.block_id === id);
    return block === undefined ? '' : blockLine(block, market);
  };
  return (
    <FormFrame
      wrong={wrong}
      onClose={onClose}
      onAdd={() => add(made())}
      preview={
        <>
          {wrong === null ? <Worth lead="If it is taken" explained={explain(appraisal, asked)} /> : null}
          {wrong === null && gives.length > 0 && asked.length === 0 && !requested ? (
            <p className="text-amber text-small">You ask for nothing in return: whoever accepts gets it for free.</p>
          ) : null}
        </>
      }
    >
      {counter ? (
        <p className="text-small">
          {say(offerSentence(counter, observation))}. Your answer goes to {labWord(counter.from_lab_id)}.
        </p>
      ) : (
        <SelectField label="To" value={to} onChange={(event) => setTo(event.target.value)} hint={reachWords(to)}>
          <option value="">all labs</option>
          {observation.visible_labs.map((lab) => (
            <option key={lab.lab_id} value={lab.lab_id}>
              {calledLab(lab.lab_id, card.seats)}
            </option>
          ))}
        </SelectField>
      )}
      <PickList
        legend="You give"
        choices={blockChoices(observation, { kind: 'offer' }, NONE).filter(
          (one) => legalOf(observation, 'send_offer')?.block_ids.includes(one.id) || isRecent(one.id, observation.owned_blocks),
        )}
        chosen={gives}
        onChosen={setGives}
        facts={(id) =>
          appraiser.holdings.includes(id) ? `${line(id)}; without it your plan changes by ${signedCr(-appraiser.lossOf(id))}` : line(id)
        }
        empty="You have no free block to give."
      />
      {to === '' ? null : (
        <PickList
          legend={`You want from ${labWord(to)}`}
          choices={wanted}
          chosen={asked}
          onChosen={setAsks}
          facts={(id) =>
            `${line(id)}; worth up to ${signedCr(appraiser.deal({ gets: [id], gives: [], money: 0, from: next }).value)} to you`
          }
          empty={`${labWord(to)} has no block with hours left.`}
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <MoneyField
          label="You pay"
          hint={
            suggested === null
              ? undefined
              : `Suggested: ${cr(suggested.price)}, half of what it adds to your plan (${cr(suggested.value)}).`
          }
          value={pays}
          onValue={setPays}
          error={whyNoAmount(pays, observation.controlled_lab_budget)}
        />
        <MoneyField label="You are paid" value={gets} onValue={setGets} error={whyNoAmount(gets, null)} />
      </div>
      <SelectField label="Open for" value={expires} onChange={(event) => setExpires(event.target.value)}>
        {spans.map(({ rounds, through }) => (
          <option key={rounds} value={rounds}>
            through round {through}
          </option>
        ))}
      </SelectField>
      {counter === undefined && gives.length > 0 ? <OfferConditions value={conditions} onValue={setConditions} /> : null}
      <TextField
        label="Message"
        hint="Sent with the offer."
        maxLength={500}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
    </FormFrame>
  );
}

function firstPayment(counter: WireOffer | undefined, suggested: number): string {
  const amount = counter?.requested_payment ?? suggested;
  return amount > 0 ? amount.toFixed(2) : '';
}

/** Who sees the offer, and who can accept it. */
export function reachWords(to: string): string {
  const who = to === '' ? 'Every lab sees this offer, and the first to accept it gets it' : `Private: only ${labWord(to)} sees this offer`;
  return `${who}. It can be accepted from the next round on.`;
}

/** Leaves out blocks whose rounds are over; the others show why they cannot be given. */
function isRecent(id: string, blocks: readonly { block_id: string; hours_left: number }[]): boolean {
  return (blocks.find((one) => one.block_id === id)?.hours_left ?? 0) > 0;
}
