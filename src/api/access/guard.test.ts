import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { makeGuard } from './guard';

function request(headers: Record<string, string | undefined>, method = 'GET'): IncomingMessage {
  return { headers, method } as unknown as IncomingMessage;
}

const home = makeGuard({ host: '127.0.0.1', origins: [] });
const opened = makeGuard({ host: '0.0.0.0', origins: ['https://Mandi.example.org', 'http://10.0.0.5:8080'] });

describe('the host', () => {
  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'localhost', 'mandi.localhost:3000', 'LOCALHOST:3000'])(
    '%s is this machine',
    (host) => {
      expect(home.refuseHost(request({ host }))).toBeNull();
    },
  );

  it.each([
    'evil.example',
    'localhost.evil.example:3000',
    '127.0.0.1.evil.example',
    'evil@localhost:3000',
    'localhost:3000/x',
    '10.0.0.9:3000',
    '',
    undefined,
  ])('refuses %s', (host) => {
    expect(home.refuseHost(request({ host }))).toMatchObject({ code: 'bad_host' });
  });

  it('answers for the names it was given, whatever the port, and for its own addresses when opened to all', () => {
    for (const host of ['mandi.example.org', 'mandi.example.org:443', '10.0.0.5:8080', '192.168.1.7:3000', '[fe80::1]:3000']) {
      expect(opened.refuseHost(request({ host }))).toBeNull();
    }
    expect(opened.refuseHost(request({ host: 'evil.example' }))).toMatchObject({ code: 'bad_host' });
  });

  it('quotes a strange host without its control characters', () => {
    expect(home.refuseHost(request({ host: 'a\u001b[31mb' }))?.message).toContain('"a?[31mb"');
  });
});

describe('the origin', () => {
  const host = 'localhost:3000';

  it('of a listed name has the listed scheme', () => {
    const behind = request({ host: 'mandi.example.org', origin: 'http://mandi.example.org' }, 'POST');
    expect(opened.refuseOrigin(behind)).toMatchObject({ code: 'bad_origin' });
    expect(opened.refuseOrigin(request({ host: 'mandi.example.org', origin: 'https://mandi.example.org' }, 'POST'))).toBeNull();
  });

  it('is ours, or none (a program)', () => {
    expect(home.refuseOrigin(request({ host }, 'POST'))).toBeNull();
    expect(home.refuseOrigin(request({ host, origin: 'http://localhost:3000' }, 'POST'))).toBeNull();
    expect(home.refuseOrigin(request({ host, origin: 'https://localhost:3000' }, 'POST'))).toBeNull();
  });

  it.each([
    'https://evil.example',
    'http://localhost:4000',
    'http://127.0.0.1:3000',
    'null',
    'file://',
    'http://localhost:3000.evil.example',
  ])('refuses %s', (origin) => {
    expect(home.refuseOrigin(request({ host, origin }, 'POST'))).toMatchObject({ code: 'bad_origin' });
  });

  it('may be a name that was allowed, behind a proxy that names this machine as host', () => {
    expect(opened.refuseOrigin(request({ host, origin: 'https://mandi.example.org' }, 'POST'))).toBeNull();
  });

  it('left out by a browser, it is told from where the request comes', () => {
    expect(home.refuseOrigin(request({ host, 'sec-fetch-site': 'cross-site' }, 'POST'))).toMatchObject({ code: 'bad_origin' });
    expect(home.refuseOrigin(request({ host, 'sec-fetch-site': 'same-origin' }, 'POST'))).toBeNull();
    expect(home.refuseOrigin(request({ host, 'sec-fetch-site': 'cross-site' }))).toBeNull();
  });
});
