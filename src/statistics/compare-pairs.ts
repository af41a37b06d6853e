/** Pairs by either method: who leads whom, how sure that is, and how many more worlds would tell. */

import { type AnytimeEvidence, anytimeEvidence } from './anytime';
import { mean, sampleStd } from './basics';
import { intervalsOf } from './bootstrap';
import { isMostlyEqual, medianOf } from './median';
import { FEWEST_WORLDS, type StatisticsMethod, TIE } from './methods';
import { comparePairs, holm, moreNeeded, type PairedDifference, type PairedValues, signFlipP } from './paired';

/** With more worlds than this to go, a lead is not worth speaking of. */
export const MOST_WORLDS_TO_GO = 2_000;
const SIZE = 0.05;

export interface Anytime extends AnytimeEvidence {
  /** `p` after Holm's correction over all pairs of the table. */
  holm: number;
  /** Worlds that it is of: those in which nothing is still to be played, up to the first in which something is. */
  worlds: number;
}

/** What bootstrap-t-2 says besides; absent from tables by percentile-1. */
export interface PairedMore {
  median?: number | null;
  /** Effect size: the mean lead over the standard deviation of the leads by world (Cohen 1988, d_z); null below eight worlds or without a spread. */
  effect?: number | null;
  /** Over half of the worlds have the same lead: no interval covers what it claims there. */
  mostlyEqual?: boolean;
  anytime?: Anytime | null;
  /** `more` is reckoned from so many worlds, fixed in advance. */
  moreFrom?: number;
  /** These first worlds show no lead, or one so small that it would take over 2,000 worlds. */
  noLead?: boolean;
}

export interface PairedList extends PairedValues {
  /** The leads of the worlds that are over, in order; left out: all. */
  settled?: readonly number[];
}

export interface Compared {
  method: StatisticsMethod;
  /** Worlds of the plan: a number that was fixed before anything was played. */
  first: number;
  /** Leads no larger than this are none. */
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

/** From the first worlds alone: looking at later ones does not change what was said. */
function toGo(first: readonly number[], { from, played, share }: { from: number; played: number; share: number }) {
  if (first.length < from) return { more: null, noLead: false };
  const beyond = moreNeeded(first, share);
  const total = beyond === null ? Number.POSITIVE_INFINITY : from + beyond;
  return total > MOST_WORLDS_TO_GO ? { more: null, noLead: true } : { more: Math.max(0, total - played), noLead: false };
}
