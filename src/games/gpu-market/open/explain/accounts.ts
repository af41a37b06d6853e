/** Everything about a finished match that its events alone tell: all of an explanation but the score. Takes seconds where labs are many. */
import type { Job } from '~/contract/means';
import type { OpenEvent } from '../shared/events';
import { evolve } from '../shared/evolve';
import { REWARD_COLUMNS, type RewardColumn, rewardsOf } from '../shared/rewards';
import type { OpenState } from '../shared/state';
import type { PlanExplained, SeatExplained, SpokenExplained, ThingsExplained } from './explanation';
import { plansOf } from './plans';
import { entriesOf, sumByPart } from './profit';
import { roundsOf } from './rounds';
import { spokenOf } from './spoken';
import { nameOf } from './words';

export type SeatAccount = Pick<SeatExplained, 'seat' | 'name' | 'start_cents' | 'parts' | 'entries' | 'columns' | 'rounds'>;

export interface Accounts {
  rounds: number;
  things: ThingsExplained;
  /** By number: lab_0 first. */
  seats: SeatAccount[];
  plans: PlanExplained[];
  spoken: SpokenExplained[];
}

/** One match after the other: whatever else a process does goes on meanwhile. */
export const ACCOUNTS: Job<readonly OpenEvent[], Accounts> = {
  id: 'gpu-market/open/accounts',
  work: accountsOf,
  threads: 1,
  /** More would wait for minutes. */
  mostWaiting: 7,
  /** The largest matches take seconds; what takes this long has gone wrong. */
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
  return { rounds: opened.config.rounds, things: thingsOf(events), seats, plans: plansOf(events), spoken: spokenOf(events) };
}

/** As a view of the match's end has them. */
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
