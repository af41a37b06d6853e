import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { isSignedBy, SIGNATURE_HEADER, signatureOf, signedHeaders, TIME_HEADER } from '../remote-player';
import { AddressRefused, guardedLookup } from './guard-address';
import { postVia, safePost } from './safe-post';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

const signal = AbortSignal.timeout(30_000);
const post = { body: '{"a":1}', headers: {}, signal };

test('a trusted address is posted to, and its answer read', async () => {
  const port = await serve((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () =>
      response.writeHead(201).end(`${request.method} ${request.headers['content-type']} ${Buffer.concat(parts).toString()}`),
    );
  });
  const answer = await safePost({ ...post, url: `http://127.0.0.1:${port}/act`, isTrusted: true });
  expect(answer).toEqual({ status: 201, text: 'POST application/json {"a":1}' });
});

test('an address from a screen is refused when private, and nothing is sent', async () => {
  let asked = 0;
  const port = await serve((_, response) => {
    asked++;
    response.end('{}');
  });
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433'])
    await expect(safePost({ ...post, url: `http://${host}:${port}/`, isTrusted: false })).rejects.toThrow(AddressRefused);
  expect(asked).toBe(0);
});

test('a public name that stands for a private address when it is connected to is refused', async () => {
  let asked = 0;
  const port = await serve((_, response) => {
    asked++;
    response.end('{}');
  });
  // The name as a rebinding server would answer for it: what `localhost` stands for, asked under a public name.
  const rebound: LookupFunction = (_, options, callback) => guardedLookup('localhost', options, callback);
  await expect(postVia({ ...post, url: `http://rebind.example.org:${port}/`, isTrusted: false }, rebound)).rejects.toThrow(AddressRefused);
  expect(asked).toBe(0);
  // The same post does arrive where the resolver does not look: it was the check that held it.
  const careless: LookupFunction = (_, options, callback) =>
    options.all === true ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
  await postVia({ ...post, url: `http://rebind.example.org:${port}/`, isTrusted: false }, careless);
  expect(asked).toBe(1);
});

test('redirects are answers, not followed', async () => {
  let followed = 0;
  const target = await serve((_, response) => {
    followed++;
    response.end('{}');
  });
  const port = await serve((_, response) => response.writeHead(307, { location: `http://127.0.0.1:${target}/` }).end());
  const answer = await safePost({ ...post, url: `http://127.0.0.1:${port}/`, isTrusted: true });
  expect(answer.status).toBe(307);
  expect(followed).toBe(0);
});

test('an answer without end is cut off', async () => {
  const port = await serve((_, response) => {
    response.writeHead(200);
    const pour = () => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', pour);
    };
    response.on('error', () => undefined);
    pour();
  });
  await expect(safePost({ ...post, url: `http://127.0.0.1:${port}/`, isTrusted: true })).rejects.toThrow('longer than');
});

test('a post that is called off ends', async () => {
  const port = await serve(() => undefined);
  const stop = new AbortController();
  const sent = safePost({ ...post, url: `http://127.0.0.1:${port}/`, isTrusted: true, signal: stop.signal });
  stop.abort();
  await expect(sent).rejects.toThrow();
});

test('a signature holds for its body and its time alone', () => {
  const headers = signedHeaders('key', '{"a":1}', 1_700_000_000_999);
  const given = { timestamp: headers[TIME_HEADER] ?? '', signature: headers[SIGNATURE_HEADER] ?? '', body: '{"a":1}' };
  expect(given.timestamp).toBe('1700000000');
  expect(isSignedBy('key', given)).toBe(true);
  expect(isSignedBy('other', given)).toBe(false);
  expect(isSignedBy('key', { ...given, body: '{"a":2}' })).toBe(false);
  expect(isSignedBy('key', { ...given, timestamp: '1700000001' })).toBe(false);
  expect(isSignedBy('key', { ...given, signature: 'sha256=' })).toBe(false);
  expect(signedHeaders(null, '', 0)[SIGNATURE_HEADER]).toBeUndefined();
  // echo -n '1700000000.{"a":1}' | openssl dgst -sha256 -hmac key
  expect(signatureOf('key', '1700000000', '{"a":1}')).toBe('sha256=a438e398bfafc57e4396bb7fc2304422f0f768e965d073ca313cb52e22e6ad03');
});
