/** The OpenEnv endpoint on the main server, under /openenv. The guard's rules apply, and off loopback the operator's token is required. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Guard } from '~/api/access/guard';
import { countWrongToken, isOperator } from '~/api/access/operator';
import type { Access } from '~/api/context';
import type { ErrorWords } from '~/api/errors';
import { isPlayed } from '~/contract/game-ref';
import type { SessionKeeper } from '~/lib/sessions/session-keeper';
import { keepEpisode } from '~/match/keep-episode';
import { refusePerson } from '~/match/name-player';
import type { Services } from '~/match/services';
import { answerHttp } from '~/openenv/http-endpoint';
import type { EndpointMeans } from '~/openenv/means';
import { SessionPool } from '~/openenv/session-pool';
import { openSocketEndpoint } from '~/openenv/socket-endpoint';
import { type McpEndpoint, mcpEndpoint } from './mcp';
import { sitDown } from './openenv-seat';

export const OPENENV = '/openenv';

const SESSIONS = 256;

export interface OpenEnvEndpoint {
  /** Why this request may not use the endpoint; null if it may. */
  refuse(request: IncomingMessage): ErrorWords | null;
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** The same environment for MCP clients, at its own address; `refuse` applies there too. */
  mcp: McpEndpoint;
  /** Takes over the upgrade; false: not for this endpoint. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** Another process has the sessions over HTTP from now on. */
  letGo(): void;
  close(): void;
}

interface Place {
  access: Access;
  guard: Guard;
  version: string;
  services: Services;
  /** Stores sessions over HTTP. Absent: they end with this process. */
  keeper?: SessionKeeper | undefined;
}

export function openEnvEndpoint({ access, guard, version, services, keeper }: Place): OpenEnvEndpoint {
  const means = meansOf(services);
  const pool = new SessionPool(SESSIONS, means, { keeper: keeper ?? null });
  const sockets = openSocketEndpoint(pool);
  const mcp = mcpEndpoint(version, means, keeper);
  function refuse(request: IncomingMessage): ErrorWords | null {
    const why = guard.refuseHost(request) ?? guard.refuseOrigin(request);
    if (why) return why;
    const wait = countWrongToken(access, request);
    if (wait !== null) return { code: 'too_many_requests', message: `Too many wrong tokens: try again in ${wait} s.` };
    if (isOperator(access, request)) return null;
    return {
      code: 'operator_needed',
      message: "This server's environment needs the operator's token: send `Authorization: Bearer <token>`.",
    };
  }
  return {
    refuse,
    mcp,
    answer: (request, response) => answerHttp(request, response, { pool, version, path: behind(request.url) }),
    upgrade(request, socket, head) {
      const path = request.url ?? '';
      if (path !== OPENENV && !path.startsWith(`${OPENENV}/`)) return false;
      const isTaken = refuse(request) === null && sockets.upgrade(request, socket, { head, path: behind(request.url) });
      if (!isTaken) socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return true;
    },
    letGo() {
      pool.letGo();
      mcp.letGo();
    },
    close() {
      sockets.close();
      void mcp.close();
    },
  };
}

/** This server has a store, tables and agents. */
function meansOf(services: Services): EndpointMeans {
  return {
    findPlayer: async (name, game) => {
      const found = (await services.agents?.find(name)) ?? null;
      return found && isPlayed(found.agent.plays, game) ? { ref: found.ref, player: found.player } : null;
    },
    whyNoPlayer: async (name) => {
      const person = await services.agents?.person(name);
      return person ? refusePerson(person).why : ((await services.agents?.whyNoVersion(name)) ?? null);
    },
    ...(services.hearPitches && { hearPitches: services.hearPitches }),
    keep: (record) => keepEpisode(services, record),
    sit: (place) => sitDown(services, place),
    onFault: (fault) => services.log.error({ err: fault }, 'an episode could not be kept'),
  };
}

/** The part after the prefix, without the query: `/openenv/reset?x=1` becomes `/reset`. */
function behind(url: string | undefined): string {
  const path = (url ?? '/').split('?', 1)[0] ?? '/';
  return path.slice(OPENENV.length) || '/';
}
