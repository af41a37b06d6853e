/** Trade and work in the menu of `open-4`: what a strong trader weighs, with what it weighs it by, and some of what it would not do. */
import type { TakenAction } from '../../shared/actions';
import type { OpenObservation, WireOffer } from '../../shared/observation';
import { Appraiser } from '../../shared/plans/appraise';
import { hoursNextRound } from '../../shared/players/asking';
import { Desk } from '../../shared/players/desk';
import { allocationsDue } from '../../shared/players/greedy';
import { allocateNow, askFor, freshAsks, STRONGEST, takeOffers, wholeJobs, wishesOf } from '../../shared/players/planner';
import { type OpenOption, option, signed } from '../../shared/prompts/option';
import { counters, steps, withdrawals } from '../../shared/prompts/options-offers';
import type { OpenObservation2 } from '../observation';
import { pitchWorth } from '../players/pitch';
import { asShared, without } from '../players/planner';
import { bestFill, fillWants, mostWanted } from '../players/wanting';
import { promises, promisesMade } from './options-deals';

/** By which a line's code begins: the type of its action (`menu-4.ts`). */
export type GroupLetter =
  | 'u'
  | 't'
  | 'f'
  | 's'
  | 'b'
  | 'w'
  | 'x'
  | 'j'
  | 'e'
  | 'm'
  | 'p'
  | 'q'
  | 'v'
  | 'y'
  | 'k'
  | 'h'
  | 'c'
  | 'r'
  | 'd'
  | 'g'
  | 'l';

/** A line before it has its code: `text` is all of it but code and prices. Those of a group come with the one that matters most first. */
export interface Found {
  group: GroupLetter;
  option: OpenOption;
  text: string;
  /** Left out: a strong player may do it. `spare`: it weighs it, and does something else. `rare`: few ever do it. */
  weight?: 'spare' | 'rare';
}

const SPARE = { weight: 'spare' } as const;
const RARE = { weight: 'rare' } as const;
const MOST_USES = 6;
const MOST_TAKEN = 6;
const MOST_SETS = 2;
const MOST_SOLD = 5;
const MOST_BIDS = 5;
const MOST_BIDS_TO_ASKERS = 1;
const MOST_FILLED = 3;
/** Prices of a sale: each is so many times the one before, and where they begin differs from block to block and round to round. */
const ASK_STEPS = 3;
const ASK_TIMES = 1.3;
const BID_STEPS = [0.35, 0.5, 0.7, 0.85];
const WANT_STEPS = [0.4, 0.6, 0.8];
/** Offers stand for one round more: an older one would be taken when it is no longer meant. */
const STANDS = 1;
/** Below this a deal is not worth a move. */
const LEAST_GAIN = 0.25;

/** Where trade is weighed: as things stand, and after the offers that a strong trader takes. */
interface Weighing {
  seen: OpenObservation2;
  shared: OpenObservation;
  appraiser: Appraiser;
  now: Desk;
  traded: Desk;
  /** The wants that it fills, and where it stands after those and what it takes besides: what was sold may have to be replaced. */
  filled: TakenAction[];
  without: Desk;
  after: Desk;
  /** Offers that it takes, whether it fills wants or not. */
  taken: ReadonlySet<string>;
}

export function tradeLines(seen: OpenObservation2): Found[] {
  const shared = asShared(seen);
  const [now, traded] = [new Desk(shared, STRONGEST.ask_per_hour), new Desk(shared, STRONGEST.ask_per_hour)];
  const taken = takenAt(traded);
  const filled = fillWants(seen, new Set(allocateNow(traded).flatMap(({ block_ids = [] }) => block_ids)));
  const left = asShared(without(seen, new Set(filled.flatMap(({ block_ids = [] }) => block_ids))));
  const [then, after] =
    filled.length === 0 ? [now, traded] : [new Desk(left, STRONGEST.ask_per_hour), new Desk(left, STRONGEST.ask_per_hour)];
  const all = new Set(filled.length === 0 ? taken : [...taken, ...takenAt(after)]);
  const weighing: Weighing = { seen, shared, appraiser: new Appraiser(shared), now, traded, filled, without: then, after, taken: all };
  return [
    ...usesOf(weighing),
    ...offersToTake(weighing),
    ...fills(weighing),
    ...sales(weighing),
    ...bids(weighing),
    ...wants(weighing),
    ...pitches(seen),
    ...refusals(weighing),
  ];
}

/** The desk has taken them then. */
function takenAt(desk: Desk): string[] {
  return takeOffers(desk, STRONGEST).flatMap(({ offer_id }) => offer_id ?? []);
}

/** By the own plan with and without what can be taken, with and without sales; then single blocks for other jobs. */
function usesOf({ seen, shared, appraiser, now, traded, after, taken }: Weighing): Found[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'allocate_to_job');
  if (legal?.action_type !== 'allocate_to_job' && taken.size === 0) return [];
  const others = Object.entries(legal?.action_type === 'allocate_to_job' ? legal.jobs : {}).flatMap(([job_id, ids]) =>
    ids
      .filter((id) => (now.block(id)?.start_round ?? 0) <= seen.round_index)
      .map((id): TakenAction => ({ action_type: 'allocate_to_job', job_id, block_ids: [id] })),
  );
  const strong: TakenAction[] = [...allocateNow(after), ...allocateNow(traded), ...allocateNow(now)];
  const planned = [...strong, ...allocationsDue(shared)];
  const keys = new Set<string>();
  const fresh = [...planned, ...others].filter(({ job_id = '', block_ids = [] }) => {
    const key = `${job_id} ${[...block_ids].sort().join(' ')}`;
    return !keys.has(key) && keys.add(key);
  });
  return fresh.slice(0, MOST_USES).map((action) => ({ ...useLine(seen, appraiser, action), ...(!strong.includes(action) && SPARE) }));
}

export function useLine(seen: OpenObservation2, appraiser: Appraiser, action: TakenAction): Found {
  const { job_id = '', block_ids = [] } = action;
  const served = appraiser.allocation(job_id, block_ids)?.served;
  const ends = served === undefined ? '' : served.end === 'in_time' ? ` (${signed(served.net)})` : ` (${served.hours}/${served.required}h)`;
  const lacking = block_ids.some((id) => !seen.owned_blocks.some((block) => block.block_id === id)) ? ' if bought' : '';
  return { group: 'u', option: option(action), text: `${ownJob(job_id)}: ${shortly(block_ids)}${lacking}${ends}` };
}

/** The value alone and, where that differs, what it is after the best of them (two offers may serve one job), or after the wants that are filled. */
function offersToTake({ seen, shared, now, without: left, filled, taken }: Weighing): Found[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'accept_offer');
  const ids = legal?.action_type === 'accept_offer' ? legal.offer_ids : [];
  const open = seen.active_offers.filter((offer) => ids.includes(offer.offer_id));
  const first = open.find(({ offer_id }) => taken.has(offer_id));
  const then = first === undefined ? null : new Desk(shared, STRONGEST.ask_per_hour);
  if (first !== undefined) then?.take(first);
  const valued = open.map((offer) => ({
    offer,
    worth: worthOf(now, offer),
    later: then === null || offer === first ? null : worthOf(then, offer),
    filling: filled.length === 0 ? null : worthOf(left, offer),
  }));
  valued.sort((a, b) => b.worth - a.worth);
  const ranked = [...valued.filter(({ offer }) => taken.has(offer.offer_id)), ...valued.filter(({ offer }) => !taken.has(offer.offer_id))];
  return ranked.slice(0, MOST_TAKEN).map(({ offer, worth, later, filling }) => {
    const differs = (value: number | null): value is number => value !== null && Math.abs(value - worth) >= 1;
    const second = `${differs(later) ? `, then ${signed(later)}` : ''}${differs(filling) ? `, filling ${signed(filling)}` : ''}`;
    const bound = offer.conditions === null ? '' : ' with conditions';
    return {
      group: 't',
      option: option({ action_type: 'accept_offer', offer_id: offer.offer_id }),
      text: `${dealOf(offer)}${bound} (${signed(worth)}${second})`,
      ...(!taken.has(offer.offer_id) && SPARE),
    };
  });
}

/** `b1.2 @24`: what comes for what goes. */
function dealOf({ offered_blocks, requested_blocks, payment, requested_payment }: WireOffer): string {
  const money = (amount: number) => (amount > 0 ? [`${Math.round(amount)}`] : []);
  const comes = [...offered_blocks.map(short), ...money(payment)].join('+');
  return `${comes || 'nothing'} @${[...requested_blocks.map(short), ...money(requested_payment)].join('+') || '0'}`;
}

/** `b_1_2` as `b1.2`: half the tokens, and menus are full of them. */
export function short(id: string): string {
  return id.replace('_', '').replaceAll('_', '.');
}

export function shortly(ids: readonly string[]): string {
  return ids.map(short).join(' ');
}

/** An own job by its number alone. */
export function ownJob(id: string): string {
  return `j${id.split('_').at(-1)}`;
}

/** Where it makes the seat better off at all: with what is not used sold, as a trader weighs it. */
function worthOf(desk: Desk, offer: WireOffer): number {
  const plain = desk.valueOf(offer);
  return plain <= LEAST_GAIN ? plain : desk.valueOnSaleOf(offer);
}

function fills({ seen, filled }: Weighing): Found[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'fill_want');
  if (legal?.action_type !== 'fill_want') return [];
  const others = seen.wants
    .filter(({ want_id }) => legal.want_ids.includes(want_id))
    .flatMap((want): TakenAction[] => {
      const fill = bestFill(seen, want, legal.block_ids);
      return fill === null ? [] : [{ action_type: 'fill_want', want_id: want.want_id, block_ids: fill.block_ids }];
    });
  return [...filled, ...fillWants(seen, new Set()), ...others].slice(0, 2 * MOST_FILLED).flatMap((action): Found[] => {
    const want = seen.wants.find(({ want_id }) => want_id === action.want_id);
    if (want === undefined) return [];
    const loss = new Desk(asShared(seen), STRONGEST.ask_per_hour).lossOnSaleOf(action.block_ids ?? []);
    const text = `${want.hours}h of ${want.lab_id}, ${shortly(action.block_ids ?? [])} @${Math.round(want.payment)} (${signed(want.payment - loss)})`;
    return [{ group: 'f', option: option(action), text }];
  });
}

/** Blocks that serve one job together, and single ones, those first that cost least to do without. */
function sales({ seen, now, traded, after }: Weighing): Found[] {
  const sets = [...wholeJobs(after, STRONGEST), ...wholeJobs(traded, STRONGEST)].map(({ ids }) => ids).slice(0, MOST_SETS);
  const single = [...freshAsks(after, STRONGEST), ...freshAsks(traded, STRONGEST), ...freshAsks(now, STRONGEST)].map(({ id }) => [id]);
  const known = new Set<string>();
  const fresh = [...sets, ...single].filter((ids) => !known.has(ids.join()) && known.add(ids.join()));
  return fresh.slice(0, MOST_SETS + MOST_SOLD).map((ids) => {
    const desk = ids.every((id) => after.holdings.has(id)) ? after : now;
    const hours = ids.reduce((sum, id) => sum + hoursNextRound(seen as unknown as OpenObservation, desk.block(id)), 0);
    const price = { field: 'requested_payment' as const, steps: askSteps(askFor(desk, ids, STRONGEST), ids, seen.round_index) };
    const text = `${shortly(ids)} ${hours}h ${spanOf(desk, ids)} keep=${Math.round(desk.lossOnSaleOf(ids))}`;
    return { group: 's', option: option({ action_type: 'send_offer', block_ids: ids, expires_in: STANDS }, { price }), text };
  });
}

/** `r2-4`: the rounds in which they run. */
function spanOf(desk: Desk, ids: readonly string[]): string {
  const blocks = ids.flatMap((id) => desk.block(id) ?? []);
  const [first, last] = [
    Math.min(...blocks.map((one) => one.start_round)),
    Math.max(...blocks.map((one) => one.start_round + one.duration - 1)),
  ];
  return first === last ? `r${first}` : `r${first}-${last}`;
}

/** What a strong trader would ask is one of them, and may stand at any place. */
function askSteps(price: number, ids: readonly string[], round_index: number): number[] {
  const sum = `${ids.join()} ${round_index}`.match(/\d/g)?.reduce((hash, digit) => (31 * hash + Number(digit)) % 9973, 7) ?? 0;
  const place = sum % ASK_STEPS;
  return steps(
    price,
    Array.from({ length: ASK_STEPS }, (_, i) => ASK_TIMES ** (i - place)),
  );
}

/** Those first that do not want the same blocks; and one of a lab that asks for money itself. */
function bids({ seen, after }: Weighing): Found[] {
  const wished = wishesOf(after, STRONGEST);
  const apart: typeof wished = [];
  for (const one of wished) if (!apart.some(({ ids }) => ids.some((id) => one.ids.includes(id)))) apart.push(one);
  const askers = wishesOf(after, { ...STRONGEST, bids_to_askers: true }).filter(
    (one) => !wished.some(({ ids }) => ids.join() === one.ids.join()),
  );
  const first = [...apart.slice(0, MOST_BIDS - 1), ...wished.filter((one) => !apart.includes(one))].slice(0, MOST_BIDS);
  return [...first, ...askers.slice(0, MOST_BIDS_TO_ASKERS)].flatMap(({ owner, ids, gain }): Found[] => {
    const prices = steps(gain, BID_STEPS).filter((price) => price <= seen.controlled_lab_budget);
    if (prices.length === 0) return [];
    const starts = Math.min(...ids.map((id) => after.block(id)?.start_round ?? 0));
    return [
      {
        group: 'b',
        option: option(
          { action_type: 'send_offer', target_lab_id: owner, requested_block_ids: ids, expires_in: STANDS },
          { price: { field: 'payment', steps: prices } },
        ),
        text: `${shortly(ids)} r${starts} adds=${Math.round(gain)}`,
        ...(!apart.some((one) => one.ids === ids) && SPARE),
      },
    ];
  });
}

function wants({ seen, traded, after }: Weighing): Found[] {
  return [mostWanted(seen, traded), mostWanted(seen, after)].flatMap((found): Found[] => {
    if (found === null) return [];
    const { payment: _, ...want } = found.want;
    const prices = steps(Math.max(found.gain, 1), WANT_STEPS).filter((price) => price <= seen.controlled_lab_budget);
    if (prices.length === 0) return [];
    const text = `${want.hours}h r${want.from_round}-${want.to_round} adds=${Math.round(found.gain)}`;
    return [{ group: 'w', option: option(want, { price: { field: 'payment', steps: prices } }), text }];
  });
}

function pitches(seen: OpenObservation2): Found[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'make_pitch');
  const found = legal === undefined ? null : pitchWorth(seen);
  if (found === null) return [];
  const block = seen.public_market.pitch_for_block_id ?? '';
  return [{ group: 'q', option: option(found.pitch), text: `${short(block)} (${signed(found.worth / 100)})` }];
}

/** Wants that are served by now, the worst offer, the one to counter; promises. One of each is enough: they seldom change a profit. */
function refusals({ seen, shared, appraiser }: Weighing): Found[] {
  const desk = { seen, observation: shared, appraiser };
  return seen.legal_actions.flatMap((legal): Found[] => {
    switch (legal.action_type) {
      case 'withdraw_want':
        return legal.want_ids.slice(0, 1).map((want_id) => {
          const want = seen.wants.find((one) => one.want_id === want_id);
          const text = want === undefined ? want_id : `${want.hours}h @${Math.round(want.payment)}`;
          return { group: 'x', option: option({ action_type: 'withdraw_want', want_id }), text };
        });
      case 'reject_offer':
        return withdrawals(desk, legal)
          .slice(0, 1)
          .map((one) => ({ ...RARE, group: 'r', option: one, text: `${short(one.action.offer_id ?? '')} (${one.note})` }));
      case 'counter_offer':
        return counters(desk, legal)
          .slice(0, 1)
          .map((one) => ({ ...RARE, group: 'c', option: one, text: one.note }));
      case 'take_promise':
        return promises(desk, legal)
          .slice(0, 2)
          .map((one) => ({ group: 'k', option: one, text: one.note }));
      case 'decline_promise':
        return promises(desk, legal)
          .slice(0, 1)
          .map((one) => ({ ...RARE, group: 'g', option: one, text: 'it' }));
      case 'make_promise':
        return seen.wants.every(({ lab_id }) => lab_id === seen.controlled_lab_id)
          ? []
          : promisesMade(desk, legal)
              .slice(0, 1)
              .map((one) => ({
                ...RARE,
                group: 'h',
                option: one,
                text: `${shortly(one.action.block_ids ?? [])} to ${one.action.target_lab_id}`,
              }));
      default:
        return [];
    }
  });
}
