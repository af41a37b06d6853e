/** A match's budget for models outlives the process that counts it, and no call counts twice however many processes it went through. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChatServer, openChatServer, streamText } from './support/chat-server';
import { type FreshDatabase, freshDatabase } from './support/database';
import { until } from './support/server';
import { type Spawned, spawnServer } from './support/spawned';

const PATIENCE = 900_000;
const CALLS = 5;

let fresh: FreshDatabase;
let behind: ChatServer;
let folder: string;
let hangs = false;
const sites: Spawned[] = [];

beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  behind = await openChatServer((response) => {
    if (!hangs) streamText(response, 'ok');
    hangs = false;
  });
  folder = await mkdtemp(join(tmpdir(), 'mandi-budget-'));
  const budget = { tokens: null, calls: CALLS, seconds: null, dollars: null };
  await writeFile(join(folder, 'inference.json'), JSON.stringify({ budgets: { match: budget } }));
}, PATIENCE);

afterAll(async () => {
  await Promise.all(sites.map((site) => site.kill()));
  await behind.close();
  await rm(folder, { recursive: true, force: true });
  await fresh.drop();
});

async function site(): Promise<Spawned> {
  const settings = { MANDI_INFERENCE: join(folder, 'inference.json'), OPENAI_BASE_URL: behind.url, OPENAI_MODEL: 'small' };
  const one = await spawnServer(fresh.url, settings);
  sites.push(one);
  await until(async () => (await (await fetch(`${one.origin}/v1/models`)).text()).includes('"small"'));
  return one;
}

/** Any match's model, asked at that process: the status, and which backend it says answered. */
async function ask({ origin }: Spawned, match = 'm1'): Promise<{ status: number; backend: string | null }> {
  const asked = { model: 'small', messages: [{ role: 'user', content: 'Your move?' }], mandi: { account: { match } } };
  const answer = await fetch(`${origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  });
  const { mandi } = (await answer.json()) as { mandi?: { backend?: string } };
  return { status: answer.status, backend: mandi?.backend ?? null };
}

test('the hub is killed in the middle of a call, and the budget goes on where it was', { timeout: PATIENCE }, async () => {
  const hub = await site();
  const other = await site();
  expect(await ask(hub)).toEqual({ status: 200, backend: 'openai' });
  expect(await ask(other)).toMatchObject({ status: 200 });
  hangs = true;
  const cut = ask(hub).catch(() => null);
  await until(() => behind.asked.length === 3);
  await hub.kill();
  expect(await cut).toBeNull();
  // The first calls find that the hub has gone: they are asked to come again.
  const fourth = await until(async () => {
    const answer = await ask(other);
    return answer.status !== 503 && answer;
  });
  expect(fourth.status).toBe(200);
  expect((await ask(other)).status).toBe(200);
  expect((await ask(other)).status).toBe(429);
  const next = await site();
  expect((await ask(next)).status).toBe(429);
  expect((await ask(next, 'another match')).status).toBe(200);
  expect(behind.asked).toHaveLength(CALLS + 1);
});
