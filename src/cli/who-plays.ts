/** Who plays a tournament, as far as this process can know: workers register in the database, and a server is found through this home. */
import { type Config, readConfig } from '~/config';
import type { Services } from '~/match/services';
import { findRunning } from '~/start/place';
import { playsAs, type TournamentRecord } from '~/store/tournaments/tournament';
import type { LivingWorker, TournamentStore } from '~/store/tournaments/tournament-store';

export interface KnownPlayers {
  /** Processes on this database that may play it. */
  workers: Pick<LivingWorker, 'slots'>[];
  /** Seconds since the last sign of life of one that did not shut down cleanly; null: none is known. */
  silentSeconds: number | null;
  /** The running Mandi of this home, which starts a worker if there is none. */
  server: { url: string } | null;
  /** Other homes may use the database too. */
  isShared: boolean;
}

export async function knownPlayers(
  { store, now }: Pick<Services, 'store' | 'now'>,
  { code }: Pick<TournamentRecord, 'code'>,
  { home, databaseUrl }: Pick<Config, 'home' | 'databaseUrl'> = readConfig(),
): Promise<KnownPlayers> {
  const [workers, heard, server] = await Promise.all([
    playersOf(store.tournaments, code),
    store.tournaments.lastHeard(code),
    findRunning(home),
  ]);
  const silentSeconds = heard === null ? null : Math.max(0, Math.round((now() - heard.getTime()) / 1000));
  return { workers, silentSeconds, server, isShared: databaseUrl !== null };
}

/** Processes that may play it. */
export async function playersOf(tournaments: TournamentStore, code: string): Promise<LivingWorker[]> {
  return (await tournaments.workers()).filter((worker) => playsAs(code, worker.code));
}

/** A process heard of within this time may be alive but slow; one that ends unregisters. */
const SLOW_SECONDS = 60;

/** Who plays it or will, in a sentence or two. */
export function playersText({ workers, silentSeconds, server, isShared }: KnownPlayers): string {
  if (workers.length > 0) {
    const slots = workers.reduce((sum, one) => sum + one.slots, 0);
    return `${workers.length === 1 ? 'One worker' : `${workers.length} workers`} on this database play${workers.length === 1 ? 's' : ''} it, up to ${slots} matches at a time.`;
  }
  if (silentSeconds !== null && silentSeconds <= SLOW_SECONDS && server !== null) {
    return `Its worker was last heard from ${agoText(silentSeconds)} ago: this machine is busy, or the worker was killed. The Mandi at ${server.url} starts another once it has ended.`;
  }
  const now =
    silentSeconds === null
      ? 'No worker plays it at the moment.'
      : `It waits for a worker: the last one was heard from ${agoText(silentSeconds)} ago.`;
  if (server !== null) return `${now} The Mandi at ${server.url} starts one in a moment.`;
  const here = 'to play it, run npm start or npx mandi worker matches here';
  if (isShared) return `${now} A Mandi elsewhere on this database (DATABASE_URL) would start one, but cannot be seen from here; ${here}.`;
  return `${now} No Mandi runs in this home; ${here}.`;
}

/** Where the operator finds the links for people; null if no people play. */
export function peopleText(
  { id, entrants }: Pick<TournamentRecord, 'id' | 'entrants'>,
  { server }: Pick<KnownPlayers, 'server'>,
): string | null {
  const people = entrants.filter(({ kind, left }) => kind === 'person' && left === null).map(({ name }) => name);
  if (people.length === 0) return null;
  const page =
    server === null ? `/rankings/tournaments/${id} of a Mandi on this database (npm start)` : `${server.url}/rankings/tournaments/${id}`;
  return `${people.join(', ')} ${people.length === 1 ? 'plays' : 'play'} in person: the link to each seat, once its table is made, is at ${page}.`;
}

function agoText(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`;
}
