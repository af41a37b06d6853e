import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMandi } from './support/run-mandi';

/** Stands for this clone's running server: it answers health and match.create, and remembers what it was asked. */
let server: Server;
let home = '';
let url = '';
let refuse: string | null = null;
const asked: { path: string; authorization: string | undefined; body: unknown }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      if (request.url === '/api/health') return response.end(JSON.stringify({ ok: true, process: 'p-1' }));
      asked.push({ path: String(request.url), authorization: request.headers.authorization, body });
      return response.end(JSON.stringify(refuse === null ? { result: { data: { id: 'abc123' } } } : { error: { message: refuse } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  home = await mkdtemp(join(tmpdir(), 'mandi-cli-watch-'));
  await writeFile(join(home, 'site.json'), JSON.stringify({ url, process: 'p-1', pid: process.pid }));
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(home, { recursive: true });
});

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text === '' ? null : JSON.parse(text);
}

/** Without PATH there is no browser to open. */
function watch(...args: string[]) {
  return runMandi(['play', '--watch', ...args], { env: { MANDI_HOME: home, MANDI_ADMIN_TOKEN: 'a-token-of-sixteen', PATH: '' } });
}

test('play --watch creates the match on the running server and tells its address', async () => {
  const ran = await watch('--task', 'market_round', '--seed', '7', '--policy', 'expert', '--pace', '3');
  expect(ran).toEqual({ out: `Watch it at ${url}/matches/abc123\n`, errors: '', code: 0 });
  expect(asked).toEqual([
    {
      path: '/api/trpc/match.create',
      authorization: 'Bearer a-token-of-sixteen',
      body: {
        game: 'gpu-market/classic',
        version: 1,
        task: 'market_round',
        seed: 7,
        policy: 'rule_based_expert',
        judgeMode: 'off',
        pace: 3,
      },
    },
  ]);
});

test('what the server answers is passed on', async () => {
  refuse = 'Creating needs the token.';
  expect(await watch()).toEqual({
    out: '',
    errors: `mandi: the server at ${url} did not create the match: Creating needs the token.\n`,
    code: 1,
  });
});

test('a pace that is none, and one without --watch, are refused before anything starts', async () => {
  expect(await watch('--pace', '99')).toMatchObject({ code: 2, errors: 'mandi: --pace: "99" is not a number of seconds from 0 to 60\n' });
  expect((await runMandi(['play', '--pace', '1'])).errors).toBe('mandi: --pace needs --watch\n');
});
