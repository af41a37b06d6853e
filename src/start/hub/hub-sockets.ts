import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WORKER_PATH } from '~/inference/workers/worker-endpoint';
import type { OpenEnvEndpoint } from '../openenv';
import { type HubEndpoint, isHubSocket } from './hub-endpoint';

/** True: the socket was handled. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

interface HubSockets {
  hub: HubEndpoint;
  openEnv: OpenEnvEndpoint;
  mayBringWorker(request: IncomingMessage): boolean;
  /** Handles the socket in this process. */
  here: Upgrade;
}

/** Forwards workers and sessions over HTTP to the hub. Refused ones are rejected here by the endpoint itself. */
export function socketsOfHub({ hub, openEnv, mayBringWorker, here }: HubSockets): Upgrade {
  return (request, socket, head) => {
    if (hub.place === null) return false;
    const url = request.url ?? '/';
    const isWorker = url.split('?', 1)[0] === WORKER_PATH && request.headers.origin === undefined && mayBringWorker(request);
    const isSession = isHubSocket(url) && openEnv.refuse(request) === null;
    return (
      (isWorker || isSession) &&
      hub.forwardSocket(request, socket, { head, here: () => void (here(request, socket, head) || socket.destroy()) })
    );
  };
}
