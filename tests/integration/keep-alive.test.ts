/** Connections that clients keep for their next request: the server gives them up after the client, and all at once when it stops. */
import { Agent, get } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveEndpoint } from '~/openenv/serve';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer } from './support/server';

/** Node gives connections up after 5 s unless it is told otherwise. */
const LONGER_THAN_USUAL_MS = 6_500;

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
});
afterAll(() => fresh.drop());

/** Over a connection that is kept; which one it was, and how long the server says that it keeps it. */
function ask(url: string, agent: Agent): Promise<{ socket: Socket; keeps: string }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (response) => {
      const { socket } = response;
      response.resume().once('end', () => resolve({ socket, keeps: String(response.headers['keep-alive']) }));
    });
    request.once('error', reject);
  });
}

interface Served {
  url: string;
  stop(): Promise<void>;
}

async function site(): Promise<Served> {
  const { origin, stop } = await startServer(fresh);
  return { url: `${origin}/api/health`, stop };
}

async function endpoint(): Promise<Served> {
  const served = await serveEndpoint({ host: '127.0.0.1', port: 0, sessions: 1, version: '0', onFault: () => undefined });
  return { url: `http://127.0.0.1:${served.port}/health`, stop: () => served.stop() };
}

it.each([
  ['npm start', site],
  ['mandi env --serve', endpoint],
])(
  '%s takes a request on a connection that was idle for seconds, and its stop does not wait for idle ones',
  { timeout: 900_000 },
  async (_, serve) => {
    const { url, stop } = await serve();
    const agent = new Agent({ keepAlive: true });
    const first = await ask(url, agent);
    expect(first.keeps).toBe('timeout=65');
    await new Promise((resolve) => setTimeout(resolve, LONGER_THAN_USUAL_MS));
    const second = await ask(url, agent);
    expect(second.socket).toBe(first.socket);
    await stop(); // idle connections would keep it for 65 s, past this test's time
    agent.destroy();
  },
);
