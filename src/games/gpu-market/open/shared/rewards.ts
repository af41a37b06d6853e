/**
 * The dense reward of a seat, for training: how the value of its position changes compared with standing alone, split by cause. It is
 * computed from a match's events, outside the round itself. Its sum is exactly profit less autarky.
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

/** One entry per closed round, from its turns to the start of the next round. */
export function rewardsOf(events: readonly OpenEvent[], seat: string): RoundReward[] {
  const teller = new RewardTeller(seat);
  for (const event of events) teller.hear(event);
  return teller.rounds;
}

/** Computes a seat's rewards during a match. It must hear every event once, in order. */
export class RewardTeller {
  /** Closed rounds. */
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

  /** The rounds closed since the last call. Call it when a round waits for turns, or when the match is over. */
  take(): RoundReward[] {
    this.settle();
    const { state } = this;
    if (state !== null && !state.finished && this.now.round_index < state.round_index) this.close(state.round_index);
    const news = this.rounds.slice(this.taken);
    this.taken = this.rounds.length;
    return news;
  }

  /** The opening and the organizer's shocks tell about the world. */
  private learn(event: OpenEvent): void {
    if (event.type === 'match_opened') {
      this.world = worldOf([event]);
      this.base = this.baseAt(0);
    } else if (event.type === 'shock_scheduled' && this.world !== null) {
      this.world = { ...this.world, shocks: [...this.world.shocks, event.shock] };
    }
  }

  /** First time passes and hours lapse, then new jobs arrive. Standing alone gets the same jobs, so its value is updated too. */
  private startRound(event: Extract<OpenEvent, { type: 'round_started' }>): void {
    this.state = evolve(this.state, event);
    const facts = factsFor(this.state, this.seat);
    const before = facts.private_jobs.filter((job) => job.arrival_round < event.round_index);
    this.book('job_value', potentialCents({ ...facts, private_jobs: before }));
    this.book('shock', potentialCents(facts));
    this.pending = 'shock';
  }

  /** Books what a run of events with the same cause has changed. */
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

/** The cause of a change; null: the event changes nothing for the seat. */
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
