/**
 * The rated rank (since method 2): by the lower bound of the mean lead in the same world and seat (`leadsOf`), without the opponent who
 * helped most, so that a friend who gives everything away does not count. Against players who spoil others' matches, method 2 also leaves
 * out the opponent who hurt most; from method 3 on, such a spoiler is left out for everyone (`spoilersOf`). From method 4 on, an opponent
 * counts only if it was met in as many worlds as a rank needs (with fewer, a spoiler cannot be told from bad luck), and players who favor
 * one other are left out for everyone too (`kingmakersOf`).
 */
import { addToList } from '~/lib/collections/add-to-list';
import { mean } from '~/statistics/basics';
import { intervalsOf } from '~/statistics/bootstrap';
import { medianOf } from '~/statistics/median';
import { FEWEST_WORLDS, NEWEST_STATISTICS } from '~/statistics/methods';
import { type Figure, methodOf } from '~/store/tournaments/tournament';
import { type LeaderboardPlayer, leaderboardOf, type RatedTournament } from '../leaderboard';
import { countVersions } from './count-versions';
import { type Lead, leadsOf } from './leads';
import { kingmakersOf, spoilersOf } from './spoilers';

export const FEWEST_OPPONENTS = 3;
export const FEWEST_RANKED_WORLDS = 20;
/** Minimum number of worlds with an opponent for it to count. */
export const FEWEST_MET_WORLDS = 20;

/** A lead without the matches against one owner's agents; null if no matches are left. */
export interface Without {
  opponent: string;
  lead: Figure | null;
}

export interface Rating {
  /** Mean lead over worlds. null without a baseline. */
  lead: Figure | null;
  without: Without[];
  /**
   * Determines the rank: the method's lower bound without the opponent who helped most. null if too few worlds are left or its fallback
   * played.
   */
  bound: number | null;
  opponents: number;
  /** Why it has no rank, in words; null if it has one or another reason is already given. */
  why: string | null;
}

export type RatedPlayer = LeaderboardPlayer & { rating: Rating };

export function ratedBoard(tournaments: readonly RatedTournament[], task: string): RatedPlayer[] {
  const inOrder = tournaments.toSorted((a, b) => a.record.createdAt.getTime() - b.record.createdAt.getTime());
  const counted = countVersions(inOrder, task);
  const all = counted.flatMap((one) => leadsOf(one, task));
  const leads = new Map<string, Lead[]>();
  for (const lead of all) addToList(leads, lead.entry, lead);
  const method = Math.min(...tournaments.map(({ record }) => methodOf(record.plan)));
  const countedOf = (own: readonly Lead[]) => (method < 4 ? own : wellMet(own));
  const ranking = [...leads.values()].flatMap(countedOf);
  const spoilers = method === 2 ? null : new Set([...spoilersOf(ranking), ...(method < 4 ? [] : kingmakersOf(ranking))]);
  const rows = leaderboardOf(counted, task, NEWEST_STATISTICS).map((row) => {
    const own = leads.get(row.pinHash) ?? [];
    const rating = ratingOf(own, { counted: countedOf(own), spoilers, method });
    return { ...row, rating: isAbsent(row) ? { ...rating, bound: null } : rating };
  });
  return ranked(rows);
}

/** Leads against opponents met in enough worlds. */
function wellMet(leads: readonly Lead[]): Lead[] {
  const worlds = new Map<string, Set<string>>();
  for (const { opponents, world } of leads) {
    for (const owner of opponents.keys()) worlds.set(owner, (worlds.get(owner) ?? new Set()).add(world));
  }
  return leads.filter(({ opponents }) => [...opponents.keys()].every((owner) => (worlds.get(owner)?.size ?? 0) >= FEWEST_MET_WORLDS));
}

interface Ranking {
  /** The leads that count for the rank. */
  counted: readonly Lead[];
  /** null in method 2. */
  spoilers: ReadonlySet<string> | null;
  method: number;
}

function ratingOf(leads: readonly Lead[], { counted, spoilers, method }: Ranking): Rating {
  const owners = new Map<string, Set<string>>();
  for (const { opponents } of leads) {
    for (const [owner, name] of opponents) owners.set(owner, (owners.get(owner) ?? new Set()).add(name));
  }
  const keys = [...owners.keys()].sort();
  const lists = [null, ...keys].map((owner) => byWorld(leads.filter(({ opponents }) => owner === null || !opponents.has(owner))));
  const intervals = intervalsOf(lists, NEWEST_STATISTICS);
  const figures = lists.map((values, i) =>
    values.length === 0
      ? null
      : { mean: mean(values), interval: intervals[i] ?? null, n: values.length, ...(i === 0 && medianFor(values)) },
  );
  const [lead = null, ...rest] = figures;
  const without = keys.map((owner, i) => ({ opponent: [...(owners.get(owner) ?? [])].sort().join(', '), lead: rest[i] ?? null }));
  const met = keys.filter((owner) => counted.some(({ opponents }) => opponents.has(owner)));
  const inner = spoilers === null ? innerOf(counted, met) : fairOf(counted, met, spoilers);
  const count = met.filter((owner) => spoilers?.has(owner) !== true).length;
  const bound = count < FEWEST_OPPONENTS ? null : boundOf(byWorld(inner), spoilers === null);
  return { lead, without, bound, opponents: keys.length, why: whyNoRank({ lead, bound, owners: count, method }) };
}

function medianFor(values: readonly number[]): Pick<Figure, 'median'> {
  const median = medianOf(values);
  return median === null ? {} : { median };
}

/** If values vary too little for an interval, as for an agent that never trades: the smallest lead of any world (null in method 2). */
function boundOf(values: readonly number[], isSecond: boolean): number | null {
  const [interval] = intervalsOf([values], NEWEST_STATISTICS);
  return interval?.[0] ?? (isSecond || values.length < FEWEST_WORLDS ? null : Math.min(...values));
}

/** Leads without opponents who spoil everyone's matches, and without the one who helped most. */
function fairOf(leads: readonly Lead[], keys: readonly string[], spoilers: ReadonlySet<string>): Lead[] {
  const left = leavingOut(leads, [...spoilers]);
  const others = keys.filter((owner) => !spoilers.has(owner));
  return leavingOut(left, byAbsence(left, others).slice(0, 1));
}

/** Leads without the opponents whose removal lowers and raises the lead most. */
function innerOf(leads: readonly Lead[], keys: readonly string[]): Lead[] {
  const order = byAbsence(leads, keys);
  return leavingOut(
    leads,
    [order.at(0), order.at(-1)].flatMap((owner) => owner ?? []),
  );
}

/** Sorted by how much the lead drops without each. An opponent at every table counts as the most helpful. */
function byAbsence(leads: readonly Lead[], keys: readonly string[]): string[] {
  const rest = keys.map((owner) => {
    const values = byWorld(leavingOut(leads, [owner]));
    return { owner, mean: values.length === 0 ? Number.NEGATIVE_INFINITY : mean(values) };
  });
  return rest.sort((a, b) => a.mean - b.mean).map(({ owner }) => owner);
}

function leavingOut(leads: readonly Lead[], owners: readonly string[]): Lead[] {
  return leads.filter(({ opponents }) => !owners.some((owner) => opponents.has(owner)));
}

function byWorld(leads: readonly Lead[]): number[] {
  const worlds = new Map<string, number[]>();
  for (const { world, lead } of leads) addToList(worlds, world, lead);
  return [...worlds.keys()].sort().map((world) => mean(worlds.get(world) ?? []));
}

function whyNoRank({ lead, bound, owners, method }: Pick<Rating, 'lead' | 'bound'> & { owners: number; method: number }): string | null {
  if (lead === null) return 'No null policy played the same worlds and seats, so there is nothing to compare with.';
  if (lead.n < FEWEST_RANKED_WORLDS) return `${lead.n} of the ${FEWEST_RANKED_WORLDS} worlds that a rank needs.`;
  if (owners < FEWEST_OPPONENTS) {
    const met = method < 4 ? '' : `, each met in ${FEWEST_MET_WORLDS} worlds`;
    return `Opponents of ${owners} of the ${FEWEST_OPPONENTS} owners that a rank needs${met}; all unconfirmed owners count as one.`;
  }
  return bound === null
    ? 'Too few worlds are left without the opponents that changed its score most. Smaller tables leave more worlds.'
    : null;
}

/** By the bound; ties share a rank. Unranked entries follow by their lead, then those mostly played by their fallback. */
function ranked(rows: readonly RatedPlayer[]): RatedPlayer[] {
  const merit = ({ rating, unranked }: RatedPlayer) => (unranked === null && rating.why === null ? rating.bound : null);
  const leadOf = ({ rating: { lead } }: RatedPlayer) => lead?.mean ?? Number.NEGATIVE_INFINITY;
  const sorted = rows.toSorted((a, b) => {
    const [one, other] = [merit(a), merit(b)];
    if (one !== null && other !== null) return other - one;
    if (one !== null || other !== null) return one === null ? 1 : -1;
    if (isAbsent(a) !== isAbsent(b)) return isAbsent(a) ? 1 : -1;
    return leadOf(b) === leadOf(a) ? a.entrant.name.localeCompare(b.entrant.name) : leadOf(b) - leadOf(a);
  });
  const bounds = sorted.map(merit);
  return sorted.map((row, i) => ({ ...row, rank: bounds[i] == null ? null : 1 + bounds.indexOf(bounds[i] ?? null) }));
}

function isAbsent({ unranked }: LeaderboardPlayer): boolean {
  return unranked === 'mostly_fallback';
}
