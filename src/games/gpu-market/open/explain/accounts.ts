/** The parts of an explanation that need only the events, i.e. all except the score. Takes seconds with many labs. */

import type { Job } from '~/contract/means';
import type { OpenAction } from '../shared/actions';
import type { OpenEvent, RoundClosed, TurnTaken } from '../shared/events';
import { evolve } from '../shared/evolve';
import { observe } from '../shared/observe';
import { REWARD_COLUMNS, type RewardColumn, rewardsOf } from '../shared/rewards';
import { type OpenState, windowEnd } from '../shared/state';
import { isOldAction } from '../shared/types';
import { dealsOf } from './deals';
import type { DealExplained, PlanExplained, RoundExplained, SeatExplained, SpokenExplained, ThingsExplained } from './explanation';
import { reckonRound } from './missed';
import { plansOf } from './plans';
import { entriesOf, sumByPart } from './profit';
import { spokenOf } from './spoken';
import { nameOf } from './words';

export type SeatAccount = Pick<SeatExplained, 'seat' | 'name' | 'start_cents' | 'parts' | 'entries' | 'columns' | 'rounds'>;

export interface Accounts {
  rounds: number;
  things: ThingsExplained;
  /** By number: lab_0 first. */
  seats: SeatAccount[];
  plans: PlanExplained[];
  deals: DealExplained[];
  spoken: SpokenExplained[];
}

/** One match at a time, on a thread. */
export const ACCOUNTS: Job<readonly OpenEvent[], Accounts> = {
  id: 'gpu-market/open/accounts',
  work: accountsOf,
  threads: 1,
  /** More would have to wait for minutes. */
  mostWaiting: 7,
  /** The largest matches take seconds; anything longer has failed. */
  limitMs: () => 180_000,
};

export function accountsOf(events: readonly OpenEvent[]): Accounts {
  const opened = events[0];
  if (opened?.type !== 'match_opened') throw new Error('accountsOf: no opening');
  const rounds = roundsOf(events);
  const entries = entriesOf(events);
  const seats = opened.labs.map(({ lab_id, budget_cents }) => ({
    seat: lab_id,
    name: nameOf(lab_id),
    start_cents: budget_cents,
    parts: sumByPart(entries[lab_id] ?? []),
    entries: entries[lab_id] ?? [],
    columns: columnsOf(events, lab_id),
    rounds: rounds[lab_id] ?? [],
  }));
  return {
    rounds: opened.config.rounds,
    things: thingsOf(events),
    seats,
    plans: plansOf(events),
    deals: dealsOf(events),
    spoken: spokenOf(events),
  };
}

/** As in a view of the match's end. */
export function thingsOf(events: readonly OpenEvent[]): ThingsExplained {
  let end: OpenState | null = null;
  const members = new Map<string, Set<string>>();
  for (const event of events) {
    end = evolve(end, event);
    if (!event.type.startsWith('coalition_')) continue;
    for (const { coalition_id, members: now } of Object.values(end.coalitions))
      members.set(coalition_id, new Set([...(members.get(coalition_id) ?? []), ...now]));
  }
  if (end === null) throw new Error('thingsOf: no opening');
  const { labs, jobs, blocks, coalitions, round_index } = end;
  return {
    labs: Object.values(labs).map(({ lab_id, job_ids }) => ({
      lab_id,
      jobs: job_ids
        .flatMap((id) => jobs[id] ?? [])
        .filter((job) => job.arrival_round <= round_index)
        .map(({ job_id, base_value, urgency_multiplier }) => ({ job_id, base_value, urgency_multiplier })),
    })),
    blocks: Object.values(blocks).map(({ block_id, start_round, duration, gpu_count }) => ({ block_id, start_round, duration, gpu_count })),
    coalitions: Object.values(coalitions).map(({ coalition_id, founder }) => ({
      coalition_id,
      founder,
      members: [...(members.get(coalition_id) ?? [])],
    })),
  };
}

function columnsOf(events: readonly OpenEvent[], seat: string): Record<RewardColumn, number> {
  const sums = Object.fromEntries(REWARD_COLUMNS.map((column) => [column, 0])) as Record<RewardColumn, number>;
  for (const { columns } of rewardsOf(events, seat)) for (const column of REWARD_COLUMNS) sums[column] += columns[column];
  return sums;
}

// Replays a match's rounds: what each seat saw, what it did, and what it missed.

/** By seat, one entry per round in which it could act. */
export function roundsOf(events: readonly OpenEvent[]): Record<string, RoundExplained[]> {
  const bySeat: Record<string, RoundExplained[]> = {};
  let state: OpenState | null = null;
  let begun = -1;
  for (const [place, event] of events.entries()) {
    if (state !== null && isOfTurns(event) && event.round_index > begun) {
      begun = event.round_index;
      const turns = turnsFrom(events, place);
      for (const seat of Object.keys(state.labs)) {
        if (state.labs[seat]?.finished === true) continue;
        const reckoned = reckonRound(observe(state, seat), actionsOf(turns.get(seat)));
        bySeat[seat] = [...(bySeat[seat] ?? []), { ...reckoned, seq: place, idle: [] }];
      }
    }
    state = evolve(state, event);
  }
  if (state !== null) addIdle(bySeat, state);
  return bySeat;
}

/** The first event of a round's turns: a turn, or the closing if nobody moved. */
function isOfTurns(event: OpenEvent): event is TurnTaken | RoundClosed {
  return event.type === 'turn_taken' || event.type === 'round_closed';
}

/** All turns of the round that begins here; an organizer's shock may be in between. */
function turnsFrom(events: readonly OpenEvent[], from: number): Map<string, TurnTaken> {
  const turns = new Map<string, TurnTaken>();
  for (let place = from; ; place++) {
    const event = events[place];
    if (event === undefined || event.type === 'round_closed') return turns;
    if (event.type === 'turn_taken') turns.set(event.lab_id, event);
  }
}

function actionsOf(turn: TurnTaken | undefined): OpenAction[] {
  return turn?.turn.actions.flatMap(({ action }) => (action !== null && isOldAction(action) ? action : [])) ?? [];
}

/** Blocks that were never used, listed in the last round of their window. Blocks lost to a shock do not count as idle. */
function addIdle(bySeat: Record<string, RoundExplained[]>, end: OpenState): void {
  for (const block of Object.values(end.blocks)) {
    if (block.allocated_to_job_id !== null || block.failed_round !== null) continue;
    const over = windowEnd(block, end.config.rounds);
    const hours = block.gpu_count * Math.max(0, over - Math.max(block.start_round, block.release_round));
    const line = bySeat[block.owner_lab_id]?.find((one) => one.round_index === over - 1);
    if (hours > 0) line?.idle.push({ block_id: block.block_id, hours });
  }
}
