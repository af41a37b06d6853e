/** Who is best at a game and why: one tournament's table, what its entrants did, and matches to watch. */
import type { GameKey } from '~/contract/game-ref';
import { gameOf } from '~/match/load-match';
import type { Figure, FixtureRecord, Standings, TournamentRecord } from '~/store/tournaments/tournament';
import { type Habits, habitsOf, type WatchedMatch } from '~/tournament/habits';
import { isSealed } from '~/tournament/sealed/sealed-standings';
import type { SharedServices } from '../context';
import { tournamentCard } from './cards';
import type { Reading } from './standings-cache';
import type { TournamentCard } from './types';

export type { Habits } from '~/tournament/habits';

/** How many of the newest tournaments are considered. */
const LOOKED_AT = 200;
const PAGE = 50;
/** How many matches are read to count moves. */
const WATCHED = 32;
const KEPT = 16;

export interface WhySheet {
  card: TournamentCard;
  standings: Standings;
  /** Habits of the entrants, in the order of the standings. */
  habits: Habits[];
  /** Number of matches counted. */
  watched: number;
  replays: Replay[];
  /** Games with such a page. */
  games: GameKey[];
}

export interface Replay {
  matchId: string;
  order: number;
  /**
   * `largest`: the leader’s largest lead over another at its table; `closest`: the closest match; `worst`: the one in which it was furthest
   * behind.
   */
  why: 'largest' | 'closest' | 'worst';
  /** The leader's score minus the best score of the others. */
  lead: number;
  other: string;
}

/** Where an agent stands in the tournament that says most about a game. */
export interface AgentPlace {
  /** `name@version`, or a scripted policy's id. */
  ref: string;
  ruleset: GameKey;
  tournament: { id: string; name: string };
  /** null: a baseline, or too few results. */
  rank: number | null;
  /** Number of entrants with a rank. */
  ranked: number;
  score: Figure;
}

/** For every game with a finished tournament, the places of its entrants. */
export async function showPlaces(shared: SharedServices): Promise<AgentPlace[]> {
  const found = [...(await finishedByGame(shared))];
  const places = await Promise.all(
    found.map(async ([ruleset, record]) => placesIn(ruleset, record, await shared.standings.read(record.id))),
  );
  return places.flat();
}

function placesIn(ruleset: GameKey, { id, plan, entrants }: TournamentRecord, reading: Reading | null): AgentPlace[] {
  const rows = reading?.standings.rows ?? [];
  const ranked = rows.filter(({ rank }) => rank !== null).length;
  return rows.flatMap(({ entrant, rank, score }) => {
    const of = entrants.find(({ name }) => name === entrant);
    const ref = of?.player ?? of?.person;
    return ref && score ? [{ ref, ruleset, tournament: { id, name: plan.name }, rank, ranked, score }] : [];
  });
}

const sheets = new WeakMap<SharedServices, Map<string, Promise<Omit<WhySheet, 'card' | 'games' | 'standings'>>>>();

/** null if no tournament of that game, or of any, is over. */
export async function showWhy(shared: SharedServices, game: GameKey | null): Promise<WhySheet | null> {
  const found = await finishedByGame(shared);
  const record = game === null ? [...found.values()][0] : found.get(game);
  const reading = record && (await shared.standings.read(record.id));
  if (!record || !reading) return null;
  const games = [...found.keys()];
  const kept = sheets.get(shared) ?? new Map<string, ReturnType<typeof makeSheet>>();
  sheets.set(shared, kept);
  const key = `${record.id} ${reading.counts.done}`;
  const sheet = kept.get(key) ?? makeSheet(shared, record, reading.standings);
  kept.delete(key);
  kept.set(key, sheet);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  sheet.catch(() => kept.delete(key));
  return { card: tournamentCard(record, reading.counts), standings: reading.standings, games, ...(await sheet) };
}

/** Per game, the newest finished tournament: a rated one if there is any, a demo only if there is nothing else. */
async function finishedByGame({ services: { store } }: SharedServices): Promise<Map<GameKey, TournamentRecord>> {
  const best = new Map<GameKey, TournamentRecord>();
  let cursor: string | undefined;
  for (let seen = 0; seen < LOOKED_AT; seen += PAGE) {
    const page = await store.tournaments.list({ limit: PAGE, ...(cursor !== undefined && { cursor }) });
    for (const record of page.items) {
      const known = best.get(record.plan.game);
      const isBetter = known === undefined || worthOf(record) > worthOf(known);
      if (record.status === 'finished' && isBetter && !(await isSealed(store, record))) best.set(record.plan.game, record);
    }
    cursor = page.nextCursor ?? undefined;
    if (cursor === undefined) break;
  }
  return best;
}

function worthOf({ plan }: TournamentRecord): number {
  if (plan.kind === 'rated') return 2;
  return plan.demo ? 0 : 1;
}

async function makeSheet({ services: { store } }: SharedServices, record: TournamentRecord, { rows }: Standings) {
  const done: FixtureRecord[] = [];
  for await (const fixture of store.tournaments.results(record.id)) done.push(fixture);
  const names = rows.filter(({ isNull }) => !isNull).map(({ entrant }) => entrant);
  // Spread over the schedule, to include every entrant and seat.
  const counted = done.filter(
    ({ seats }) => record.plan.series === undefined && seats.some(({ entrant }) => names.includes(entrant ?? '')),
  );
  const chosen = spread(counted, WATCHED);
  const watched: WatchedMatch[] = [];
  for (const fixture of chosen) {
    const match = fixture && (await store.get(fixture.matchId));
    if (fixture && match) watched.push({ fixture, game: gameOf(match), events: (await store.read(match.id)).map(({ event }) => event) });
  }
  const habits = habitsOf(watched);
  const inOrder = names.flatMap((name) => habits.find(({ entrant }) => entrant === name) ?? []);
  return { habits: inOrder, watched: watched.length, replays: replaysOf(names[0], done) };
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * At most so many, from the whole list. Not every n-th: a schedule repeats its pairings at even distances, so an entrant could be missed in
 * all of them.
 */
export function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  const places = new Set<number>();
  for (let i = 0; places.size < most; i += 1) places.add(Math.floor(((i * GOLDEN) % 1) * all.length));
  return [...places].sort((a, b) => a - b).flatMap((place) => all[place] ?? []);
}

/** Matches in which the leader met others. */
export function replaysOf(leader: string | undefined, done: readonly FixtureRecord[]): Replay[] {
  const leads = done.flatMap(({ matchId, order, result }) => {
    const scored = (result?.unrated ? [] : (result?.seats ?? [])).flatMap(({ entrant, score }) =>
      entrant === null || score === null ? [] : [{ entrant, score }],
    );
    const own = scored.find(({ entrant }) => entrant === leader);
    const [best] = scored.filter(({ entrant }) => entrant !== leader).sort((a, b) => b.score - a.score);
    return own && best ? [{ matchId, order, lead: own.score - best.score, other: best.entrant }] : [];
  });
  const [largest] = leads.toSorted((a, b) => b.lead - a.lead);
  const [closest] = leads.toSorted((a, b) => Math.abs(a.lead) - Math.abs(b.lead));
  const [worst] = leads.toSorted((a, b) => a.lead - b.lead);
  const named = [
    ...(largest && largest.lead > 0 ? [{ ...largest, why: 'largest' as const }] : []),
    ...(closest ? [{ ...closest, why: 'closest' as const }] : []),
    ...(worst && worst.lead < 0 ? [{ ...worst, why: 'worst' as const }] : []),
  ];
  return named.filter(({ matchId }, place) => named.findIndex((one) => one.matchId === matchId) === place);
}
