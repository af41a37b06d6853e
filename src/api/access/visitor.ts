/** Who asks, behind proxies too: the address that limits count by, and whether a proxy was on the way. */
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddr from 'proxy-addr';

export interface Visitor {
  /** For limits: an IPv4 address, or the /64 network of an IPv6 one, which belongs to one customer. */
  key: string;
  /** Some proxy passed the request on, trusted or not. */
  isForwarded: boolean;
  /** The visitor speaks https to the proxy, as far as a trusted one says. */
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

/** `trusted`: addresses, networks (10.0.0.0/8) or the names loopback, linklocal and uniquelocal. Others' headers are not believed. */
export function visitorFinder(trusted: readonly string[] = []): FindVisitor {
  const trust = proxyAddr.compile([...trusted]);
  return (request) => {
    const isTrusted = trust(request.socket.remoteAddress ?? '', 0);
    const [proto = ''] = isTrusted ? String(request.headers['x-forwarded-proto'] ?? '').split(',', 1) : [];
    return {
      key: networkOf(addressOf(request, trust)),
      // nginx without settings adds no header, but speaks HTTP/1.0, which no browser does.
      isForwarded: request.httpVersion === '1.0' || FORWARDED.some((name) => request.headers[name] !== undefined),
      isSecure: proto.trim().toLowerCase() === 'https',
    };
  };
}

/** A forwarded address that is none (a name, garbage) is not believed. */
function addressOf(request: IncomingMessage, trust: ReturnType<typeof proxyAddr.compile>): string {
  try {
    // Whoever has gone already has no address any more.
    return request.socket.remoteAddress === undefined ? '' : proxyAddr(request, trust);
  } catch {
    return request.socket.remoteAddress ?? '';
  }
}

/** `::ffff:192.0.2.1` is the IPv4 address; `2001:db8:1:2:3::4` is of the network `2001:db8:1:2::/64`. */
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
