/** Pairwise comparisons by either method: who leads whom, how significant that is, and how many more worlds are needed. */

import { type AnytimeEvidence, anytimeEvidence } from './anytime';
import { mean, sampleStd } from './basics';
import { intervalsOf } from './bootstrap';
import { isMostlyEqual, medianOf } from './median';
import { FEWEST_WORLDS, type StatisticsMethod, TIE } from './methods';
import { comparePairs, holm, moreNeeded, type PairedDifference, type PairedValues, signFlipP } from './paired';

/** A lead that would need more worlds than this is not reported. */
export const MOST_WORLDS_TO_GO = 2_000;
const SIZE = 0.05;

export interface Anytime extends AnytimeEvidence {
  /** `p` after Holm's correction over all pairs of the table. */
  holm: number;
  /** Number of worlds counted: finished ones, up to the first unfinished one. */
  worlds: number;
}

/** Additional results of bootstrap-t-2; absent from tables by percentile-1. */
export interface PairedMore {
  median?: number | null;
  /**
   * Effect size: the mean lead over the standard deviation of the leads by world (Cohen 1988, d_z); null below eight worlds or without a
   * spread.
   */
  effect?: number | null;
  /** Over half of the worlds have the same lead, so no interval has its nominal coverage. */
  mostlyEqual?: boolean;
  anytime?: Anytime | null;
  /** `more` is computed from this number of worlds, fixed in advance. */
  moreFrom?: number;
  /** These first worlds show no lead, or one that would need over 2,000 worlds. */
  noLead?: boolean;
}

export interface PairedList extends PairedValues {
  /** The leads of finished worlds, in order. Default: all. */
  settled?: readonly number[];
}

export interface Compared {
  method: StatisticsMethod;
  /** Number of worlds in the plan, which was fixed before anything was played. */
  first: number;
  /** Leads up to this size count as none. */
  tie: number;
}

export function comparePairsBy(pairs: readonly PairedList[], { method, first, tie }: Compared): (PairedDifference & PairedMore)[] {
  if (method === 'percentile-1') return comparePairs(pairs);
  const level = (value: number): number => (Math.abs(value) <= tie ? 0 : value);
  const leads = pairs.map(({ values }) => values.map(level));
  const settled = pairs.map((pair) => (pair.settled ?? pair.values).map(level));
  const intervals = intervalsOf(leads, method);
  const p = leads.map(signFlipP);
  const corrected = holm(p);
  const evidence = settled.map(anytimeEvidence);
  const sure = holm(evidence.map((one) => one?.p ?? null));
  const share = SIZE / Math.max(1, p.filter((one) => one !== null).length);
  const from = Math.max(FEWEST_WORLDS, first);
  return pairs.map(({ a, b }, i) => {
    const [values, known, found] = [leads[i] ?? [], settled[i] ?? [], evidence[i] ?? null];
    const isSure = (corrected[i] ?? 1) < SIZE;
    return {
      a,
      b,
      worlds: values.length,
      interval: intervals[i] ?? null,
      p: p[i] ?? null,
      holm: corrected[i] ?? null,
      difference: values.length === 0 ? 0 : level(mean(values)),
      median: medianOf(values),
      effect: effectOf(values, tie),
      mostlyEqual: isMostlyEqual(values),
      anytime: found && { ...found, holm: sure[i] ?? 1, worlds: known.length },
      moreFrom: from,
      ...(isSure ? { more: 0, noLead: false } : toGo(known.slice(0, from), { from, played: values.length, share })),
    };
  });
}

function effectOf(values: readonly number[], tie: number): number | null {
  const spread = values.length < FEWEST_WORLDS ? null : sampleStd(values);
  const centre = spread === null ? 0 : mean(values);
  return spread === null || spread <= Math.max(tie, TIE * Math.abs(centre)) ? null : centre / spread;
}

/** Uses only the first worlds, so that later ones do not change the answer. */
function toGo(first: readonly number[], { from, played, share }: { from: number; played: number; share: number }) {
  if (first.length < from) return { more: null, noLead: false };
  const beyond = moreNeeded(first, share);
  const total = beyond === null ? Number.POSITIVE_INFINITY : from + beyond;
  return total > MOST_WORLDS_TO_GO ? { more: null, noLead: true } : { more: Math.max(0, total - played), noLead: false };
}
