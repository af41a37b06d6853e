/** Wants and promises: those of others that it could fill or take, and what it would post or hold itself. */
import { round } from '~/lib/numbers';
import { blockOf } from '../../shared/plans/appraise';
import { type Desk, type OpenOption, option, signed } from '../../shared/prompts/option';
import { steps } from '../../shared/prompts/options-offers';
import type { NewLegalAction, OpenObservation2 } from '../observation';
import { bestFill, mostWanted } from '../players/wanting';

/** Where options of version 2 are weighed. */
export interface Desk2 extends Desk {
  seen: OpenObservation2;
}

type Legal<T extends NewLegalAction['action_type']> = Extract<NewLegalAction, { action_type: T }>;

const MOST_FILLS = 4;
const BIDS = [0.4, 0.6, 0.85];

/** The blocks that it can best spare for each, at what that costs it. */
export function wantsToFill({ seen }: Desk2, legal: Legal<'fill_want'>): OpenOption[] {
  const found = seen.wants
    .filter(({ want_id }) => legal.want_ids.includes(want_id))
    .flatMap((want) => {
      const fill = bestFill(seen, want, legal.block_ids);
      return fill === null ? [] : [{ want, ...fill, worth: want.payment - fill.loss }];
    });
  found.sort((a, b) => b.worth - a.worth);
  return found
    .slice(0, MOST_FILLS)
    .map(({ want, block_ids, worth }) =>
      option(
        { action_type: 'fill_want', want_id: want.want_id, block_ids },
        { worth, note: `${signed(worth)}: ${want.lab_id} pays ${want.payment} for ${want.hours}h` },
      ),
    );
}

/** For the hours that would add most to its own plan. */
export function wantsPosted({ seen }: Desk2, legal: Legal<'post_want'>): OpenOption[] {
  const found = mostWanted(seen);
  if (found === null) return [];
  const { payment: _, ...want } = found.want;
  const prices = steps(Math.max(found.gain, 1), BIDS).filter((price) => price <= legal.payment.max);
  if (prices.length === 0) return [];
  const note = `adds ${Math.round(found.gain)}`;
  return [option(want, { price: { field: 'payment', steps: prices }, worth: found.gain / 2, note })];
}

const MOST_TAKEN = 4;
const MOST_MADE = 2;
const BOND = 10;
const HELD = 3;
const ASKS = [1.1, 1.4, 1.8];
/** Nobody sells hours for less than this until they are all but lost. */
const LEAST_BY_HOUR = 5;

export function promises({ seen, appraiser }: Desk2, legal: Legal<'take_promise' | 'decline_promise'>): OpenOption[] {
  const valued = seen.promises
    .filter(({ promise_id }) => legal.promise_ids.includes(promise_id))
    .map((promise) => ({ promise, worth: appraiser.deal({ gets: promise.block_ids, gives: [], money: -promise.price }).value }));
  const takes = legal.action_type === 'take_promise';
  valued.sort((a, b) => (takes ? b.worth - a.worth : a.worth - b.worth));
  return valued.slice(0, MOST_TAKEN).map(({ promise, worth }) =>
    option(
      { action_type: legal.action_type, promise_id: promise.promise_id },
      {
        worth: takes ? worth : -worth,
        note: `${signed(worth)}: ${promise.block_ids.join('+')} for ${round(promise.price, 2)} from ${promise.from_lab_id}`,
      },
    ),
  );
}

/** What it can best spare, held for whoever spoke to it or asks for hours. */
export function promisesMade({ seen, appraiser }: Desk2, legal: Legal<'make_promise'>): OpenOption[] {
  const spoke = [...seen.message_history, ...seen.wants.map((want) => ({ from_lab_id: want.lab_id }))].map((one) => one.from_lab_id);
  const target = [...spoke.reverse(), ...legal.target_lab_ids].find((lab) => legal.target_lab_ids.includes(lab));
  if (target === undefined) return [];
  const spare = legal.block_ids.map((id) => {
    const loss = Math.max(0, appraiser.lossOf(id));
    return { id, loss, base: Math.max(loss, LEAST_BY_HOUR * (blockOf(seen, id)?.hours_left ?? 0), 1) };
  });
  spare.sort((a, b) => a.loss - b.loss);
  const bond = Math.floor(Math.min(BOND, legal.bond.max));
  const until_round = Math.min(legal.until_round.max, seen.round_index + HELD);
  return spare.slice(0, MOST_MADE).map(({ id, loss, base }) =>
    option(
      { action_type: 'make_promise', target_lab_id: target, block_ids: [id], bond, until_round },
      {
        price: { field: 'requested_payment', steps: steps(base, ASKS) },
        worth: (base - loss) / 2,
        note: `hold, you lose ${Math.round(loss)}`,
      },
    ),
  );
}
