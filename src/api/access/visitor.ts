/** Identifies the visitor, also behind proxies: the address for limits, and whether a proxy forwarded the request. */
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddr from 'proxy-addr';

export interface Visitor {
  /** For limits: an IPv4 address, or the /64 network of an IPv6 address, which belongs to one customer. */
  key: string;
  /** A proxy forwarded the request, trusted or not. */
  isForwarded: boolean;
  /** The visitor uses https, according to a trusted proxy. */
  isSecure: boolean;
}

export type FindVisitor = (request: IncomingMessage) => Visitor;

const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'cf-connecting-ip',
  'via',
] as const;

/** `trusted`: addresses, networks (10.0.0.0/8), or the names loopback, linklocal and uniquelocal. Headers of other proxies are ignored. */
export function visitorFinder(trusted: readonly string[] = []): FindVisitor {
  const trust = proxyAddr.compile([...trusted]);
  return (request) => {
    const isTrusted = trust(request.socket.remoteAddress ?? '', 0);
    const [proto = ''] = isTrusted ? String(request.headers['x-forwarded-proto'] ?? '').split(',', 1) : [];
    return {
      key: networkOf(addressOf(request, trust)),
      // nginx without settings adds no header, but uses HTTP/1.0, which no browser does.
      isForwarded: request.httpVersion === '1.0' || FORWARDED.some((name) => request.headers[name] !== undefined),
      isSecure: proto.trim().toLowerCase() === 'https',
    };
  };
}

/** Ignores a forwarded value that is not an address. */
function addressOf(request: IncomingMessage, trust: ReturnType<typeof proxyAddr.compile>): string {
  try {
    // A closed connection no longer has an address.
    return request.socket.remoteAddress === undefined ? '' : proxyAddr(request, trust);
  } catch {
    return request.socket.remoteAddress ?? '';
  }
}

/** `::ffff:192.0.2.1` becomes the IPv4 address; `2001:db8:1:2:3::4` becomes the network `2001:db8:1:2::/64`. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/u, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/u.exec(plain);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
