import { setTimeout as sleep } from 'node:timers/promises';
import type { Audience } from '~/live/audience';
import { isOver } from '~/match/match-card';
import { runMatch, runNewMatch } from '~/match/run-match';
import { advanceSeries, seatingsOf } from '~/match/series/advance-series';
import type { Services } from '~/match/services';
import { WakeSignal } from '~/match/wake-signal';
import type { MatchRecord } from '~/store/event-store';
import { isForPeople } from '~/store/match-types';
import type { WorldKey } from '~/store/scoring/scoring-store';
import { MOST_ATTEMPTS } from '~/store/tournaments/open-fixtures';
import type { Fixture, FixtureRecord, FixtureResult } from '~/store/tournaments/tournament';
import type { FixtureJob } from '~/store/tournaments/tournament-store';
import { type FixtureMatch, type FixturePlace, matchOf, seriesOf } from './fixture-match';
import { type EventText, playedOf, scored, seriesResult } from './fixture-result';
import { worldKey } from './world-scorer';

/** How often to check a match that another process plays or has paused. */
const LOOK_EVERY_MS = 500;

/** played: it now has a result or failed. left: people play it, or this process stops. nothing: it was not to be played. */
export type Played = 'played' | 'left' | 'nothing';

export interface Playing extends FixturePlace {
  signal: AbortSignal;
}

/** Plays a started fixture from where it was left and stores its result. Throws on internal and database errors. */
export async function playFixture(services: Services, job: FixtureJob, at: Playing): Promise<Played> {
  const { fixture } = at;
  if (at.tournament.plan.series !== undefined) return playSeries(services, job, at);
  const made = await matchOf(services, at);
  if (made.kind === 'known' && made.match.hosted) return 'left'; // see `tendTables`
  const over = made.kind === 'new' ? await playNew(services, made, at.signal) : await playOut(services, fixture.matchId, at.signal);
  if (!over) return 'left';
  await settle(services, job, { fixture, over });
  return 'played';
}

/** Plays the matches of a series in order, each from where it was left. */
async function playSeries(services: Services, job: FixtureJob, at: Playing): Promise<Played> {
  const { id } = await seriesOf(services, at);
  for (let match = await advanceSeries(services, id); match !== null; match = await advanceSeries(services, id)) {
    const seating = await seatedIn(services, at, match.id);
    const pinned = (seat: string) => services.pinned?.(seating[seat] ?? '') ?? null;
    if (!(await playOut({ ...services, ...(services.pinned && { pinned }) }, match.id, at.signal))) return 'left';
  }
  await settleSeries(services, job, at);
  return 'played';
}

async function settleSeries({ store }: Services, job: FixtureJob, { fixture, tournament: record }: Playing): Promise<void> {
  const series = await store.series.get(fixture.matchId);
  if (series?.status === 'finished')
    return void (await store.tournaments.finish(job.id, job.order, await seriesResult({ store }, fixture, { series, record })));
  const last = (await store.series.matches(fixture.matchId)).at(-1);
  if (last?.status === 'aborted') return store.tournaments.fail(job, whyAborted(last), false);
  await noteFailure({ store }, fixture, { job, why: series?.fault ?? 'The series failed.' });
}

/** The fixture's places by the seats of one of its matches. */
async function seatedIn({ store }: Services, { fixture }: Playing, matchId: string): Promise<Record<string, string>> {
  const [series, matches] = await Promise.all([store.series.get(fixture.matchId), store.series.matches(fixture.matchId)]);
  const seats = series ? seatingsOf(series, matches)[matches.findIndex(({ id }) => id === matchId)] : undefined;
  return Object.fromEntries(Object.entries(seats ?? {}).map(([seat, player]) => [seat, fixture.seats[player]?.seat ?? '']));
}

/** A finished match, with its events if available. */
export interface Over {
  match: MatchRecord;
  stored?: readonly EventText[];
}

interface Ended {
  fixture: FixtureRecord;
  over: Over;
}

/** Stores the result of a finished match. If its world is not solved yet, it waits for its scores without blocking. */
export async function settle(
  services: Pick<Services, 'store'>,
  job: FixtureJob,
  { fixture, over: { match, stored } }: Ended,
): Promise<void> {
  const { tournaments, scoring } = services.store;
  if (match.status === 'aborted') return tournaments.fail(job, whyAborted(match), false);
  if (match.status !== 'finished') return noteFailure(services, fixture, { job, why: match.fault ?? 'The match failed.' });
  const events = stored ?? (await services.store.read(match.id));
  const record = await tournaments.get(job.id);
  const { result, world } = await outcomeOf(services, fixture, { match, stored: events, record });
  if (world === null) await tournaments.finish(job.id, job.order, result);
  else await scoring.hand(job, { result, world });
}

/** The result of a finished match. `world`: what must be solved before its scores are known; null if they are known. */
export async function outcomeOf(
  services: Pick<Services, 'store'>,
  fixture: Fixture,
  ended: Parameters<typeof playedOf>[2],
): Promise<{ result: FixtureResult; world: WorldKey | null }> {
  const { result, world } = await playedOf(services, fixture, ended);
  if (world === null) return { result, world: null };
  const bounds = world.by.known(world.of);
  return bounds === null ? { result, world: worldKey(world) } : { result: scored(result, bounds), world: null };
}

function whyAborted({ round, seats }: MatchRecord): string {
  const isReady = seats.filter(isForPeople).every((card) => 'ready' in card && card.ready);
  return round === 0 && !isReady ? 'The table was cleared before everybody was ready.' : 'The match was aborted.';
}

/** Retries it unless it has been tried too often. */
export async function noteFailure(
  { store }: Pick<Services, 'store'>,
  { attempts }: Pick<FixtureRecord, 'attempts'>,
  { job, why }: { job: FixtureJob; why: string },
): Promise<void> {
  await store.tournaments.fail(job, why, attempts + 1 < MOST_ATTEMPTS);
}

/** Plays without rereading what was committed. If anything intervenes, continues like any other match. */
export async function playNew(services: Services, made: FixtureMatch & { kind: 'new' }, signal: AbortSignal): Promise<Over | null> {
  const stored: EventText[] = made.opening.map((event) => ({ event, json: JSON.stringify(event) }));
  let match = made.match.record;
  const audience: Audience = {
    events(record, more) {
      match = record;
      stored.push(...more);
    },
    card() {},
  };
  const run = { wake: new WakeSignal(), signal, inHaste: true };
  const how = await runNewMatch({ ...services, audience }, { match: made.match, lease: made.lease }, run);
  if (how === 'over' && match.status === 'finished' && stored.length === match.head) return { match, stored };
  return playOut(services, match.id, signal);
}

/** Waits until the match is over, whoever plays it; null if this process stops. */
async function playOut(services: Services, matchId: string, signal: AbortSignal): Promise<Over | null> {
  while (!signal.aborted) {
    const how = await runMatch(services, matchId, { wake: new WakeSignal(), signal, inHaste: true });
    const match = how === 'stopped' ? null : await services.store.get(matchId);
    if (match && isOver(match)) return { match };
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  return null;
}
