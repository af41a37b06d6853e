import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WORKER_PATH } from '~/inference/workers/worker-endpoint';
import type { OpenEnvEndpoint } from '../openenv';
import { type HubEndpoint, isHubSocket } from './hub-endpoint';

/** True: the socket was taken. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

interface HubSockets {
  hub: HubEndpoint;
  openEnv: OpenEnvEndpoint;
  mayBringWorker(request: IncomingMessage): boolean;
  /** Takes the socket in this process. */
  here: Upgrade;
}

/** Workers, and sessions that were made over HTTP, are at the hub. Whoever may not come is refused here, by the endpoint itself. */
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
