/** Restricts addresses entered on screens to the public internet. */

import type { LookupAddress } from 'node:dns';
import { lookup as resolveName } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address that is refused; the message says why. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'address_refused';
}

/** Why this text cannot be an allowed address, before resolving names; null if it can. */
export function whyBadUrl(url: string): string | null {
  if (!URL.canParse(url)) return 'The address is not a URL such as https://example.org/act.';
  const { protocol, username, password } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return 'The address must begin with https:// or http://, followed by a host.';
  return username + password === '' ? null : 'Remove the name and password from the address; keep secrets in environment variables.';
}

/**
 * Throws `AddressRefused` unless all addresses of the URL's host are public now. Names can change, so the connection checks the address
 * again (`guardedLookup`).
 */
export async function guardAddress(url: string): Promise<void> {
  const bad = whyBadUrl(url);
  if (bad !== null) throw new AddressRefused(bad);
  const host = hostOf(url);
  const literal = whyNotPublicHost(host);
  if (literal !== null) throw new AddressRefused(literal);
  if (isIP(host) !== 0) return;
  const found = await lookup(host, { all: true }).catch(() => []);
  if (found.length === 0) throw new AddressRefused(`The host ${host} cannot be found.`);
  refusePrivate(host, found);
}

/** Checks the host of a URL: numeric addresses now, names when they are resolved. */
export function whyNotPublicHost(host: string): string | null {
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : `${host} is a local address, and only public ones can be called from here.`;
  const name = host.toLowerCase().replace(/\.$/u, '');
  const isLocal = name === 'localhost' || /\.(localhost|local|internal|home\.arpa|lan)$/u.test(name) || !name.includes('.');
  return isLocal ? `${host} is a name in a private network, and only public addresses can be called from here.` : null;
}

/** An IPv4 address inside an IPv6 one is checked as IPv4. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && !PRIVATE_BESIDE.some((range) => isIn(parsed, range));
}

/** Private, although the library classifies them as unicast: IPv4 in the deprecated `::a.b.c.d` form, and an Azure host service. */
const PRIVATE_BESIDE = ['::/96', '168.63.129.16/32'].map((range) => ipaddr.parseCIDR(range));

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, range: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean {
  return address.kind() === range[0].kind() && address.match(range);
}

/** The URL's host without the brackets of IPv6. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[(.*)\]$/u, '$1');
}

/** Resolves a name and refuses if an address is not public, so that the checked address is the one connected to. */
export const guardedLookup: LookupFunction = (host, options, callback) => {
  resolveName(host, { ...options, all: true }, (fault, found) => {
    if (fault !== null) {
      callback(fault, '', 0);
      return;
    }
    try {
      refusePrivate(host, found);
    } catch (refused) {
      callback(refused as Error, '', 0);
      return;
    }
    const [first] = found;
    if (options.all === true) callback(null, found);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  });
};

/** A single private address is enough to refuse; no legitimate name has one. */
function refusePrivate(host: string, found: readonly LookupAddress[]): void {
  const wrong = found.find(({ address }) => !isPublicAddress(address));
  if (wrong !== undefined) throw new AddressRefused(`${host} resolves to ${wrong.address}, which is not on the public internet.`);
}
