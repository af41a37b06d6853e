/** Which episode a tool call means: the connection's only one, or one of many by the id that reset answered. */

import type { Reading } from '~/contract/game';
import { after, type Soon } from '~/lib/play/soon';
import { EpisodeService } from './episode-service';
import type { EndpointMeans } from './means';
import type { SessionPool } from './session-pool';

type Found = Reading<{ service: EpisodeService; id: string | null }>;

export interface McpEpisodes {
  /** Whether calls name their episode. */
  readonly named: boolean;
  /** `id`: as a call names it; null where nothing is named. A reset without a name starts a new one. */
  find(episode: unknown, isReset: boolean): Soon<Found>;
  /** This one has ended and was told so. */
  over(id: string | null): void;
}

/** For one connection that lasts: standard input and output. */
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

/** For requests that share no connection: HTTP. Idle episodes expire by the pool's rule. */
export function pooledEpisodes(pool: SessionPool): McpEpisodes {
  return {
    named: true,
    find(episode, isReset) {
      if (episode !== undefined) return named(pool, episode);
      if (!isReset) return { ok: false, why: 'episode is missing: pass the id that reset answered.' };
      return after(pool.create(), (id) =>
        id === null
          ? { ok: false, why: `All ${pool.most} episodes of this server are in use. Finish one, or try again in some minutes.` }
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
      why: `No episode ${JSON.stringify(id).slice(0, 80)}: it has ended, expired, or never began. Call reset for a new one.`,
    };
  });
}
