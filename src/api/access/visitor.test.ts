import type { IncomingMessage } from 'node:http';
import { describe, expect, it, test } from 'vitest';
import { networkOf, visitorFinder } from './visitor';

function request(remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage {
  return { headers, socket: { remoteAddress }, connection: { remoteAddress } } as unknown as IncomingMessage;
}

describe('F4: behind a proxy each visitor has limits of their own', () => {
  it('a trusted proxy is believed', () => {
    const visitorOf = visitorFinder(['loopback', '10.0.0.0/8']);
    expect(visitorOf(request('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).key).toBe('203.0.113.9');
    expect(visitorOf(request('127.0.0.1', { 'x-forwarded-for': '198.51.100.1, 203.0.113.9, 10.1.2.3' })).key).toBe('203.0.113.9');
    expect(visitorOf(request('127.0.0.1', { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' })).isSecure).toBe(true);
  });

  it('whoever has gone before they were asked for has no address', () => {
    const gone = { headers: {}, socket: {}, connection: {} } as unknown as IncomingMessage;
    expect(visitorFinder()(gone).key).toBe('');
  });

  it('nginx without settings is seen by its HTTP/1.0', () => {
    const over = (httpVersion: string) => Object.assign(request('127.0.0.1'), { httpVersion });
    expect(visitorFinder()(over('1.1')).isForwarded).toBe(false);
    expect(visitorFinder()(over('1.0')).isForwarded).toBe(true);
  });

  it('anybody else is not', () => {
    const visitorOf = visitorFinder();
    const visitor = visitorOf(request('198.51.100.7', { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }));
    expect(visitor).toEqual({ key: '198.51.100.7', isForwarded: true, isSecure: false });
  });

  it('what a visitor wrote in front of the proxy gets nobody another name', () => {
    const visitorOf = visitorFinder(['loopback']);
    expect(visitorOf(request('127.0.0.1', { 'x-forwarded-for': '1.2.3.4, 203.0.113.9' })).key).toBe('203.0.113.9');
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%s counts as %s', (address, key) => {
  expect(networkOf(address)).toBe(key);
});
