/** Labels for tournaments, on every screen that names one. */

import type { Progress } from '~/api/tournament/types';
import { policyWords } from '~/contract/player';
import type { Tone } from '~/kit/badge';
import { formatCount, formatCounted, formatFixed, formatNumber } from '~/kit/format';
import { fallbackReasons } from '~/lib/play/whose-play';
import { isSureAtTheEnd, isSureLead } from '~/statistics/anytime';
import { figureNotes } from '~/statistics/figure-notes';
import type {
  Figure,
  PairRow,
  Standings,
  TournamentFormat,
  TournamentKind,
  TournamentStatus,
  TurnOrigins,
  WorldSource,
} from '~/store/tournaments/tournament';
import { onlyPeopleAreLeft } from '~/tournament/only-people-are-left';

export const FORMAT_LABELS: Record<TournamentFormat, { title: string; detail: string }> = {
  round_robin: { title: 'Round robin', detail: 'Everyone plays everyone, in the same worlds.' },
  swiss: { title: 'Swiss', detail: 'Each round pairs entrants with similar scores: for many entrants and few matches.' },
  knockout: { title: 'Knockout', detail: 'The loser of each pairing is out.' },
  league: { title: 'League', detail: 'Runs day after day until you end it. Agents can join and leave.' },
  ladder: { title: 'Ladder', detail: 'Each entrant challenges the one above it.' },
};

export const KIND_LABELS: Record<TournamentKind, { title: string; detail: string }> = {
  exhibition: { title: 'Unrated', detail: 'Any worlds, any players. Does not count in rankings.' },
  rated: {
    title: 'Rated',
    detail: 'Secret worlds of a season and pinned agents only; agents of one owner never share a table. Counts for the leaderboard.',
  },
};

export const RANGE_LABELS: Record<WorldSource['range'], string> = {
  train: 'train seeds',
  validation: 'validation seeds',
  test: 'test seeds',
  season: 'secret worlds of a season',
};

export const STATUS_TONE: Record<TournamentStatus, Tone> = {
  running: 'accent',
  paused: 'plain',
  finished: 'plain',
  cancelled: 'plain',
  failed: 'red',
};

export const DEMO_NOTE =
  'Mandi played this automatically when it first started, with its built-in scripts. It does not count in rankings, and it pauses while somebody plays.';

/** Reference policies. */
export const BASELINES = 'Baselines (unranked)';
export const BASELINES_NOTE = 'Simple policies on the same seeds and seats, to show what a score is worth.';

/** A format's word for a stage. */
export function stageWord(format: TournamentFormat, stage: number): string {
  if (format === 'league') return `Day ${stage + 1}`;
  if (format === 'round_robin') return 'All matches';
  return `Round ${stage + 1}`;
}

/** `0.42 [0.31, 0.53]` */
export function figureLabel({ mean, interval }: Figure, decimals = 3): string {
  const range = interval ? ` [${interval.map((end) => formatFixed(end, decimals)).join(', ')}]` : '';
  return `${formatFixed(mean, decimals)}${range}`;
}

/** `42.0% [31.0, 53.0]` */
export function percentLabel({ mean, interval }: Pick<Figure, 'mean' | 'interval'>): string {
  const range = interval ? ` [${interval.map((end) => formatFixed(100 * end, 1)).join(', ')}]` : '';
  return `${formatFixed(100 * mean, 1)}%${range}`;
}

/** A duration, rounded to the precision of the estimate. */
export function durationLabel(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${formatFixed(seconds / 3_600, 1)} h`;
  return `${formatCount(seconds / 86_400)} days`;
}

export function timeLeftLabel(
  status: TournamentStatus,
  { counts, withPeople, secondsLeft }: Pick<Progress, 'counts' | 'withPeople' | 'secondsLeft'>,
): string {
  if (status === 'paused') return 'paused';
  if (status !== 'running') return 'over';
  if (onlyPeopleAreLeft(counts, withPeople)) return 'as people play';
  if (secondsLeft === null) return 'not known yet';
  const beside = withPeople > 0 ? ', not counting matches that wait for people' : '';
  return `${secondsLeft < 1 ? '' : 'about '}${durationLabel(secondsLeft)}${beside}`;
}

/** Two digits, because a pace is not more precise. */
export function paceLabel({ counts, withPeople, rate }: Pick<Progress, 'counts' | 'withPeople' | 'rate'>): string {
  if (rate === null || onlyPeopleAreLeft(counts, withPeople)) return '–';
  const [pace, span] = rate >= 0.1 ? [rate, 'second'] : [rate * 60, 'minute'];
  return `${formatNumber(Number(pace.toPrecision(2)))} a ${span}`;
}

/** `$0.0319, about $0.012 to come, at most $5.00` */
export function spentLabel(
  { spent, left, most }: { spent: number; left: number | null; most: number | null },
  words: (amount: number) => string,
): string {
  const toCome = left === null || left === 0 ? '' : `, about ${words(left)} to come`;
  return `${words(spent)}${toCome}${most === null ? '' : `, at most ${words(most)}`}`;
}

/** Cents; below one dollar also fractions of a cent. */
export function dollarLabel(dollars: number): string {
  return `$${formatFixed(dollars, dollars > 0 && dollars < 1 ? 4 : 2)}`;
}

export function matchesLabel(count: number): string {
  return formatCounted(count, 'match', 'matches');
}

/** Why some matches do not count in scores. */
export function unratedLabel(unrated: number): string {
  const [are, their] = unrated === 1 ? ['is', 'its'] : ['are', 'their'];
  return `${matchesLabel(unrated)} ${are} unrated: the best possible result of ${their} world is not known within 1%, somebody fired a shock, or a model other than the pinned one replied. ${unrated === 1 ? 'It counts' : 'They count'} for profit and conduct, but not for scores, pairs and ratings.`;
}

/** `8 own, 1 retried, 2 fallback; 1 overridden, 3 reverted` */
export function originsLabel({ own, repaired, guarded, fallback, walkBacks, ...parts }: TurnOrigins): string {
  const [first, second, third, fourth, fifth] = [own, repaired, fallback, guarded, walkBacks].map(formatCount);
  return `${first} own, ${second} retried, ${third} fallback${fallbackReasons(parts)}; ${fourth} overridden, ${fifth} reverted`;
}

/** Paired differences: how many more matches would make a lead significant, and in how many worlds. `isOver`: nothing more is played. */
export function moreLabel(
  row: Pick<PairRow, 'holm' | 'anytime' | 'more' | 'moreMatches' | 'noLead' | 'moreFrom'>,
  isOver: boolean,
): string {
  const { holm, more, moreMatches, noLead, moreFrom } = row;
  if (isSureLead(row, isOver)) return 'none';
  if (isSureAtTheEnd(row, isOver)) return 'known at the end';
  if (noLead) return 'no clear lead';
  if (more === null && moreFrom !== undefined) return `known after ${formatCount(moreFrom)} worlds`;
  if (more === null || moreMatches === null || holm === null) return 'unknown';
  return more === 0 ? 'a few' : `about ${matchesLabel(moreMatches)} (${formatCount(more)} ${more === 1 ? 'world' : 'worlds'})`;
}

/** How the rows of standings are ordered. `points`: the format's name for points; null: it has none. */
export function orderLabel(points: string | null): string {
  return points === null ? 'Ordered by mean score.' : `Ordered by ${points.toLowerCase()}, then by mean score.`;
}

type Leads = Pick<Standings, 'rows' | 'pairs' | 'cross'>;

/** An entrant may score more than another seat for seat, but less at tables they share; null if no two do. Names the largest such case. */
export function whyLeadsDiffer({ rows, pairs, cross }: Leads): string | null {
  const ranked = new Set(rows.flatMap(({ entrant, rank }) => (rank === null ? [] : [entrant])));
  const atTable = new Map(cross.flatMap(({ row, column, difference }) => (difference ? [[`${row}\n${column}`, difference.mean]] : [])));
  const cases = pairs.flatMap(({ a, b, difference, worlds }) => {
    const met = atTable.get(`${a}\n${b}`);
    if (worlds === 0 || met === undefined || met * difference >= 0 || !ranked.has(a) || !ranked.has(b)) return [];
    return [difference > 0 ? { a, b, bySeat: difference, met: -met } : { a: b, b: a, bySeat: -difference, met }];
  });
  const [widest] = cases.toSorted((one, other) => Math.min(other.bySeat, other.met) - Math.min(one.bySeat, one.met));
  if (widest === undefined) return null;
  const { bySeat, met } = widest;
  const [a, b] = [policyWords(widest.a), policyWords(widest.b)];
  const others = cases.length === 1 ? '' : `, and ${counted(cases.length - 1, 'other pair')} likewise`;
  return `Two comparisons, two answers: in the same seat of the same world ${a} scores ${formatFixed(bySeat, 3)} more than ${b} (rank, score and paired differences), but in the matches that both play ${b} ends ${formatFixed(met, 3)} ahead of ${a} (who against whom, Elo and skill)${others}. This happens when a player’s moves gain others at the table more than itself.`;
}

function counted(count: number, word: string): string {
  return `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;
}

/** Why rows of a table by bootstrap-t-2 have no interval, or one without its nominal coverage; null if all are fine. */
export function intervalNote({ statistics, rows }: Pick<Standings, 'statistics' | 'rows'>): string | null {
  if (statistics === undefined || statistics === 'percentile-1') return null;
  const parts = figureNotes(rows);
  return parts.length === 0 ? null : parts.join(' ');
}

interface Ranked {
  name: string;
  rank: number | null;
  elo: { elo: number } | null;
}

/** Where a table's ranks and Elo ratings disagree, and why both are valid; null if they agree. `by`: what ranks them. */
export function eloNote(rows: readonly Ranked[], by: string): string | null {
  for (const one of rows) {
    const better = rows.find(
      ({ rank, elo }) => rank !== null && one.rank !== null && elo && one.elo && rank > one.rank && elo.elo > one.elo.elo,
    );
    if (better?.elo && one.elo)
      return `${policyWords(better.name)} ranks below ${policyWords(one.name)} with a higher Elo: ranks go by ${by}, Elo by how often one finishes ahead of another.`;
  }
  return null;
}
