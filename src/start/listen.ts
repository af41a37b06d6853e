import { createServer, type Server } from 'node:http';
import { isLoopbackName } from '~/api/access/guard';
import { StartError } from './start-error';

export interface Place {
  host: string;
  port: number;
  /** Only this port; otherwise one of the next ports may be used. 0: any. */
  isFixed: boolean;
}

const PORTS_TO_TRY = 100;

/** Listens and returns the port. */
export async function listen(server: Server, place: Place): Promise<number> {
  const last = place.isFixed ? place.port : Math.min(65_535, place.port + PORTS_TO_TRY - 1);
  for (let port = place.port; port <= last; port += 1) {
    if (!place.isFixed && (await isTakenOnIpv6(place.host, port))) continue;
    const fault = await tryListen(server, place.host, port);
    if (fault === null) return port === 0 ? portOf(server) : port;
    if (fault.code !== 'EADDRINUSE') throw new StartError(sentence(fault, place.host, port));
  }
  throw new StartError(
    place.isFixed
      ? `Port ${place.port} is in use. Stop the program that uses it, or choose another: PORT=${await nextFree(place)}`
      : `The ports ${place.port} to ${last} are all in use. Choose one: PORT=…`,
  );
}

/** Fails early if the port or host is not available, before anything is created. */
export async function refuseTakenPort(place: Place): Promise<void> {
  const probe = createServer();
  await listen(probe, place);
  await new Promise((resolve) => probe.close(resolve));
}

function tryListen(server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen({ host, port }, () => {
      server.off('error', resolve);
      resolve(null);
    });
  });
}

/** A browser tries `localhost` on IPv6 first and would show another program that listens there. */
async function isTakenOnIpv6(host: string, port: number): Promise<boolean> {
  if (!isLoopbackName(host) || host === '::1') return false;
  const probe = createServer();
  const fault = await tryListen(probe, '::1', port);
  if (fault === null) await new Promise((resolve) => probe.close(resolve));
  return fault?.code === 'EADDRINUSE';
}

async function nextFree({ host, port }: Place): Promise<number> {
  for (let next = port + 1; next < Math.min(65_536, port + PORTS_TO_TRY); next += 1) {
    const probe = createServer();
    if ((await tryListen(probe, host, next)) !== null) continue;
    await new Promise((resolve) => probe.close(resolve));
    return next;
  }
  return 0;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function sentence(fault: NodeJS.ErrnoException, host: string, port: number): string {
  if (fault.code === 'EACCES') return `You do not have permission to open port ${port}. Choose one from 1024 up, for example PORT=3000`;
  if (fault.code === 'EADDRNOTAVAIL')
    return `This machine has no address ${host} (HOST). Use 127.0.0.1 for this machine only, or 0.0.0.0 for all of its addresses.`;
  if (fault.code === 'ENOTFOUND') return `The host ${host} (HOST) cannot be found.`;
  return `Mandi cannot listen on ${host}:${port}: ${fault.message}`;
}

/** The host name for this machine's browser. */
export function urlHost(host: string): string {
  if (isLoopbackName(host) || host === '0.0.0.0' || host === '::') return host === '::1' ? '[::1]' : 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
