import type { PairRow } from '~/tournament/tournament';

/** Pairs that played a world in common, the leader first; contestants before null policies, then the surest, then the largest lead. */
export function comparedPairs(pairs: readonly PairRow[], nulls: ReadonlySet<string>): PairRow[] {
  const nullsIn = ({ a, b }: PairRow) => Number(nulls.has(a)) + Number(nulls.has(b));
  return pairs
    .filter(({ worlds }) => worlds > 0)
    .map(leaderFirst)
    .sort((one, other) => nullsIn(one) - nullsIn(other) || (one.p ?? 1) - (other.p ?? 1) || other.difference - one.difference);
}

/** A lead is positive: who has it stands first. */
export function leaderFirst(pair: PairRow): PairRow {
  const { a, b, difference, interval, median, effect } = pair;
  if (difference >= 0) return pair;
  const turned = { a: b, b: a, difference: -difference, interval: interval && ([-interval[1], -interval[0]] as [number, number]) };
  return { ...pair, ...turned, ...(median && { median: -median }), ...(effect && { effect: -effect }) };
}
