/** Judging: what the search found against the honest player, on worlds that it never saw. */

import type { AuditOutcome, AuditTarget, Program } from '~/contract/audit';
import { intervalOf } from '~/eval/interval';
import { mean } from '~/statistics/basics';
import { NEWEST_STATISTICS } from '~/statistics/methods';
import { signFlipP } from '~/statistics/paired';

export interface Figure {
  mean: number;
  /** 95% by bootstrap-t-2 over the holdout's worlds; null: too few, or too many of them are equal. */
  interval: [number, number] | null;
}

export interface Suspect {
  name: string;
  /** null: a known farmer. */
  program: Program | null;
  score: Figure;
  welfare: Figure;
  /** Against the honest player on the same worlds; `excess`: its lead less the welfare it creates, where both are in one unit. */
  more: { score: Figure; welfare: Figure; excess: Figure | null };
  /** Money of its seats that nothing in the match accounts for; null: the books balance. */
  unexplained: Figure | null;
  /** With which event the books first go wrong; null: they do not, or not at one event. */
  where: string | null;
  /** The books do not balance, or its lead is sure and so is that it exceeds the welfare created (in `classic`: welfare is not above the honest player's). */
  farms: boolean;
  /** The lead is sure, but not that it exceeds the welfare created: more worlds would tell. */
  unclear: boolean;
}

export interface Accused extends Pick<Suspect, 'name' | 'program' | 'where'> {
  /** In the search's worlds the books did not balance: a find, whatever the holdout's worlds are like. */
  isLeak: boolean;
  /** In so many seats of one owner. */
  seats: 1 | 2;
  play(seed: number): Promise<AuditOutcome>;
}

/** The honest player and the waiting one on the holdout's worlds, against which suspects are judged. */
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

/** As many at once as the target plays, in the order of the seeds. */
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

/** By the interval; where there is none (nearly every world gives the same), by the sign-flip test. */
function isAbove0(values: readonly number[]): boolean {
  const { mean: centre, interval } = figure(values);
  return interval === null ? centre > 0 && (signFlipP(values) ?? 1) < 0.05 : interval[0] > 0;
}
