/** Two web processes on one database behind a proxy that sends every request to the other one in turn: nobody notices that there are two. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { appRouter } from '~/api/router';
import { type FreshDatabase, freshDatabase } from './support/database';
import { apiOf, type TestSocket, until, watch } from './support/server';
import { type Spawned, spawnServer } from './support/spawned';

const WORKER = fileURLToPath(new URL('support/test-worker.mjs', import.meta.url));
const PATIENCE = 900_000;
const AGREED = { timeout: 300_000, interval: 100 };
/** More than there are processes, so that each of them is asked. */
const TIMES = [0, 1, 2, 3];

let fresh: FreshDatabase;
let sites: [Spawned, Spawned];
let proxy: Server;
let origin: string;
let api: ReturnType<typeof apiOf>;
let matchId: string;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  sites = await Promise.all([spawnServer(fresh.url), spawnServer(fresh.url)]);
  // A process looks for the hub every two seconds, and may have looked before the other one answered.
  for (const _ of ['since both answer', 'once more']) {
    const before = await hubUntil();
    await until(async () => (await hubUntil()) > before);
  }
  proxy = roundRobin(sites.map((site) => site.origin));
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  api = apiOf(origin);
  matchId = (await api.match.create.mutate({ ruleset: 'open', task: 'market_round', policy: 'greedy', pace: 0, seed: 5 })).id;
  await until(async () => (await api.match.get.query({ id: matchId })).status === 'finished');
}, PATIENCE);
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  proxy.closeAllConnections();
  proxy.close();
  await Promise.all(sites.map((site) => site.kill()));
  await fresh.drop();
});

/** It grows each time the hub says that it is there. */
async function hubUntil(): Promise<number> {
  const { rows } = await fresh.database.pool.query<{ until: Date }>('SELECT until FROM web_hub');
  return Number(rows[0]?.until ?? 0);
}

/** Each request and each socket goes to the next one; what a proxy like the shipped one does, without its health checks. */
function roundRobin(origins: readonly string[]): Server {
  let turn = 0;
  const next = (): URL => new URL(origins[turn++ % origins.length] ?? '');
  const headersOf = (request: IncomingMessage, to: URL) => ({ ...request.headers, host: to.host });
  const server = createServer((request, response) => {
    const to = next();
    const onward = ask(new URL(request.url ?? '/', to), { method: request.method ?? 'GET', headers: headersOf(request, to) }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.on('upgrade', (request: IncomingMessage, socket, head: Buffer) => {
    const to = next();
    const onward = connect(Number(to.port), to.hostname, () => {
      const lines = Object.entries(headersOf(request, to)).map(([name, value]) => `${name}: ${String(value)}`);
      onward.write(`GET ${request.url ?? '/'} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      onward.pipe(socket);
      socket.pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  return server;
}

async function plain(path: string, at = origin): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${at}${path}`);
  return { status: answer.status, text: await answer.text() };
}

async function rpc(method: string, params: object): Promise<Record<string, unknown>> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(`${origin}/openenv/mcp`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await answer.json()) as Record<string, unknown>;
}

/** Its connections, its disk. */
const OF_ONE_PROCESS = 'operations.look';

describe('behind a round-robin proxy', { timeout: PATIENCE }, () => {
  it('exports are listed, stopped, finished and downloaded at either process', async () => {
    const request = { format: 'trajectories', ruleset: 'open', split: 'train' };
    const { id } = await api.data.begin.mutate({ request, form: 'jsonl' } as never);
    const done = await until(async () => {
      const lists = await Promise.all(TIMES.map(() => api.data.exports.query()));
      expect(lists.map(({ exports }) => exports.map((one) => one.id))).toEqual(TIMES.map(() => [id]));
      const [card] = lists[0]?.exports ?? [];
      if (card?.status === 'failed') throw new Error(card.fault ?? '');
      return lists.every(({ exports }) => exports[0]?.status === 'finished') && card;
    });
    expect(done.manifest?.counts.matches).toBe(1);
    for (const _ of TIMES) expect((await plain(`/api/data/${id}/manifest.json`)).status).toBe(200);
    const rows = await Promise.all(TIMES.map(() => plain(`/api/data/${id}/part-00000.jsonl`)));
    expect(new Set(rows.map(({ text }) => text)).size).toBe(1);
    await api.data.remove.mutate({ id });
    for (const _ of TIMES) expect((await api.data.exports.query()).exports).toEqual([]);
  });

  it('how far a report is can be asked at either process, and one is made at a time', async () => {
    const wish = { ruleset: 'classic', tasks: 'single_trade', policies: 'random_validish', seeds: '0-3' };
    const { id } = await api.report.create.mutate(wish);
    await until(async () => {
      const answers = await Promise.all(TIMES.map(() => api.benchmark.progress.query({ runId: id })));
      for (const { fault } of answers) expect(fault).toBeNull();
      return answers.every(({ status }) => status === 'finished');
    });
    const shown = await Promise.all(TIMES.map(() => api.benchmark.progress.query({ runId: id })));
    expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(shown[0]?.reports?.length).toBeGreaterThan(0);
  });

  it('an OpenEnv session that was made over HTTP goes on at either process', async () => {
    const { session_id } = (await rpc('openenv/session/create', {})).result as { session_id: string };
    const call = (name: string, given: object) => rpc('tools/call', { session_id, name, arguments: given });
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/openenv/ws?session_id=${session_id}`);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'reset', data: { ruleset: 'classic', task: 'market_round', seed: 3 } }));
    expect(JSON.parse(String((await once(socket, 'message'))[0]))).not.toMatchObject({ type: 'error' });
    socket.close();
    await once(socket, 'close');
    for (const _ of TIMES) expect(await call('wait', {})).toMatchObject({ result: { is_error: false } });
    const seen = await Promise.all(TIMES.map(() => call('observe', {})));
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(JSON.stringify(seen[0])).toContain('"round_index');
    await until(async () => 'result' in (await rpc('openenv/session/close', { session_id })));
    for (const _ of TIMES) expect(await call('wait', {})).toMatchObject({ error: { code: -32602 } });
  });

  it('an inference worker serves both processes, and one meter counts', async () => {
    for (const id of ['first', 'second']) {
      const worker = spawn(process.execPath, [WORKER, `${origin.replace('http', 'ws')}/inference/worker`, id, '2', '5'], {
        stdio: 'ignore',
      });
      closers.push(() => worker.kill('SIGKILL'));
    }
    await until(async () => {
      const states = await Promise.all(TIMES.map(() => api.inference.state.query()));
      return states.every(({ workers }) => workers.length === 2);
    });
    const before = (await api.inference.state.query()).meter.calls;
    for (const _ of TIMES) {
      const asked = { model: 'small', messages: [{ role: 'user', content: 'Who are you?' }] };
      const answer = await fetch(`${origin}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(asked),
      });
      expect(answer.status, await answer.clone().text()).toBe(200);
    }
    const meters = await Promise.all(TIMES.map(() => api.inference.state.query()));
    expect(meters.map(({ meter }) => meter.calls - before)).toEqual(TIMES.map(() => TIMES.length));
    const models = await Promise.all(TIMES.map(() => plain('/v1/models')));
    for (const { text } of models) expect(text).toContain('"small"');
  });

  it('watchers are counted over both processes', async () => {
    const sockets = await Promise.all(
      TIMES.map(async () => {
        const socket: TestSocket = io(origin, { transports: ['websocket'], forceNew: true, reconnection: false });
        closers.push(() => socket.disconnect());
        const counts: number[] = [];
        socket.on('watchers', ({ count }) => counts.push(count));
        await watch(socket, matchId);
        return { socket, counts };
      }),
    );
    await until(() => sockets.every(({ counts }) => counts.at(-1) === TIMES.length));
    sockets[0]?.socket.disconnect();
    await until(() => sockets.slice(1).every(({ counts }) => counts.at(-1) === TIMES.length - 1));
  });

  it('what an agent writes is seen by watchers at either process', async () => {
    const heard = sites.map(() => new Set<string>());
    const seats = { lab_0: 'null-random' };
    const wish = { ruleset: 'open', task: 'market_round', seed: 3, policy: 'house', pace: 0.2, seats, visibility: 'open' };
    const { id } = await apiOf(sites[0].origin).match.create.mutate(wish as never);
    for (const [at, site] of sites.entries()) {
      const socket: TestSocket = io(site.origin, { transports: ['websocket'], forceNew: true, reconnection: false });
      closers.push(() => socket.disconnect());
      socket.on('thought', ({ text }) => void (text !== null && heard[at]?.add(text)));
      await watch(socket, id);
    }
    await until(() => heard.every((texts) => texts.size > 0));
  });

  it('both processes have the same keys', async () => {
    const { rows } = await fresh.database.pool.query<{ name: string }>('SELECT name FROM web_key ORDER BY name');
    expect(rows.map(({ name }) => name)).toEqual(['door', 'hub']);
  });

  it('every question that a screen asks has the same answer at both, and every plain address too', async () => {
    const questions = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)
      .filter(([name, procedure]) => procedure._def.type === 'query' && name !== OF_ONE_PROCESS)
      .map(([name]) => name);
    expect(questions.length).toBeGreaterThan(30);
    const paths = questions.map((name) => {
      const input = inputFor(name);
      return `/api/trpc/${name}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`;
    });
    paths.push(
      `/api/matches/${matchId}/events.jsonl`,
      `/api/matches/${matchId}/transcript.md`,
      '/openenv/schema',
      '/openenv/metadata',
      '/v1/models',
    );
    // Both are asked at once, and something may be stored between the two answers: they agree soon.
    for (const path of paths)
      await vi.waitFor(async () => {
        const [one, other] = await Promise.all(sites.map((site) => plain(path, site.origin)));
        expect(one?.status, path).toBeLessThan(500);
        expect({ path, status: other?.status, text: timeless(other?.text) }).toEqual({
          path,
          status: one?.status,
          text: timeless(one?.text),
        });
      }, AGREED);
  });

  it('what is told of the process that answers names it, and what all share is the same', async () => {
    const [one, other] = await Promise.all(sites.map((site) => apiOf(site.origin).operations.look.query()));
    expect(one?.process).not.toBe(other?.process);
    expect(one?.inferenceWorkers.map(({ name }) => name)).toEqual(other?.inferenceWorkers.map(({ name }) => name));
    expect(one?.counts.matches).toEqual(other?.counts.matches);
  });

  it('when the process that keeps workers and exports is killed, the other one takes its part', async () => {
    const holder = async () => (await fresh.database.pool.query<{ url: string }>('SELECT url FROM web_hub')).rows[0]?.url;
    const url = await holder();
    const [hub, rest] = sites[0].origin === url ? sites : [sites[1], sites[0]];
    expect(hub.origin).toBe(url);
    await hub.kill();
    // Workers come while this process still takes the dead one for the hub, and stay when it becomes the hub itself.
    const path = `${rest.origin.replace('http', 'ws')}/inference/worker`;
    const workers = ['third', 'fourth'].map((id) => spawn(process.execPath, [WORKER, path, id, '2', '5'], { stdio: 'ignore' }));
    closers.push(...workers.map((worker) => () => worker.kill('SIGKILL')));
    const there = apiOf(rest.origin);
    const names = async () => (await there.inference.state.query()).workers.map(({ name }) => name).sort();
    await until(async () => isDeepStrictEqual(await names(), ['fourth', 'third']));
    await until(async () => (await holder()) === rest.origin);
    const taken = await hubUntil();
    await until(async () => (await hubUntil()) > taken); // by then it has done all that it does when it becomes the hub
    expect(await names()).toEqual(['fourth', 'third']);
    expect(workers.map(({ exitCode }) => exitCode)).toEqual([null, null]); // a worker of this test ends when it is turned away
    expect((await there.data.exports.query()).exports).toEqual([]);
  });
});

/** What a page about this match, or about the first of what there is, asks for. */
function inputFor(name: string): unknown {
  const [router = ''] = name.split('.');
  const byName: Record<string, unknown> = {
    'match.list': { limit: 10 },
    'match.frames': { id: matchId, since: 0 },
    'match.events': { id: matchId },
    'agent.list': {},
    'agent.get': { ref: 'null-random' },
    'agent.turns': { id: matchId },
    'tournament.list': {},
    'tournament.ofMatch': { id: matchId },
    'benchmark.latest': { ruleset: 'open' },
    'benchmark.progress': { runId: 'nothing' },
    'data.count': { format: 'trajectories', ruleset: 'open', split: 'train' },
    'data.sample': { format: 'trajectories', ruleset: 'open', split: 'train' },
    'leaderboard.get': { board: 'open' },
    'report.get': { id: 'nothing' },
    'seat.observe': { id: matchId, seat: 'lab_0' },
  };
  if (name in byName) return byName[name];
  return ['match', 'table', 'judge'].includes(router) ? { id: matchId } : router === 'tournament' ? { id: 'nothing' } : undefined;
}

/** Without moments, which differ from one question to the next. */
function timeless(text = ''): string {
  return text.replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"then"').replaceAll(/"(process|took|created)":("[^"]*"|[\d.]+)/g, '"$1":0');
}
