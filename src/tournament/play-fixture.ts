import { setTimeout as sleep } from 'node:timers/promises';
import { runMatch } from '~/match/run-match';
import type { Services } from '~/match/services';
import { Wake } from '~/match/wake';
import type { MatchRecord } from '~/store/event-store';
import type { FixtureJob } from '~/store/tournament-store';
import { matchOf } from './fixture-match';
import { resultOf } from './fixture-result';
import type { FixtureRecord, TournamentRecord } from './tournament';

/** A match that failed is tried so often in all. */
export const MOST_ATTEMPTS = 3;
/** Somebody else plays the match, or has paused it: look again. */
const LOOK_EVERY_MS = 500;

/** played: it has its result (or its failure) now. left: people play it, or this process stops. nothing: it was not to be played. */
export type Played = 'played' | 'left' | 'nothing';

export interface Playing {
  tournament: TournamentRecord;
  seasonKey: string | null;
  signal: AbortSignal;
}

/** Plays a fixture from wherever it was left, and writes its result down. Throws what is a fault of ours, or the database's. */
export async function playFixture(services: Services, job: FixtureJob, at: Playing): Promise<Played> {
  const fixture = await services.store.tournaments.begin(job.id, job.order);
  if (!fixture) return 'nothing';
  const match = await matchOf(services, { ...at, fixture });
  if (match.hosted) return 'left'; // see `tendTables`
  const over = await playOut(services, match, at.signal);
  if (!over) return 'left';
  await settle(services, job, { fixture, match: over });
  return 'played';
}

/** Writes down what became of a match that is over. */
export async function settle(
  services: Pick<Services, 'store'>,
  job: FixtureJob,
  { fixture, match }: { fixture: FixtureRecord; match: MatchRecord },
): Promise<void> {
  const { tournaments } = services.store;
  if (match.status === 'finished') await tournaments.finish(job.id, job.order, await resultOf(services, fixture, match));
  else if (match.status === 'aborted') await tournaments.fail(job, 'The match was aborted.', false);
  else await noteFailure(services, fixture, { job, why: match.fault ?? 'The match failed.' });
}

/** It is tried again, unless it was tried often enough. */
export async function noteFailure(
  { store }: Pick<Services, 'store'>,
  { attempts }: Pick<FixtureRecord, 'attempts'>,
  { job, why }: { job: FixtureJob; why: string },
): Promise<void> {
  await store.tournaments.fail(job, why, attempts + 1 < MOST_ATTEMPTS);
}

/** Until the match is over, whoever plays it; null: this process stops. */
async function playOut(services: Services, { id }: MatchRecord, signal: AbortSignal): Promise<MatchRecord | null> {
  while (!signal.aborted) {
    const how = await runMatch(services, id, { wake: new Wake(), signal });
    const match = how === 'stopped' ? null : await services.store.get(id);
    if (match && (match.status === 'finished' || match.status === 'failed' || match.status === 'aborted')) return match;
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  return null;
}
