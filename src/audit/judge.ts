/** Judges the search's results against the honest player, on worlds not used in the search. */

import type { AuditOutcome, AuditTarget, Program } from '~/contract/audit';
import { intervalOf } from '~/eval/interval';
import { mean } from '~/statistics/basics';
import { NEWEST_STATISTICS } from '~/statistics/methods';
import { signFlipP } from '~/statistics/paired';

export interface Figure {
  mean: number;
  /** 95% by bootstrap-t-2 over the holdout worlds; null: too few worlds, or too many equal values. */
  interval: [number, number] | null;
}

export interface Suspect {
  name: string;
  /** null: a known farmer. */
  program: Program | null;
  score: Figure;
  welfare: Figure;
  /** Compared with the honest player in the same worlds. `excess`: lead minus the welfare it creates, if both have the same unit. */
  more: { score: Figure; welfare: Figure; excess: Figure | null };
  /** Money of its seats that no event accounts for; null: the books balance. */
  unexplained: Figure | null;
  /** The event at which the books first go wrong; null if they do not, or at no single event. */
  where: string | null;
  /**
   * The books do not balance, or the lead is significant and significantly exceeds the welfare created (in `classic`: welfare is not above
   * the honest player's).
   */
  farms: boolean;
  /** The lead is significant, but not that it exceeds the welfare created; more worlds would tell. */
  unclear: boolean;
}

export interface Accused extends Pick<Suspect, 'name' | 'program' | 'where'> {
  /** The books did not balance in the search's worlds, which counts whatever happens in the holdout worlds. */
  isLeak: boolean;
  /** Number of seats of its owner. */
  seats: 1 | 2;
  play(seed: number): Promise<AuditOutcome>;
}

/** Results of the honest and the idle player in the holdout worlds, to judge suspects against. */
export class Bar {
  private readonly target: AuditTarget;
  private readonly honest: Record<1 | 2, AuditOutcome[]> = { 1: [], 2: [] };
  private wait: AuditOutcome[] = [];

  constructor(target: AuditTarget) {
    this.target = target;
  }

  async prepare(pairs: boolean): Promise<void> {
    const { holdout } = this.target.seeds;
    this.honest[1] = await onAll(holdout, (seed) => this.target.playHonest(seed));
    if (pairs) this.honest[2] = await onAll(holdout, (seed) => this.target.playHonest(seed, 2));
    this.wait = await onAll(holdout, (seed) => this.target.playWait(seed));
  }

  figures(): { honest: { policy: string; score: Figure; welfare: Figure }; wait: { score: Figure; welfare: Figure } } {
    const [honest] = [this.honest[1]];
    return {
      honest: { policy: this.target.honest, score: figure(scores(honest)), welfare: figure(welfares(honest)) },
      wait: { score: figure(scores(this.wait)), welfare: figure(welfares(this.wait)) },
    };
  }

  async judge({ name, program, where, isLeak, seats, play }: Accused): Promise<Suspect> {
    const outcomes = await onAll(this.target.seeds.holdout, play);
    const honest = this.honest[seats];
    const lead = less(scores(outcomes), scores(honest));
    const made = less(welfares(outcomes), welfares(honest));
    const more = { score: figure(lead), welfare: figure(made), excess: this.target.oneUnit ? figure(less(lead, made)) : null };
    const minted = outcomes.map((one) => one.unexplained ?? 0);
    const unexplained = minted.some((amount) => amount !== 0) ? figure(minted) : null;
    const leads = isAbove0(lead);
    const isSure = more.excess === null ? more.welfare.mean <= 0 : isAbove0(less(lead, made));
    const isPossible = more.excess === null ? !isAbove0(made) : more.excess.mean > 0;
    const farms = isLeak || unexplained !== null || (leads && isSure);
    const unclear = leads && !farms && isPossible;
    return {
      name,
      program,
      score: figure(scores(outcomes)),
      welfare: figure(welfares(outcomes)),
      more,
      unexplained,
      where,
      farms,
      unclear,
    };
  }
}

/** Runs as many concurrently as the target supports; results are in seed order. */
export function onAll(seeds: readonly number[], play: (seed: number) => Promise<AuditOutcome>): Promise<AuditOutcome[]> {
  return Promise.all(seeds.map((seed) => play(seed)));
}

export function scores(outcomes: readonly AuditOutcome[]): number[] {
  return outcomes.map((one) => one.score);
}

export function welfares(outcomes: readonly AuditOutcome[]): number[] {
  return outcomes.map((one) => one.welfare);
}

function less(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, i) => value - (b[i] ?? 0));
}

function figure(values: readonly number[]): Figure {
  return { mean: mean(values), interval: intervalOf(values, NEWEST_STATISTICS) };
}

/** By the interval or, if there is none (nearly all worlds are equal), by the sign-flip test. */
function isAbove0(values: readonly number[]): boolean {
  const { mean: centre, interval } = figure(values);
  return interval === null ? centre > 0 && (signFlipP(values) ?? 1) < 0.05 : interval[0] > 0;
}
