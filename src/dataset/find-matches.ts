/** The finished matches of a dataset, in the order in which they ended. A run may wait for more. */

import type { GameKey } from '~/contract/game-ref';
import { splitOf } from '~/eval/seeds';
import { WakeSignal } from '~/match/wake-signal';
import type { EndPlace, EventStore, MatchRecord } from '~/store/event-store';
import { isSealed } from '~/store/match-record';
import { haveAgreed } from '~/store/match-types';
import { type EndedMatch, earliest, type HeldBack, isBefore, isClosed } from './held-back';
import { LATE_MS, type RecentMatches } from './recent';
import { type DatasetRequest, mayHold, refOfRequest } from './request';

const PAGE = 50;
/** News arrives by notices; a run also checks at this interval. */
const LOOK_MS = 10_000;
/** Groups notices, which arrive in bursts. */
const BREATH_MS = 500;

export interface Search {
  /** Where an earlier run stopped. */
  after: EndPlace | null;
  recent: RecentMatches;
  /** What an earlier run skipped because its world was sealed; also receives what is skipped now. */
  held: HeldBack;
  /** Waits for more matches until stopped; for a tournament, until it is over. */
  follow: boolean;
  signal?: AbortSignal | undefined;
  /** Called before it waits. */
  onIdle?(): void;
}

/**
 * A match is stored shortly after the time at which it says it ended. So a run that continues from a position starts a little earlier and
 * skips what it had. Matches of sealed worlds are skipped; when their season closes, the run goes back to the first of them, and yields
 * earlier matches of seasons a second time.
 */
export async function* endedMatches(store: EventStore, request: DatasetRequest, search: Search): AsyncGenerator<EndedMatch> {
  const { held } = search;
  const had = search.recent.copy();
  let last = search.after;
  const bell = search.follow ? await listen(store) : null;
  try {
    for (;;) {
      const heard = bell?.wake.rings ?? 0;
      const isLast = bell === null || (await isOver(store, request));
      const freed = await held.freed();
      const known = last && before(last);
      const from = earliest([known, freed.first && before(freed.first)]);
      for await (const match of pages(store, request, from ?? undefined)) {
        if (had.has(match.id) || (match.season === null && !match.series && known !== null && isBefore(match, known))) continue;
        if (last === null || isBefore(last, match)) last = match;
        const isWantedNow = await isWanted(store, request, match);
        if (isSealed(match)) {
          if (isWantedNow) held.add(match);
          continue;
        }
        if (isWantedNow) yield match;
        had.add(match.id, match.finishedAt.getTime());
      }
      held.forget(freed.seasons);
      if (isLast) return;
      search.onIdle?.();
      await pause(bell.wake, heard, search.signal);
    }
  } finally {
    await bell?.stop();
  }
}

/** Newest first, for a preview; null for a match that the request excludes. */
export async function* newestMatches(store: EventStore, request: DatasetRequest): AsyncGenerator<EndedMatch | null> {
  const filter = { status: ['finished' as const], ...gameOf(request), ...(request.task !== undefined && { task: request.task }) };
  for (let cursor: string | undefined; ; ) {
    const page = await store.list(filter, { cursor, limit: PAGE });
    for (const match of page.items) yield hasEnded(match) && !isSealed(match) && (await isWanted(store, request, match)) ? match : null;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

async function* pages(store: EventStore, request: DatasetRequest, from: EndPlace | undefined): AsyncGenerator<EndedMatch> {
  const filter = { ...gameOf(request), ...(request.task !== undefined && { task: request.task }) };
  for (let after = from; ; ) {
    const page = (await store.finished(filter, { after, limit: PAGE })).filter(hasEnded);
    yield* page;
    after = page.at(-1) ?? after;
    if (page.length < PAGE) return;
  }
}

function gameOf(request: DatasetRequest): { game: GameKey; version: number } {
  const { key: game, version } = refOfRequest(request);
  return { game, version };
}

function hasEnded(match: MatchRecord): match is EndedMatch {
  return match.finishedAt !== null;
}

async function isWanted(store: EventStore, request: DatasetRequest, match: MatchRecord): Promise<boolean> {
  return mayHold(request) && (await whyUnwanted(store, request, match)) === null;
}

/** Why a match of the requested ruleset and task is skipped. */
export type Unwanted =
  | 'other_split'
  | 'branch_of_other_split'
  | 'branch_of_sealed'
  | 'with_people'
  | 'private'
  | 'no_consent'
  | 'cancelled'
  | 'other_tournament';

/** null: it is wanted, whether or not its world is sealed. Tables are excluded unless requested and everyone who sat there agreed. */
export async function whyUnwanted(store: EventStore, request: DatasetRequest, match: MatchRecord): Promise<Unwanted | null> {
  if (splitOf(match.seed) !== request.split) return 'other_split';
  const ancestors = await ancestorsOf(store, match);
  if (ancestors.some((ancestor) => splitOf(ancestor.seed) !== request.split)) return 'branch_of_other_split';
  if (ancestors.some(isSealed)) return 'branch_of_sealed';
  const tables = [match, ...ancestors].filter(({ hosted }) => hosted);
  if ([match, ...ancestors].some(({ isPrivate }) => isPrivate)) return 'private';
  if (request.withPeople !== true && tables.length > 0) return 'with_people';
  if (tables.some(({ seats }) => !haveAgreed(seats))) return 'no_consent';
  if (request.tournament === undefined) return null;
  const place = await store.tournaments.fixtureOf(match.id);
  if (place?.tournamentId !== request.tournament) return 'other_tournament';
  return place.status === 'cancelled' ? 'cancelled' : null; // not a result of it
}

/** The match a branch came from, and its ancestors: it begins with their words and actions, whatever its own seed. */
async function ancestorsOf(store: EventStore, { origin }: MatchRecord): Promise<MatchRecord[]> {
  const ancestor = origin === null ? null : await store.get(origin.matchId);
  return ancestor === null ? [] : [ancestor, ...(await ancestorsOf(store, ancestor))];
}

async function isOver(store: EventStore, { tournament }: DatasetRequest): Promise<boolean> {
  if (tournament === undefined) return false;
  const found = await store.tournaments.get(tournament);
  if (found === null) return true;
  return found.finishedAt !== null && (found.seasonId === null || (await isClosed(store, found.seasonId)));
}

function before({ finishedAt, id }: EndPlace): EndPlace {
  return { finishedAt: new Date(finishedAt.getTime() - LATE_MS), id };
}

async function listen(store: EventStore): Promise<{ wake: WakeSignal; stop(): Promise<void> }> {
  const wake = new WakeSignal();
  const stop = await store.listen(() => wake.ring());
  return { wake, stop };
}

async function pause(wake: WakeSignal, heard: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const ring = () => wake.ring();
  signal?.addEventListener('abort', ring, { once: true });
  await wake.sleep(LOOK_MS, heard);
  await new Promise((resolve) => setTimeout(resolve, BREATH_MS));
  signal?.removeEventListener('abort', ring);
  signal?.throwIfAborted();
}
