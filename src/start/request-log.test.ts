import type { EventEmitter } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { matchOfCall } from '~/api/match-of-call';
import { logRequest, nameRequest, placeOf, requestId } from './request-log';

function exchange(url: string, headers: IncomingMessage['headers'] = {}) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { url, method: 'GET', headers });
  return { request, response: new ServerResponse(request) };
}

describe('the id of a request', () => {
  test('is that of the proxy, and the answer carries it', () => {
    const { request, response } = exchange('/', { 'x-request-id': 'edge-7f.3' });
    nameRequest(request, response);
    expect([requestId(request), response.getHeader('X-Request-Id')]).toEqual(['edge-7f.3', 'edge-7f.3']);
  });

  test('is made here where there is none, and where a stranger sent something else', () => {
    for (const sent of [undefined, '', 'a b', 'x'.repeat(65), 'line\nbreak']) {
      const { request, response } = exchange('/', { 'x-request-id': sent });
      nameRequest(request, response);
      expect(requestId(request)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
      expect(response.getHeader('X-Request-Id')).toBe(requestId(request));
    }
  });
});

test('a line says which request, about which match, and how it was answered', () => {
  const { request, response } = exchange('/api/matches/abc123/events.jsonl?token=secret', { 'x-request-id': 'one' });
  const lines: object[] = [];
  logRequest({ info: (fields, message) => void lines.push({ ...fields, message }) }, request, response);
  response.statusCode = 404;
  (response as EventEmitter).emit('finish');
  const path = '/api/matches/abc123/events.jsonl';
  const facts = { requestId: 'one', method: 'GET', path, matchId: 'abc123', status: 404, ms: expect.any(Number) as number };
  expect(lines).toEqual([{ ...facts, message: 'a request was answered' }]);
});

test('no line holds what opens a table or a seat', () => {
  expect(placeOf({ url: '/join/ABCD-EFGH?x=1' })).toEqual({ path: '/join/…' });
  expect(placeOf({ url: '/sit/one-time-code' })).toEqual({ path: '/sit/…' });
  expect(placeOf({ url: '//join/ABCD-EFGH' })).toEqual({ path: '/join/…' });
  expect(placeOf({ url: '/matches/abc' })).toEqual({ path: '/matches/abc', matchId: 'abc' });
});

test('no line grows with the path that a stranger sends', () => {
  const { path, matchId } = placeOf({ url: `/matches/abc/${'x'.repeat(16_000)}` });
  expect(path).toHaveLength(501);
  expect(matchId).toBe('abc');
});

test('the match of a call', () => {
  expect(matchOfCall('match.get', { id: 'a' })).toEqual({ matchId: 'a' });
  expect(matchOfCall('series.get', { id: 'a' })).toEqual({});
  expect(matchOfCall('report.get', { matchId: 'b' })).toEqual({ matchId: 'b' });
  expect(matchOfCall('match.list', undefined)).toEqual({});
});
