/** Finds the episode of a tool call: the connection's only one, or one of several by the id from reset. */

import type { Reading } from '~/contract/game';
import { after, type Soon } from '~/lib/play/soon';
import { EpisodeService } from './episode-service';
import type { EndpointMeans } from './means';
import type { SessionPool } from './session-pool';

type Found = Reading<{ service: EpisodeService; id: string | null }>;

export interface McpEpisodes {
  /** Whether calls name their episode. */
  readonly named: boolean;
  /** `id`: as a call names it; null if calls do not name it. A reset without an id starts a new episode. */
  find(episode: unknown, isReset: boolean): Soon<Found>;
  /** The episode has ended and its end was reported. */
  over(id: string | null): void;
}

/** For a lasting connection: standard input and output. */
export function ownEpisode(means: EndpointMeans = {}): McpEpisodes & { close(): void } {
  const service = new EpisodeService(means);
  return {
    named: false,
    find: (episode) =>
      episode === undefined
        ? { ok: true, value: { service, id: null } }
        : { ok: false, why: 'This connection plays one episode at a time: leave out `episode`.' },
    over: () => undefined,
    close: () => service.leave(),
  };
}

/** For requests without a connection: HTTP. Idle episodes expire as in the pool. */
export function pooledEpisodes(pool: SessionPool): McpEpisodes {
  return {
    named: true,
    find(episode, isReset) {
      if (episode !== undefined) return named(pool, episode);
      if (!isReset) return { ok: false, why: 'episode is missing: pass the id that reset answered.' };
      return after(pool.create(), (id) =>
        id === null
          ? { ok: false, why: `All ${pool.most} episodes of this server are in use. Finish one, or try again in a few minutes.` }
          : named(pool, id),
      );
    },
    over: (id) => {
      if (id !== null) void Promise.resolve(pool.close(id)).catch((fault: unknown) => pool.means.onFault?.(fault));
    },
  };
}

function named(pool: SessionPool, id: unknown): Soon<Found> {
  return after(typeof id === 'string' ? pool.find(id) : null, (session): Found => {
    if (session !== null && typeof id === 'string') return { ok: true, value: { service: session.service, id } };
    return {
      ok: false,
      why: `No episode ${JSON.stringify(id).slice(0, 80)}: it has ended, has expired, or never existed. Call reset for a new one.`,
    };
  });
}
