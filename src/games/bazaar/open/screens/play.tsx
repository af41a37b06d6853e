'use client';
import { useEffect, useState } from 'react';
import type { OtherSeat, PlayProps, PlaySlots } from '~/contract/play-screens';
import { Button } from '~/kit/button';
import { SelectField, TextField } from '~/kit/field';
import { formatFixedDelta } from '~/kit/format';
import { TurnNote, TurnWarnings } from '~/kit/turn-note';
import { narrate, nth } from '../narrate';
import type { BazaarObservation, SeenOffer } from '../observation';
import type { WireAction } from '../players/fill-in';
import type { BazaarView } from '../view';
import { Board } from './board';
import { type BazaarDraft, draftShape, evenPrice, messageOf, offerOf, priceIn, quickPrices, refusalAt, warningAt } from './draft';
import { PoolForm } from './pool-form';
import { nameOf, pitchWords, priceText } from './told';

type Props = PlayProps<BazaarView, BazaarObservation, BazaarDraft>;

/** A person's seat: the value of a deal now, the next price, and other actions. */
export const bazaarPlay: PlaySlots<BazaarView, BazaarObservation, BazaarDraft> = {
  isWhole: (view) => view?.offers !== undefined && view.seats !== undefined,
  turnMark: (view, seat) => `${view.turn} ${view.finished} ${view.to_act.includes(seat)}`,
  awaited: (view) => view.to_act,
  draft: draftShape,
  locked(view, seen) {
    if (seen.done) return 'The match is over.';
    if (seen.you.bought) return 'You have what you wanted. The others go on.';
    if (view.seats.find(({ seat }) => seat === seen.seat)?.left) return 'You have left the market. The others go on.';
    return seen.your_turn ? null : 'It is the other side’s turn.';
  },
  begin,
  did(event, seat) {
    const line = ACTS.includes(event.type) ? narrate(event, {}) : null;
    return line?.seats?.[0] === seat ? line.text : null;
  },
  other,
  Play,
};

/** The price that another seat names to all, whether it is done, and, where there are several, ways to address it. */
export function other({ seat, view, seen }: { seat: string; view: BazaarView; seen: BazaarObservation }): OtherSeat {
  const one = view.seats.find((shown) => shown.seat === seat);
  const named = view.offers.findLast(
    ({ from, to, status, quantity }) => from === seat && status === 'standing' && quantity === 1 && (to === null || to === seen.seat),
  );
  const verb = one?.side === 'seller' ? 'asks' : 'bids';
  const legal = (type: string) => seen.legal_actions.find(({ action_type }) => action_type === type);
  const [offers, pools] = [legal('send_offer')?.targets ?? [], legal('form_coalition')?.members ?? []];
  return {
    ...(named && { wants: [`${verb} ${priceText(named.price)}`] }),
    ...(one?.bought ? { rests: 'has bought' } : one?.left ? { rests: 'has left' } : {}),
    ...(view.seats.length > 2 && {
      acts: [
        ...(offers.includes(seat) ? [{ id: 'offer', word: 'Make it an offer', why: null }] : []),
        ...(pools.includes(seat) ? [{ id: 'pool', word: 'Invite to a pool', why: null }] : []),
      ],
    }),
  };
}

/** Events that one seat brings about, which their line names first. */
const ACTS: readonly string[] = [
  'offer_made',
  'offer_refused',
  'message_sent',
  'pool_formed',
  'pool_joined',
  'pool_declined',
  'reserve_raised',
  'pitch_made',
];

/** Until it has named a price. */
function begin({ side, own_marks, round }: BazaarObservation): string | null {
  if (own_marks.length > 0 || round > 1) return null;
  return side === 'buyer'
    ? 'The seller asks a price, and your limit is the most the item is worth to you: whatever you pay less than that is your profit. Begin with an offer well below the asked price, because you can only go up from there, and take an offer once it is good enough.'
    : 'Your limit is what a unit costs you: whatever you get above it is your profit. Begin with a price well above it, because you can only come down from there, and take an offer once it is good enough.';
}

function Play({ seat, card, view, seen, turn, locked, clock, asked }: Props) {
  const { state, submit, change } = turn;
  useEffect(() => {
    if (asked === null) return;
    const { id, seat: named } = asked;
    change((before) => (id === 'pool' ? { ...before, members: [...new Set([...before.members, named])] } : { ...before, target: named }));
    document.getElementById('turn')?.focus();
  }, [asked, change]);
  const warnings = (state.kind === 'composing' && state.warnings) || [];
  const [warned, setWarned] = useState('');
  /** Repeating an action after a warning confirms it. */
  const isWarned = (action: WireAction) => warnings.length > 0 && warned === JSON.stringify(action);
  const send = (action: WireAction) => {
    const isMeant = isWarned(action);
    setWarned(JSON.stringify(action));
    void submit({ actions: [action] }, isMeant);
  };
  const others = view.to_act.filter((one) => one !== seat).map((one) => nameOf(one));
  const waiting = others.length === 0 ? '' : `Waiting for ${others.join(', ')}.`;
  // The board may be updated before this seat's observation.
  const isAnswered = view.finished || view.turn !== seen.turn || view.to_act.includes(seat);
  const isOpen = state.kind === 'composing' && locked === null;
  /** The sides take turns, so nothing is submitted while the other side is to act. */
  const isMine = seen.your_turn || seen.done;
  return (
    <div className="mx-auto grid max-w-5xl gap-4 px-2 pb-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Board view={view} me={seat} />
      <section id="turn" tabIndex={-1} aria-label="Your turn" className="flex flex-col gap-4 p-4 lg:sticky lg:top-0 lg:self-start">
        <h2 className="flex items-baseline justify-between gap-3 font-semibold text-body">
          {isMine ? `Your turn, ${nameOf(seat)}` : nameOf(seat)} {clock}
        </h2>
        <OwnSide seen={seen} pitching={pitchWords(seen, card.judgeMode)} />
        {isOpen ? (
          <>
            <TurnWarnings warnings={warnings} next="To submit it anyway, press the same button again." />
            <Answers seen={seen} isWarned={isWarned} onAction={send} />
            <Offer seen={seen} turn={turn} isWarned={isWarned} onAction={send} />
            <PoolForm seen={seen} turn={turn} onAction={send} />
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => send({ action_type: 'wait' })}>Wait</Button>
              <Button look="danger" onClick={() => send({ action_type: 'finish' })}>
                Leave the market
              </Button>
            </div>
          </>
        ) : null}
        {state.kind === 'taken' && isMine && isAnswered ? null : state.kind === 'taken' && !isMine ? (
          <p role="status" aria-label="Where your turn is" className="text-small">
            {waiting}
          </p>
        ) : (
          <TurnNote state={state} waiting={waiting} onAgain={turn.again} />
        )}
        {state.kind === 'composing' && locked !== null ? <p className="text-small">{locked}</p> : null}
      </section>
    </div>
  );
}

/** The limit, the deadline, and the results of the last actions. */
function OwnSide({ seen, pitching }: { seen: BazaarObservation; pitching: string | null }) {
  const { you, side, turns_left, rounds, cues, results } = seen;
  const shown = cues.at(-1);
  const lines = [
    ...(side === 'buyer' ? [`You buy. Paying more than ${you.limit} is a loss.`] : []),
    ...(side === 'seller' && you.delivery === 0 ? [`You sell. Selling below ${you.limit} is a loss.`] : []),
    ...(side === 'seller' && you.delivery > 0
      ? [
          `You sell. Your limit is ${you.limit} per unit, and each delivery costs you ${you.delivery}: selling one unit below ${evenPrice(seen)} is a loss.`,
        ]
      : []),
    `You can act until round ${nth(Math.min(you.deadline, rounds - 1))}: ${turns_left} ${turns_left === 1 ? 'turn' : 'turns'} left.`,
    `From round ${nth(2)} on, each round takes 2% of what a deal earns you. Now ${Math.round(100 * seen.weight)}% is left.`,
    ...(seen.cue_bits === null
      ? []
      : ['The other side also sees signs of your mood. They hint at your deadline and your limit, and are often wrong.']),
    ...(shown ? [`${nameOf(shown.seat)} seems ${shown.labels.pace}, ${shown.labels.warmth} and ${shown.labels.fidget}.`] : []),
    ...(pitching === null || side === 'buyer' ? [] : [pitching]),
    ...results.filter(({ ok }) => !ok).map(({ message }) => `Refused: ${message}`),
  ];
  return (
    <ul className="flex flex-col gap-1 text-small" aria-label="Your side">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

const MOST_SHOWN = 6;

interface Acting {
  seen: BazaarObservation;
  /** It was pressed once and caused a warning. */
  isWarned: (action: WireAction) => boolean;
  onAction: (action: WireAction) => void;
}

/** Offers that can be accepted, best first. */
function Answers({ seen, isWarned, onAction }: Acting) {
  const takeable = seen.offers.filter(({ acceptable }) => acceptable).sort((one, other) => (other.worth ?? 0) - (one.worth ?? 0));
  if (takeable.length === 0) return <p className="text-ink-2 text-small">There are no offers to take yet.</p>;
  const taking = (offer: SeenOffer): WireAction => ({ action_type: 'accept_offer', offer_id: offer.offer_id });
  return (
    <ul className="flex flex-col gap-2" aria-label="Offers you can take">
      {takeable.slice(0, MOST_SHOWN).map((offer) => (
        <li key={offer.offer_id}>
          <Button className="w-full" look={(offer.worth ?? 0) > 0 ? 'primary' : 'plain'} onClick={() => onAction(taking(offer))}>
            {takeLabel(offer, takeable)}
            {isWarned(taking(offer)) ? ' anyway' : ''}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Offers with the same words are told apart by whom they are for and when they were made. */
export function takeLabel(offer: SeenOffer, all: readonly SeenOffer[]): string {
  const words = takeWords(offer);
  const alike = all.filter((one) => takeWords(one) === words);
  if (alike.length < 2) return words;
  const whose = ({ to, round }: SeenOffer) => `${to === null ? 'open to everybody' : 'to you alone'}, from round ${nth(round)}`;
  const more = whose(offer);
  const place = alike.filter((one) => whose(one) === more).indexOf(offer);
  return `${words}, ${more}${place > 0 ? `, offer ${place + 1}` : ''}`;
}

function takeWords({ from, price, quantity, worth }: SeenOffer): string {
  const units = quantity === 1 ? '' : ` for each of ${quantity}`;
  return `Take ${priceText(price)}${units} from ${nameOf(from)} (${formatFixedDelta(worth ?? 0, 2)})`;
}

/** A price, its recipient, and a message. Without a price it is only a message. */
function Offer({ seen, turn, isWarned, onAction }: Acting & { turn: Props['turn'] }) {
  const { draft, change } = turn;
  const legal = seen.legal_actions.find(({ action_type }) => action_type === 'send_offer');
  const price = priceIn(draft);
  const offer = legal ? offerOf(draft) : null;
  const message = messageOf(draft);
  const loss = warningAt(seen, price, Number(draft.quantity) || 1);
  const refused = refusalAt(seen, draft);
  const anyway = offer !== null && isWarned(offer) ? ' anyway' : '';
  const set = (more: Partial<BazaarDraft>) => change((before) => ({ ...before, ...more }));
  const pitches = seen.legal_actions.some(({ action_type }) => action_type === 'make_pitch');
  const facts = Object.entries(seen.listing.facts).map(([fact, value]) => ({ fact, value }));
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (refused !== null) return;
        if (offer) onAction(offer);
        else if (message) onAction(message);
      }}
    >
      {legal ? (
        <>
          <QuickPrices seen={seen} onPrice={(one) => set({ price: String(one) })} />
          <TextField
            label="Price"
            inputMode="decimal"
            value={draft.price}
            hint={loss === null ? undefined : <span className="text-amber">{loss}</span>}
            error={draft.price !== '' && price === null ? 'A price is a number with at most two decimals, such as 41.50.' : refused}
            onChange={(event) => set({ price: event.target.value })}
          />
          {(legal.quantities?.length ?? 0) > 1 ? (
            <SelectField label="Units" value={draft.quantity} onChange={(event) => set({ quantity: event.target.value })}>
              {legal.quantities?.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </SelectField>
          ) : null}
        </>
      ) : null}
      <SelectField label="To" value={draft.target} onChange={(event) => set({ target: event.target.value })}>
        <option value="">everybody</option>
        {legal?.targets?.map((one) => (one === null ? null : <option key={one} value={one}>{`${nameOf(one)} alone`}</option>))}
      </SelectField>
      <TextField
        label="Message (optional)"
        maxLength={500}
        value={draft.message}
        onChange={(event) => set({ message: event.target.value })}
      />
      <Button type="submit" disabled={refused !== null || (offer === null && (message === null || draft.price !== ''))}>
        {offer === null && message !== null && draft.price === ''
          ? 'Send message'
          : seen.side === 'seller'
            ? `Ask this price${anyway}`
            : `Offer this price${anyway}`}
      </Button>
      {pitches ? (
        <Button
          disabled={draft.message.trim() === ''}
          onClick={() => onAction({ action_type: 'make_pitch', message: draft.message.trim(), claims: facts.slice(0, 3) })}
        >
          Pitch with three facts
        </Button>
      ) : null}
    </form>
  );
}

/** Start or hold, one step, and meet halfway; never at a loss. */
function QuickPrices({ seen, onPrice }: { seen: BazaarObservation; onPrice: (price: number) => void }) {
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {quickPrices(seen).map(([title, price]) => (
        <Button key={title} size="small" onClick={() => onPrice(price)}>
          {title} ({priceText(price)})
        </Button>
      ))}
    </div>
  );
}
