/**
 * Checks where a request comes from. A page of another site can make a browser send requests here, and another site's name can be pointed
 * here (DNS rebinding). So the Host must be one of ours, and the Origin, if the browser sends it, must match it.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { ErrorWords } from '../errors';

export interface Guard {
  /** Why this request is refused, whatever it asks for; null if it is allowed. */
  refuseHost(request: IncomingMessage): ErrorWords | null;
  /** Why a page of this origin may not send the request. Not for page loads. */
  refuseOrigin(request: IncomingMessage): ErrorWords | null;
}

export interface GuardSettings {
  /** The address the server listens on. */
  host: string;
  /** Public addresses, if different: `https://mandi.example.org` (a proxy's). */
  origins: readonly string[];
}

export function makeGuard({ host, origins }: GuardSettings): Guard {
  const listed = new Set(origins.map((origin) => new URL(origin).origin));
  const listedHosts = new Set(origins.map((origin) => new URL(origin).host));
  const names = new Set([host.toLowerCase(), ...origins.map((origin) => new URL(origin).hostname)]);
  const isWildcard = host === '0.0.0.0' || host === '::';
  function isName({ hostname }: URL): boolean {
    // A bare IP address cannot be pointed here by someone else.
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
      // For listed names the scheme must match too, because a page over plain http can be changed on its way.
      const isOwn = address?.host === request.headers.host?.toLowerCase() && !listedHosts.has(address?.host ?? '');
      if (address && (isOwn || listed.has(address.origin))) return null;
      return {
        code: 'bad_origin',
        message: `Pages of ${quoted(origin)} may not use this Mandi. To allow them, add that origin to MANDI_ORIGINS.`,
      };
    },
  };
}

/** `localhost`, `127.0.0.1` and similar names that reach only this machine. */
export function isLoopbackName(name: string): boolean {
  const address = bare(name);
  return (
    address === 'localhost' || address.endsWith('.localhost') || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
  );
}

/** Browsers that omit the Origin still report requests from another site. */
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

/** null for `null` and anything that is not an origin of a page. */
function originOf(origin: string): URL | null {
  return /^https?:\/\//.test(origin) && URL.canParse(origin) ? new URL(origin) : null;
}

/** `[::1]` becomes `::1`. */
function bare(name: string): string {
  return name.startsWith('[') ? name.slice(1, -1) : name;
}

/** Text from a stranger, shortened and without characters that a terminal or a page would interpret. */
function quoted(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '?').slice(0, 100)}"`;
}
