/** What must hold in every match, each law by its name. A law looks on while a match's events are folded, and throws. */
import { booksOf, imbalanceCents } from '~/games/gpu-market/open/shared/books/conservation';
import { copyState } from '~/games/gpu-market/open/shared/copy';
import type { OpenEvent } from '~/games/gpu-market/open/shared/events';
import { evolve } from '~/games/gpu-market/open/shared/evolve';
import { observe } from '~/games/gpu-market/open/shared/observe';
import { autarkyProblem, worldOf } from '~/games/gpu-market/open/shared/plans/pairs';
import { bestPlan } from '~/games/gpu-market/open/shared/plans/plan';
import { rewardsOf } from '~/games/gpu-market/open/shared/rewards';
import { awaited } from '~/games/gpu-market/open/shared/rules/rounds';
import type { OpenState } from '~/games/gpu-market/open/shared/state';
import { decide, lapse } from '~/games/gpu-market/open/v1/decide';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { Draws } from '~/lib/random/draws';
import { streamOf } from '~/lib/random/mt19937';
import { scrambled } from './scrambled';
import { outcomeOf, type WildMatch } from './wild-match';
import { legalMove, wildDraws } from './wild-play';

/** A match, the seat that is looked at this time, and the places where costly laws look closely. */
export interface Sight {
  match: WildMatch;
  seat: string;
  isClose: (place: number) => boolean;
  /** Is this where the market waits for turns? */
  isWaiting: (place: number) => boolean;
}

export interface Law {
  name: string;
  /** After each event; `place` is its number. */
  event?: (state: OpenState, event: OpenEvent, at: { sight: Sight; place: number }) => void;
  /** Before each event of a place that is looked at closely. */
  close?: (state: OpenState, sight: Sight) => void;
  /** The same, where the market waits for turns. */
  waiting?: (state: OpenState, sight: Sight) => void;
  end?: (state: OpenState, sight: Sight) => void;
}

export const LAWS: readonly Law[] = [
  { name: 'nobody owes, and money is whole cents', event: noDebt },
  { name: 'money is conserved', event: moneyBalances },
  { name: 'every lab has what its events account for, to the cent', end: booksBalance },
  { name: 'every block has one owner and at most one job', event: everythingInItsPlace },
  { name: 'what others keep to themselves changes nothing that a seat or the public sees', close: secretsDoNotShow },
  { name: 'no event tells a viewer the seed, the future or another’s affairs', event: publishedIsPublic },
  { name: 'the same turns give the same events byte for byte, and these the same state', end: replays },
  { name: 'deciding leaves the state as it was, and a copy shares nothing that changes', waiting: decidesPurely },
  { name: 'a move from the list of legal ones is refused only for what nobody could see', waiting: legalIsLegal },
  { name: 'rewards add up to profit less autarky, columns to rewards', end: rewardsAddUp },
];

/** Folds the match as it would come out of a store, under these laws. */
export function uphold(match: WildMatch, laws: readonly Law[] = LAWS): void {
  const sight = sightOf(match);
  const [opening, ...events] = JSON.parse(JSON.stringify(match.events)) as OpenEvent[];
  if (opening === undefined) throw new Error('a match without an opening');
  let state = evolve(null, opening);
  for (const law of laws) under(law, () => law.event?.(state, opening, { sight, place: 0 }));
  for (const [n, event] of events.entries()) {
    const place = n + 1;
    if (sight.isClose(place)) for (const law of laws) under(law, () => law.close?.(state, sight));
    if (sight.isWaiting(place)) for (const law of laws) under(law, () => law.waiting?.(state, sight));
    state = evolve(state, event);
    for (const law of laws) under(law, () => law.event?.(state, event, { sight, place }));
  }
  for (const law of laws) under(law, () => law.end?.(state, sight));
}

function under(law: Law, look: () => void): void {
  try {
    look();
  } catch (fault) {
    throw new Error(`${law.name}: ${fault instanceof Error ? fault.message : String(fault)}`, { cause: fault });
  }
}

/** Two places of a match are looked at closely, at different ones in every match. */
function sightOf(match: WildMatch): Sight {
  const draws = new Draws(streamOf(match.players, [97]), 0);
  const seat = `lab_${draws.below(match.config.labs)}`;
  const turns = match.events.flatMap((event, place) => (event.type === 'turn_taken' ? [place] : []));
  const any = draws.below(match.events.length);
  const waiting = turns.length === 0 ? -1 : draws.choice(turns);
  return { match, seat, isClose: (place) => place === any || place === waiting, isWaiting: (place) => place === waiting };
}

function ensure(holds: boolean, why: () => string): void {
  if (!holds) throw new Error(why());
}

function same(one: unknown, other: unknown, what: string): void {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
  if (a === b) return;
  const at = Array.from({ length: a.length }, (_, i) => i).find((i) => a[i] !== b[i]) ?? a.length;
  throw new Error(`${what}: ${a.slice(Math.max(0, at - 80), at + 60)} | ${b.slice(Math.max(0, at - 80), at + 60)}`);
}

function noDebt(state: OpenState, event: OpenEvent): void {
  for (const lab of Object.values(state.labs)) {
    const whole = Number.isInteger(lab.budget_cents) && lab.budget_cents >= 0;
    ensure(whole, () => `${lab.lab_id} has ${lab.budget_cents} after ${event.type}`);
  }
}

/** Money that is there, held in escrow included, is what was at the start and came in, less what went out. */
function moneyBalances(state: OpenState, event: OpenEvent): void {
  const cents = imbalanceCents(state);
  ensure(cents === 0, () => `${cents} cents came from nowhere with ${event.type}`);
}

function booksBalance(state: OpenState, { match }: Sight): void {
  if (!state.finished) return;
  const { difference_cents, unexplained_cents } = booksOf(match.events);
  const wrong = Object.entries(unexplained_cents).filter(([, cents]) => cents !== 0);
  ensure(difference_cents === 0 && wrong.length === 0, () => `${difference_cents} cents in all; by lab ${JSON.stringify(wrong)}`);
}

function everythingInItsPlace(state: OpenState, event: OpenEvent): void {
  if (event.type !== 'round_started' && event.type !== 'match_ended') return;
  const listed = timesListed(Object.values(state.labs).map((lab) => [lab.lab_id, lab.block_ids]));
  const used = timesListed(Object.values(state.jobs).map((job) => [job.job_id, job.allocated_block_ids]));
  const pledges = Object.values(state.coalitions).flatMap((one) =>
    Object.values(one.pledges).map((pledge): [string, string[]] => [one.coalition_id, pledge.block_ids]),
  );
  const pledged = timesListed(pledges);
  for (const block of Object.values(state.blocks)) {
    const { block_id, owner_lab_id, allocated_to_job_id, pledged_to } = block;
    const owners = owner_lab_id === 'operator' ? '' : owner_lab_id;
    const right =
      (listed.get(block_id) ?? '') === owners &&
      (used.get(block_id) ?? '') === (allocated_to_job_id ?? '') &&
      (pledged.get(block_id) ?? '') === (pledged_to ?? '') &&
      (pledged_to === null || allocated_to_job_id === null);
    ensure(right, () => `${block_id} of ${owner_lab_id}: listed at ${listed.get(block_id)}, used by ${used.get(block_id)}`);
  }
}

/** By thing, all who list it. */
function timesListed(lists: readonly [string, readonly string[]][]): Map<string, string> {
  const found = new Map<string, string>();
  for (const [who, ids] of lists) for (const id of ids) found.set(id, found.has(id) ? `${found.get(id)},${who}` : who);
  return found;
}

function secretsDoNotShow(state: OpenState, { seat, match }: Sight): void {
  if (state.finished) return;
  const seen = observe(state, seat);
  ensure(!JSON.stringify(seen).includes(String(match.config.seed)), () => 'an observation shows the seed');
  const own = scrambled(state, seat);
  same(observe(own, seat), seen, 'observation');
  same(openMarket.view(own, { kind: 'seat', seat }), openMarket.view(state, { kind: 'seat', seat }), 'view of a seat');
  same(openMarket.view(scrambled(state, null), { kind: 'public' }), openMarket.view(state, { kind: 'public' }), 'public view');
}

function publishedIsPublic(state: OpenState, event: OpenEvent, { sight }: { sight: Sight }): void {
  const seed = String(sight.match.config.seed);
  const own = JSON.stringify(openMarket.publish(event, { kind: 'seat', seat: sight.seat }, state));
  const all = JSON.stringify(openMarket.publish(event, { kind: 'public' }, state)) ?? '';
  ensure(!own.includes(seed) && !all.includes(seed), () => `${event.type} shows the seed`);
  if (event.type === 'match_opened') ensure(!/shocks":\[|grants|"jobs":\[\{/.test(all), () => 'the opening shows the future, or jobs');
  if (/"budget_cents"|"reserve(_cents)?":/.test(all)) throw new Error(`${event.type} shows money: ${all}`);
  const aside = (event.type === 'offer_accepted' && !event.open) || (event.type === 'offer_made' && event.offer.to_lab_id !== null);
  if (aside) ensure(!all.includes('payment_cents'), () => 'the terms of a private offer are public');
}

function replays(folded: OpenState, { match }: Sight): void {
  let place = 1;
  let state = evolve(null, match.events[0] as OpenEvent);
  for (const doing of match.doings) {
    const again = outcomeOf(state, doing);
    same(again, match.events.slice(place, place + again.length), `events from ${place} on`);
    place += again.length;
    for (const event of again) state = evolve(state, event);
  }
  ensure(place === match.events.length, () => `${match.events.length - place} events more than before`);
  same(folded, match.state, 'the state from stored events');
}

function decidesPurely(state: OpenState, { seat }: Sight): void {
  const before = JSON.stringify(state);
  const copy = copyState(state);
  for (const event of decide(state, seat, [{ action_type: 'wait' }])) evolve(copy, event);
  for (const event of lapse(state)) evolve(copy, event);
  ensure(JSON.stringify(state) === before, () => 'deciding has changed the state');
}

/** The other side's money; what a plan would make; the fields of a free condition. */
const UNSEEN = [
  'budget_overspend',
  'insufficient_capacity',
  'idle_block',
  'below_reserve',
  'empty_offer',
  'empty_block_list',
  'unpledged_job',
];

function legalIsLegal(state: OpenState, { seat, match }: Sight): void {
  const alone = copyState(state);
  alone.turns = {};
  if (state.finished || !awaited(alone).includes(seat)) return;
  const move = legalMove(observe(alone, seat), wildDraws(match.players + 1, seat));
  for (const event of decide(alone, seat, [move])) evolve(alone, event);
  for (const event of lapse(alone)) {
    if (event.type !== 'action_resolved' || event.result.ok) continue;
    ensure(UNSEEN.includes(event.result.code), () => `${JSON.stringify(move)}: ${event.result.message}`);
  }
}

function rewardsAddUp(_: OpenState, { match, seat }: Sight): void {
  const rounds = rewardsOf(match.events, seat);
  ensure(
    rounds.map((round) => round.round_index).join() === Array.from({ length: match.config.rounds }, (_, i) => i).join(),
    () => 'rounds',
  );
  const lab = match.state.labs[seat];
  const profit = (lab?.budget_cents ?? 0) - (lab?.start_cents ?? 0);
  const earned = profit - bestPlan(autarkyProblem(worldOf(match.events), seat)).value;
  const total = rounds.reduce((sum, round) => sum + round.total, 0);
  ensure(Math.abs(total - earned) < 1e-5, () => `rewards of ${total} for ${earned}`);
  for (const round of rounds) {
    const columns = Object.values(round.columns).reduce((sum, part) => sum + part, 0);
    ensure(Math.abs(columns - round.total) < 1e-5, () => `columns of ${columns} for ${round.total}`);
  }
}
