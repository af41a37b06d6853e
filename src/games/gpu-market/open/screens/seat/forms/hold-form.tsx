'use client';
import { useState } from 'react';
import { SelectField, TextField } from '~/kit/field';
import type { WireWant } from '../../../shared/observation';
import { blockOf } from '../../../shared/plans/appraise';
import { hoursIn } from '../../../v2/legal';
import { explain } from '../appraisal-words';
import { bargainOf, newLegal, wantSentence } from '../bargain';
import { blockLine } from '../block-line';
import { useDesk } from '../desk-context';
import { plural, signedCr } from '../words';
import { Worth } from '../worth';
import { FormFrame } from './form-frame';
import { MoneyField, readAmount, whyNoAmount } from './money-field';
import { PickList } from './pick-list';

const USUAL_BOND = '10.00';

/** Fills another lab's want with own blocks at the named price. */
export function FillForm({ want, onClose }: { want: WireWant; onClose: () => void }) {
  const { observation, appraiser, add, seat } = useDesk();
  const [blocks, setBlocks] = useState<string[]>([]);
  const seen = bargainOf(observation);
  const legal = newLegal(observation, 'fill_want');
  const hoursOf = (id: string) => {
    const block = blockOf(observation, id);
    return seen === null || block === undefined ? 0 : hoursIn(seen, want, block);
  };
  const sum = blocks.reduce((all, id) => all + hoursOf(id), 0);
  const missing = want.hours - sum;
  const listed = legal?.want_ids.includes(want.want_id) === true;
  return (
    <FormFrame
      wrong={
        listed ? (missing > 0 ? `Add blocks with ${plural(missing, 'more GPU-hour')} in its window.` : null) : 'You cannot fill it now.'
      }
      onClose={onClose}
      onAdd={() => add({ action_type: 'fill_want', want_id: want.want_id, block_ids: blocks })}
      preview={
        blocks.length === 0 ? null : (
          <Worth lead="If you fill it first" explained={explain(appraiser.deal({ gets: [], gives: blocks, money: want.payment }), [])} />
        )
      }
    >
      <p className="text-small">{wantSentence(want, seat)}</p>
      <OwnBlocks
        legend="You give"
        ids={(legal?.block_ids ?? []).filter(
          (id) => hoursOf(id) > 0 && (blockOf(observation, id)?.reliability ?? 0) >= want.min_reliability,
        )}
        chosen={blocks}
        onChosen={setBlocks}
        more={(id) => `${plural(hoursOf(id), 'GPU-hour')} in its window`}
      />
    </FormFrame>
  );
}

/** Holds blocks for one lab at a price, with a bond. */
export function PromiseForm({ to: first, onClose }: { to?: string; onClose: () => void }) {
  const { observation, add } = useDesk();
  const legal = newLegal(observation, 'make_promise');
  const [to, setTo] = useState(first ?? legal?.target_lab_ids[0] ?? '');
  const [blocks, setBlocks] = useState<string[]>([]);
  const [price, setPrice] = useState('');
  const [bond, setBond] = useState(Math.min(Number(USUAL_BOND), legal?.bond.max ?? 0).toFixed(2));
  const [until, setUntil] = useState(Math.min(legal?.until_round.max ?? 0, observation.round_index + 3));
  const [message, setMessage] = useState('');
  const most = legal?.bond.max ?? 0;
  const tooMuch = (readAmount(bond) ?? 0) > most ? `At most ${most.toFixed(2)} cr.` : null;
  const wrong =
    legal === null
      ? 'You have no free block that could be held.'
      : (whyNoAmount(price, null) ?? whyNoAmount(bond, null) ?? tooMuch ?? (blocks.length === 0 ? 'Choose a block to hold.' : null));
  return (
    <FormFrame
      wrong={wrong}
      onClose={onClose}
      onAdd={() =>
        add({
          action_type: 'make_promise',
          target_lab_id: to,
          block_ids: blocks,
          requested_payment: readAmount(price) ?? 0,
          bond: readAmount(bond) ?? 0,
          until_round: until,
          ...(message.trim() === '' ? {} : { message: message.trim() }),
        })
      }
      preview={
        <p className="text-small text-ink-2">
          The blocks are held: you cannot sell, pledge or use them until the other lab takes them, declines, or round {until} is over. The
          bond comes back then; it is lost if you release one of them.
        </p>
      }
    >
      <SelectField label="For" value={to} onChange={(event) => setTo(event.target.value)} hint="Only the two of you know about it.">
        {observation.visible_labs.map((lab) => (
          <option key={lab.lab_id} value={lab.lab_id}>
            {lab.public_name}
          </option>
        ))}
      </SelectField>
      <OwnBlocks legend="You hold" ids={legal?.block_ids ?? []} chosen={blocks} onChosen={setBlocks} />
      <div className="grid grid-cols-2 gap-3">
        <MoneyField label="At a price of" value={price} onValue={setPrice} error={whyNoAmount(price, null)} />
        <MoneyField label="Your bond" value={bond} onValue={setBond} error={whyNoAmount(bond, null) ?? tooMuch} />
      </div>
      <SelectField label="Until" value={until} onChange={(event) => setUntil(Number(event.target.value))}>
        {rangeOf(legal?.until_round).map((round) => (
          <option key={round} value={round}>
            round {round}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Message"
        hint="Sent with the promise."
        maxLength={500}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
    </FormFrame>
  );
}

function rangeOf(range: { min: number; max: number } | undefined): number[] {
  return range === undefined ? [] : Array.from({ length: range.max - range.min + 1 }, (_, n) => range.min + n);
}

interface OwnBlocksProps {
  legend: string;
  ids: readonly string[];
  chosen: readonly string[];
  onChosen: (ids: string[]) => void;
  more?: (id: string) => string;
}

function OwnBlocks({ legend, ids, chosen, onChosen, more }: OwnBlocksProps) {
  const { observation, appraiser, spoken } = useDesk();
  const market = { factor: observation.public_market.energy_factor };
  return (
    <PickList
      legend={legend}
      choices={ids.map((id) => ({ id, why: spoken.has(id) ? 'Your turn already uses it.' : null }))}
      chosen={chosen}
      onChosen={onChosen}
      facts={(id) => {
        const block = blockOf(observation, id);
        if (block === undefined) return '';
        const loss = `without it your plan changes by ${signedCr(-appraiser.lossOf(id))}`;
        return [blockLine(block, market), ...(more === undefined ? [] : [more(id)]), loss].join('; ');
      }}
      empty="You have no free block for it."
    />
  );
}
