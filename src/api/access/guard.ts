/**
 * Whose requests are heard. A page of another site may make a browser send requests here, and a name of another site may be made
 * to point here (DNS rebinding): so the Host has to be one of ours, and the Origin, where a browser names it, that same one.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { ErrorWords } from '../errors';

export interface Guard {
  /** Why this request may not be, whatever it asks for; null when it may. */
  refuseHost(request: IncomingMessage): ErrorWords | null;
  /** For everything but pages: why a page of this origin may not ask. */
  refuseOrigin(request: IncomingMessage): ErrorWords | null;
}

export interface GuardSettings {
  /** The address the server listens on. */
  host: string;
  /** What people type where that is something else: `https://mandi.example.org` (a proxy's). */
  origins: readonly string[];
}

export function makeGuard({ host, origins }: GuardSettings): Guard {
  const listed = new Set(origins.map((origin) => new URL(origin).origin));
  const listedHosts = new Set(origins.map((origin) => new URL(origin).host));
  const names = new Set([host.toLowerCase(), ...origins.map((origin) => new URL(origin).hostname)]);
  const isWildcard = host === '0.0.0.0' || host === '::';
  function isName({ hostname }: URL): boolean {
    // A bare IP address is no name that somebody else could point here.
    return names.has(hostname) || names.has(bare(hostname)) || (isWildcard && isIP(bare(hostname)) !== 0);
  }
  return {
    refuseHost(request) {
      const address = addressOf(request.headers.host);
      if (address && (isLoopbackName(address.hostname) || isName(address))) return null;
      const named = quoted(request.headers.host ?? '(none)');
      return { code: 'bad_host', message: `Mandi doesn't serve the host ${named}. To allow it, add its origin to MANDI_ORIGINS.` };
    },
    refuseOrigin(request) {
      const { origin } = request.headers;
      if (origin === undefined) return refuseSite(request);
      const address = originOf(origin);
      // Of a name that is listed, the scheme counts too: a page over plain http may be anybody's on the way.
      const isOwn = address?.host === request.headers.host?.toLowerCase() && !listedHosts.has(address?.host ?? '');
      if (address && (isOwn || listed.has(address.origin))) return null;
      return {
        code: 'bad_origin',
        message: `Pages of ${quoted(origin)} may not use this Mandi. To allow them, add that origin to MANDI_ORIGINS.`,
      };
    },
  };
}

/** `localhost`, `127.0.0.1` and the like: names that only this machine answers to. */
export function isLoopbackName(name: string): boolean {
  const address = bare(name);
  return (
    address === 'localhost' || address.endsWith('.localhost') || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
  );
}

/** Browsers that leave the origin out of a request still say when it comes from another site. */
function refuseSite(request: IncomingMessage): ErrorWords | null {
  const site = request.headers['sec-fetch-site'];
  const isForeign = site === 'cross-site' || site === 'same-site';
  const changes = request.method !== 'GET' && request.method !== 'HEAD';
  return isForeign && changes ? { code: 'bad_origin', message: 'Pages of other sites may not use this Mandi.' } : null;
}

function addressOf(host: string | undefined): URL | null {
  if (!host || /[\s/@\\?#]/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`);
}

/** null for `null` and for what is no origin of a page. */
function originOf(origin: string): URL | null {
  return /^https?:\/\//.test(origin) && URL.canParse(origin) ? new URL(origin) : null;
}

/** `[::1]` -> `::1`. */
function bare(name: string): string {
  return name.startsWith('[') ? name.slice(1, -1) : name;
}

/** What a stranger sent, short and without anything that a terminal or a page might take for its own. */
function quoted(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '?').slice(0, 100)}"`;
}
