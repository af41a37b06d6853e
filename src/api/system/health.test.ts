import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import type { SharedServices } from '../context';
import { answerHealth, HEALTH_LIMIT_MS } from './health';

interface Answer {
  status: number;
  body: { ok: boolean; process?: string; error?: { code: string; message: string } };
}

function ask(store: { checkWrites?(): Promise<void>; get?(): Promise<null> }, url = '/api/health', isForwarded = false): Promise<Answer> {
  const access = { visitorOf: () => ({ key: '192.0.2.1', isForwarded, isSecure: false }) };
  const shared = {
    version: '0',
    access,
    services: { store: { get: async () => null, ...store }, processId: 'p' },
  } as unknown as SharedServices;
  return new Promise((resolve) => {
    let status = 0;
    const response = {
      headersSent: false,
      setHeader() {},
      writeHead(code: number) {
        status = code;
        return response;
      },
      set statusCode(code: number) {
        status = code;
      },
      end: (text: string) => resolve({ status, body: JSON.parse(text) as Answer['body'] }),
    };
    void answerHealth(response as unknown as ServerResponse, shared, { url } as IncomingMessage);
  });
}

afterEach(() => {
  vi.useRealTimers();
});

it('is well while the database takes a write', async () => {
  expect(await ask({ checkWrites: async () => {} })).toMatchObject({ status: 200, body: { ok: true } });
});

it('names this process to a second start and to other web processes, not to visitors of a proxy', async () => {
  expect((await ask({ checkWrites: async () => {} })).body.process).toBe('p');
  expect((await ask({ checkWrites: async () => {} }, '/api/health', true)).body).toEqual({ ok: true, version: '0' });
});

it('says that the disk is full, and still lets a proxy send readers', async () => {
  const full = { checkWrites: () => Promise.reject(Object.assign(new Error('x'), { code: '53100' })), get: async () => null };
  expect(await ask(full)).toMatchObject({ status: 503, body: { ok: false, error: { code: 'disk_full' } } });
  expect(await ask(full, '/api/health?for=reading')).toMatchObject({ status: 200, body: { ok: true } });
});

it('answers within its own limit while the database hangs', async () => {
  vi.useFakeTimers();
  const answer = ask({ checkWrites: () => new Promise(() => undefined) });
  await vi.advanceTimersByTimeAsync(HEALTH_LIMIT_MS);
  expect(await answer).toMatchObject({ status: 503, body: { ok: false, error: { code: 'database_unreachable' } } });
});

it('does not call a database well that has stopped since its last write', async () => {
  vi.useFakeTimers();
  const answer = ask({ checkWrites: async () => {}, get: () => new Promise(() => undefined) });
  await vi.advanceTimersByTimeAsync(HEALTH_LIMIT_MS);
  expect(await answer).toMatchObject({ status: 503, body: { ok: false, error: { code: 'database_unreachable' } } });
});
