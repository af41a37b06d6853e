/**
 * The rated rank (method 2): by the lower bound of the mean lead over a null policy in the same world and seat, taken without the opponent
 * who helped most and the one who hurt most. A friend who gives everything away is left out, and so is who spoils everybody else's matches.
 */
import { mean } from '~/eval/statistics';
import { intervalsOf } from '~/statistics/bootstrap';
import { NEWEST_STATISTICS } from '~/statistics/methods';
import { type LeaderboardPlayer, leaderboardOf, type RatedTournament } from '../leaderboard';
import type { Figure } from '../tournament';
import { countVersions } from './count-versions';
import { type Lead, leadsOf } from './leads';

export const FEWEST_OPPONENTS = 3;
export const FEWEST_RANKED_WORLDS = 20;

/** A lead without the matches against one owner's agents; null: too few matches are left to say. */
export interface Without {
  opponent: string;
  lead: Figure | null;
}

export interface Rating {
  /** Mean score less the baseline's in the same world and seat, over worlds. null: no baseline played beside. */
  lead: Figure | null;
  without: Without[];
  /** What ranks: the lower bound without the opponent who helped most and the one who hurt most. null: too few worlds are left. */
  bound: number | null;
  opponents: number;
  /** Why it has no rank, in words; null: it has one, or another reason stands already. */
  why: string | null;
}

export type RatedPlayer = LeaderboardPlayer & { rating: Rating };

export function ratedBoard(tournaments: readonly RatedTournament[], task: string): RatedPlayer[] {
  const inOrder = tournaments.toSorted((a, b) => a.record.createdAt.getTime() - b.record.createdAt.getTime());
  const counted = countVersions(inOrder, task);
  const leads = new Map<string, Lead[]>();
  for (const lead of counted.flatMap((one) => leadsOf(one, task))) leads.set(lead.entry, [...(leads.get(lead.entry) ?? []), lead]);
  const rows = leaderboardOf(counted, task).map((row) => ({ ...row, rating: ratingOf(leads.get(row.pinHash) ?? []) }));
  return ranked(rows);
}

export function ratingOf(leads: readonly Lead[]): Rating {
  const owners = new Map<string, Set<string>>();
  for (const { opponents } of leads) {
    for (const [owner, name] of opponents) owners.set(owner, (owners.get(owner) ?? new Set()).add(name));
  }
  const keys = [...owners.keys()].sort();
  const lists = [null, ...keys].map((owner) => byWorld(leads.filter(({ opponents }) => owner === null || !opponents.has(owner))));
  const intervals = intervalsOf(lists, NEWEST_STATISTICS);
  const figures = lists.map((values, i) =>
    values.length === 0 ? null : { mean: mean(values), interval: intervals[i] ?? null, n: values.length },
  );
  const [lead = null, ...rest] = figures;
  const without = keys.map((owner, i) => ({ opponent: [...(owners.get(owner) ?? [])].sort().join(', '), lead: rest[i] ?? null }));
  const outer = outermost(keys, without);
  const inner = byWorld(leads.filter(({ opponents }) => !outer.some((owner) => opponents.has(owner))));
  const bound = owners.size < FEWEST_OPPONENTS ? null : (intervalsOf([inner], NEWEST_STATISTICS)[0]?.[0] ?? null);
  return { lead, without, bound, opponents: keys.length, why: whyNoRank({ lead, bound, owners: keys.length }) };
}

/** Whose absence lowers the lead most, and whose raises it most; who sat at every table helped as much as can be. */
function outermost(keys: readonly string[], without: readonly Without[]): string[] {
  const rest = keys
    .map((owner, i) => ({ owner, mean: without[i]?.lead?.mean ?? Number.NEGATIVE_INFINITY }))
    .sort((a, b) => a.mean - b.mean);
  return [rest.at(0), rest.at(-1)].flatMap((one) => one?.owner ?? []);
}

function byWorld(leads: readonly Lead[]): number[] {
  const worlds = new Map<string, number[]>();
  for (const { world, lead } of leads) worlds.set(world, [...(worlds.get(world) ?? []), lead]);
  return [...worlds.keys()].sort().map((world) => mean(worlds.get(world) ?? []));
}

function whyNoRank({ lead, bound, owners }: Pick<Rating, 'lead' | 'bound'> & { owners: number }): string | null {
  if (lead === null) return 'No null policy played the same worlds and seats, so there is nothing to compare with.';
  if (lead.n < FEWEST_RANKED_WORLDS) return `${lead.n} of the ${FEWEST_RANKED_WORLDS} worlds that a rank needs.`;
  if (owners < FEWEST_OPPONENTS)
    return `Opponents of ${owners} of the ${FEWEST_OPPONENTS} owners that a rank needs; all unconfirmed owners count as one.`;
  return bound === null ? 'Too few worlds are left without the two opponents who moved it most. Smaller tables leave more.' : null;
}

/** By the bound; equals share a rank. Who has none stands below, by its lead. */
function ranked(rows: readonly RatedPlayer[]): RatedPlayer[] {
  const merit = ({ rating, unranked }: RatedPlayer) => (unranked === null && rating.why === null ? rating.bound : null);
  const leadOf = ({ rating: { lead } }: RatedPlayer) => lead?.mean ?? Number.NEGATIVE_INFINITY;
  const sorted = rows.toSorted((a, b) => {
    const [one, other] = [merit(a), merit(b)];
    if (one !== null && other !== null) return other - one;
    if (one !== null || other !== null) return one === null ? 1 : -1;
    return leadOf(b) === leadOf(a) ? a.entrant.name.localeCompare(b.entrant.name) : leadOf(b) - leadOf(a);
  });
  const bounds = sorted.map(merit);
  return sorted.map((row, i) => ({ ...row, rank: bounds[i] == null ? null : 1 + bounds.indexOf(bounds[i] ?? null) }));
}
