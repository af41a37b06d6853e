/** If nothing is found: how many finished matches each filter excluded. */

import type { EventStore, MatchRecord } from '~/store/event-store';
import { isSealed } from '~/store/match-record';
import { type Unwanted, whyUnwanted } from './find-matches';
import { playerOf } from './match-rows';
import { type DatasetRequest, refOfRequest } from './request';

const MOST_LOOKED = 2_000;
const MOST_PLAYERS = 8;
const PAGE = 50;

export type PassedOverBy = 'other_ruleset' | 'other_version' | 'other_task' | 'sealed' | Unwanted;

export interface PassedOver {
  /** Finished matches considered: of the requested tournament, otherwise the newest. */
  looked: number;
  /** There are more than were considered. */
  more: boolean;
  /** Each match counts for the first filter that excludes it. */
  by: Partial<Record<PassedOverBy, number>>;
  /** Some players of the matches that pass. */
  players: string[];
}

export async function passedOver(store: EventStore, request: DatasetRequest): Promise<PassedOver> {
  const { tournament } = request;
  const by: PassedOver['by'] = {};
  const players = new Set<string>();
  let looked = 0;
  let more = false;
  for await (const match of tournament === undefined ? newestOf(store) : matchesOf(store, tournament)) {
    more = looked === MOST_LOOKED;
    if (more) break;
    looked += 1;
    const why = await whyPassedOver(store, request, match);
    if (why !== null) by[why] = (by[why] ?? 0) + 1;
    else for (const card of match.seats) players.add(playerOf(card));
  }
  return { looked, more, by, players: [...players].toSorted().slice(0, MOST_PLAYERS) };
}

async function whyPassedOver(store: EventStore, request: DatasetRequest, match: MatchRecord): Promise<PassedOverBy | null> {
  const { key, version } = refOfRequest(request);
  if (match.game !== key) return 'other_ruleset';
  if (match.version !== version) return 'other_version';
  if (request.task !== undefined && match.task !== request.task) return 'other_task';
  return isSealed(match) ? 'sealed' : whyUnwanted(store, request, match);
}

/** Finished matches of other games among the newest, most first: a dataset has one game. */
export async function otherGames(store: EventStore, request: DatasetRequest): Promise<{ game: string; matches: number }[]> {
  const { key } = refOfRequest(request);
  const counts = new Map<string, number>();
  let looked = 0;
  for await (const { game } of newestOf(store)) {
    if (looked === MOST_LOOKED) break;
    looked += 1;
    if (game !== key) counts.set(game, (counts.get(game) ?? 0) + 1);
  }
  return [...counts].map(([game, matches]) => ({ game, matches })).sort((a, b) => b.matches - a.matches);
}

async function* newestOf(store: EventStore): AsyncGenerator<MatchRecord> {
  for (let cursor: string | undefined; ; ) {
    const page = await store.list({ status: ['finished'] }, { cursor, limit: PAGE });
    yield* page.items;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

async function* matchesOf(store: EventStore, tournament: string): AsyncGenerator<MatchRecord> {
  for (let after: number | undefined; ; ) {
    const page = await store.tournaments.fixtures(tournament, {}, { limit: PAGE, ...(after !== undefined && { after }) });
    for (const { matchId } of page) {
      const match = await store.get(matchId);
      if (match?.status === 'finished') yield match;
    }
    after = page.at(-1)?.order;
    if (after === undefined) return;
  }
}
