/**
 * The dense reward of a seat, for training: how its position's worth changes against what standing alone would be worth, each change
 * in the column of its cause. Worked out from a match's events, off the round's path; summed up it is profit less autarky, exactly.
 */
import type { OpenEvent } from './events';
import { evolve } from './evolve';
import { factsFor } from './observe';
import { autarkyProblem, type KnownWorld, worldOf } from './plans/pairs';
import { bestPlan } from './plans/plan';
import { potentialCents } from './plans/potential';
import type { OpenState } from './state';

export const REWARD_COLUMNS = ['job_value', 'trade', 'coalition_share', 'grant', 'energy', 'shock', 'penalty'] as const;
export type RewardColumn = (typeof REWARD_COLUMNS)[number];

/** One round's reward in cents; divide by the match's scale for gains. */
export interface RoundReward {
  round_index: number;
  total: number;
  columns: Record<RewardColumn, number>;
}

/** One entry for each round that has been closed: from its turns to the next round's start. */
export function rewardsOf(events: readonly OpenEvent[], seat: string): RoundReward[] {
  const teller = new RewardTeller(seat);
  for (const event of events) teller.hear(event);
  return teller.rounds;
}

/** The seat's rewards as the match goes: it hears every event once, in order, and keeps a state of its own. */
export class RewardTeller {
  /** Those that have been closed. */
  readonly rounds: RoundReward[] = [];
  private taken = 0;
  private state: OpenState | null = null;
  private worth = 0;
  private base = 0;
  private pending: RewardColumn | null = null;
  private now: RoundReward = fresh(0);
  private world: KnownWorld | null = null;
  private readonly seat: string;

  constructor(seat: string) {
    this.seat = seat;
  }

  hear(event: OpenEvent): void {
    this.learn(event);
    const cause = this.state === null ? null : causeOf(event, this.seat);
    if (cause !== this.pending) this.settle();
    const begun = event.type === 'turn_taken' || event.type === 'round_closed';
    if (begun && this.state !== null && this.now.round_index < this.state.round_index) this.close(this.state.round_index);
    if (event.type === 'round_started' && this.state !== null) {
      this.startRound(event);
      return;
    }
    this.state = evolve(this.state, event);
    if (event.type === 'match_opened') this.worth = potentialCents(factsFor(this.state, this.seat));
    if (cause !== null) this.pending = cause;
    if (event.type === 'match_ended') this.endMatch();
  }

  /** The rounds closed since it was last asked: ask when a round waits for turns, or when the match is over. */
  take(): RoundReward[] {
    this.settle();
    const { state } = this;
    if (state !== null && !state.finished && this.now.round_index < state.round_index) this.close(state.round_index);
    const news = this.rounds.slice(this.taken);
    this.taken = this.rounds.length;
    return news;
  }

  /** What the opening and an organiser's shocks tell of the world. */
  private learn(event: OpenEvent): void {
    if (event.type === 'match_opened') {
      this.world = worldOf([event]);
      this.base = this.baseAt(0);
    } else if (event.type === 'shock_scheduled' && this.world !== null) {
      this.world = { ...this.world, shocks: [...this.world.shocks, event.shock] };
    }
  }

  /** Time passes first (hours left to lapse), then come the new jobs; the base hears of them in the same breath. */
  private startRound(event: Extract<OpenEvent, { type: 'round_started' }>): void {
    this.state = evolve(this.state, event);
    const facts = factsFor(this.state, this.seat);
    const before = facts.private_jobs.filter((job) => job.arrival_round < event.round_index);
    this.book('job_value', potentialCents({ ...facts, private_jobs: before }));
    this.book('shock', potentialCents(facts));
    this.pending = 'shock';
  }

  /** What the run of events of one cause has changed. */
  private settle(): void {
    const cause = this.pending;
    this.pending = null;
    if (cause === null || this.state === null) return;
    this.book(cause, potentialCents(factsFor(this.state, this.seat)));
    if (cause !== 'shock') return;
    const base = this.baseAt(this.state.round_index);
    this.add('shock', this.base - base);
    this.base = base;
  }

  private endMatch(): void {
    this.settle();
    if (this.state !== null) this.book('job_value', potentialCents(factsFor(this.state, this.seat)));
    this.close(Number.NaN);
  }

  private close(next: number): void {
    this.rounds.push(this.now);
    this.now = fresh(next);
  }

  private book(column: RewardColumn, worth: number): void {
    this.add(column, worth - this.worth);
    this.worth = worth;
  }

  private add(column: RewardColumn, change: number): void {
    this.now.columns[column] += change;
    this.now.total += change;
  }

  private baseAt(round: number): number {
    return this.world === null ? 0 : bestPlan(autarkyProblem(this.world, this.seat, round)).value;
  }
}

function fresh(round_index: number): RoundReward {
  return { round_index, total: 0, columns: { job_value: 0, trade: 0, coalition_share: 0, grant: 0, energy: 0, shock: 0, penalty: 0 } };
}

/** Whose doing a change is; null: the event changes nothing for the seat. */
function causeOf(event: OpenEvent, seat: string): RewardColumn | null {
  switch (event.type) {
    case 'offer_accepted':
      return event.from_lab_id === seat || event.to_lab_id === seat ? 'trade' : null;
    case 'job_allocated':
      return event.lab_id === seat ? 'job_value' : null;
    case 'plan_executed':
      return 'coalition_share';
    case 'pledge_ended':
    case 'pledge_shrunk':
      return event.lab_id === seat ? 'coalition_share' : null;
    case 'coalition_formed':
    case 'coalition_joined':
    case 'coalition_ended':
      return 'coalition_share';
    case 'coalition_left':
      return 'penalty';
    case 'capacity_delivered':
      return 'energy';
    case 'job_settled':
      return event.lab_id === seat ? 'job_value' : 'coalition_share';
    case 'deposit_settled':
      return 'penalty';
    case 'grant_given':
      return event.lab_id === seat ? 'grant' : null;
    case 'shock_struck':
      return 'shock';
    default:
      return null;
  }
}
