import type { Guard } from '~/api/access/guard';
import type { ServerPlace } from '~/inference/endpoint/server-model';
import type { Log } from '~/match/services';
import type { PeerStore } from '~/store/peers/peer-store';
import { type HubEndpoint, hubEndpoint, NO_HUB, peerUrlOf } from './hub-endpoint';
import { HUB_KEY, HubLine } from './hub-line';

export interface HubOptions {
  host: string;
  port: number;
  processId: string;
  log: Log;
  /** Absent: there is only this process. */
  peers?: PeerStore;
  /** Address for the other processes; null: derived from host and port. */
  peerUrl?: string | null;
  /** Key for the hub's language model endpoint. */
  endpointKey?: string;
}

export interface Hub extends HubEndpoint {
  /** The hub as a Mandi whose models are used; null while this process is the hub. */
  find(): Promise<ServerPlace | null>;
  /** Called when the hub changes; `isHere`: to this process. */
  onChange(told: (isHere: boolean) => void): void;
  stop(): Promise<void>;
}

/** Becomes the hub or finds it. */
export async function openHub({ host, port, processId, log, peers, peerUrl = null, endpointKey }: HubOptions): Promise<Hub> {
  if (!peers) return { ...NO_HUB, find: async () => null, onChange: () => undefined, stop: async () => undefined };
  const key = await peers.keyOf('hub', null);
  let tell: (isHere: boolean) => void = () => undefined;
  const line = new HubLine({
    store: peers,
    self: { process: processId, url: peerUrlOf({ host, port, peerUrl }) },
    key,
    onFault: (fault) => log.warn({ fault }, 'the other web processes could not be looked for'),
    onChange: (isHere) => tell(isHere),
  });
  await line.start();
  const endpoint = hubEndpoint(line);
  return Object.assign(endpoint, {
    async find(): Promise<ServerPlace | null> {
      const { place } = line;
      return place && { url: place.url, process: place.process, key: endpointKey ?? null, headers: { [HUB_KEY]: place.key } };
    },
    onChange(told: (isHere: boolean) => void) {
      tell = told;
    },
    stop: () => line.stop(),
  });
}

/** Accepts requests that another process of this database has checked and forwarded. */
export function withPeers(guard: Guard, hub: Pick<HubEndpoint, 'isFromPeer'>): Guard {
  return {
    refuseHost: (request) => (hub.isFromPeer(request) ? null : guard.refuseHost(request)),
    refuseOrigin: (request) => (hub.isFromPeer(request) ? null : guard.refuseOrigin(request)),
  };
}
