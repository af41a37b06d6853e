import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createTRPCClient, httpLink } from '@trpc/client';
import { io, type Socket } from 'socket.io-client';
import { reportStore } from '~/api/report/store';
import type { AppRouter } from '~/api/router';
import { REPOSITORY } from '~/config';
import type { ClientToServer, ServerToClient, WatchAnswer, WatchMessage } from '~/live/protocol';
import type { Log } from '~/match/services';
import { type ServeOptions, serve } from '~/server';
import { PostgresEventStore } from '~/store/postgres-event-store';
import type { FreshDatabase } from './database';

export type TestSocket = Socket<ServerToClient, ClientToServer>;

/** A server as `npm start` makes it, on a free port, without pages and without a showcase. */
export async function startServer({ database, kind }: FreshDatabase, options: Partial<ServeOptions> = {}) {
  const processId = randomUUID();
  const logged: object[] = [];
  const note = (fields: object): void => void logged.push(fields);
  const log: Log = { info: () => {}, warn: () => {}, error: note };
  const store = new PostgresEventStore(database, processId);
  const server = await serve({
    host: '127.0.0.1',
    port: 0,
    portIsFixed: true,
    origins: [],
    adminToken: null,
    store,
    reports: reportStore(database.prisma, join(REPOSITORY, 'public', 'benchmark')),
    database: kind,
    processId,
    log,
    version: '0.0.0-test',
    site: 'none',
    showcase: false,
    ...options,
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const sockets: TestSocket[] = [];
  return {
    server,
    origin,
    store,
    /** What was logged as an error: a test that expects none says so. */
    logged,
    api: apiOf(origin),
    apiWith: (headers: Record<string, string>) => apiOf(origin, headers),
    connect(headers: Record<string, string> = {}, auth: Record<string, string> = {}): Promise<TestSocket> {
      const socket: TestSocket = io(origin, {
        transports: ['websocket'],
        forceNew: true,
        extraHeaders: headers,
        auth,
        reconnection: false,
      });
      sockets.push(socket);
      return new Promise((resolve, reject) => {
        socket.on('connect', () => resolve(socket));
        socket.on('connect_error', reject);
      });
    },
    async stop(): Promise<void> {
      for (const socket of sockets) socket.disconnect();
      await server.stop();
      await store.close();
    },
  };
}

export type TestServer = Awaited<ReturnType<typeof startServer>>;

type Ask = (url: string, init: RequestInit) => Promise<Response>;

export function apiOf(origin: string, headers: Record<string, string> | (() => Record<string, string>) = {}, ask: Ask = fetch) {
  const asking = (url: unknown, init: unknown): Promise<Response> => ask(String(url), init as RequestInit);
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: `${origin}/api/trpc`, headers, fetch: asking })] });
}

export function watch(socket: TestSocket, matchId: string, since = 0): Promise<WatchAnswer> {
  return watchAs(socket, { matchId, since }, () => undefined);
}

/** `heard` has the answer before anything that is said after it. */
export function watchAs(socket: TestSocket, request: WatchMessage, heard: (answer: WatchAnswer) => void): Promise<WatchAnswer> {
  return new Promise((resolve) => {
    socket.emit('watch', request, (answer) => {
      heard(answer);
      resolve(answer);
    });
  });
}

/** Asks until it is so; complains after a while. */
export async function until<T>(what: () => Promise<T | null | undefined | false> | T | null | undefined | false, ms = 300_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await what();
    if (found) return found;
    if (Date.now() > end) throw new Error(`it did not become so within ${ms} ms: ${String(what)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
