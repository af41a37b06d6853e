/** `mandi eval` with a model: what it will ask for before it asks, how it was asked afterwards, and a kill in between. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerJson, type ChatServer, openChatServer } from './support/chat-server';
import { type FreshDatabase, freshDatabase } from './support/database';
import { MANDI, runMandi } from './support/run-mandi';
import { until } from './support/server';

let fresh: FreshDatabase;
let home = '';
let server: ChatServer;
let env: Record<string, string> = {};
/** Chats that were answered; after this many the server keeps silent. */
let answered = 0;
let patience = Number.POSITIVE_INFINITY;
/** It answers when nobody waits any more. */
let isLate = false;
/** Chats that it was silent about. */
const waiting: ServerResponse[] = [];
function answer(response: ServerResponse): void {
  if (response.destroyed) return;
  if (isLate) return void response.on('close', () => response.end('{}'));
  if (answered >= patience) return void waiting.push(response);
  answered += 1;
  const message = { role: 'assistant', content: '{"action_type":"wait"}' };
  answerJson(response, 200, {
    model: 'small-2026',
    choices: [{ message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 90, completion_tokens: 8 },
  });
}
function answerUpTo(calls: number): void {
  patience = calls;
  for (const response of waiting.splice(0)) answer(response);
}

beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  home = await mkdtemp(join(tmpdir(), 'mandi-cli-eval-'));
  server = await openChatServer(answer);
  env = { DATABASE_URL: fresh.url, MANDI_HOME: home, MANDI_MODEL: 'off', OPENAI_BASE_URL: server.url };
  const backend = { id: 'priced', url: server.url, models: [{ name: 'small' }], price: { prompt: 1, completion: 10 } };
  await writeFile(join(home, 'inference.json'), JSON.stringify({ backends: [backend] }));
  const sampling = { temperature: 0.25, topP: 1, topK: 0, seed: 7, maxTokens: 64, stop: [] };
  const budget = { tokens: null, calls: null, seconds: null, dollars: null };
  const spec = {
    kind: 'model',
    model: 'small',
    adapter: null,
    backends: ['priced'],
    prompt: 'classic-1',
    sampling,
    grammar: true,
    repairs: 1,
    fallback: null,
    turnSeconds: 60,
    budget,
  };
  for (const [name, turnSeconds] of [
    ['small', 60],
    ['brisk', 2],
    ['hasty', 0.2],
  ] as const) {
    const file = join(home, `${name}.json`);
    await writeFile(file, JSON.stringify({ name, title: name, plays: ['gpu-market/classic'], spec: { ...spec, turnSeconds } }));
    expect(await runMandi(['agents', 'add', file], { env })).toMatchObject({ code: 0 });
  }
});
afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true, force: true });
  await fresh.drop();
});

const runOf = (agent: string, seeds: string) => [
  'eval',
  '--policies',
  agent,
  '--tasks',
  'single_trade',
  '--seeds',
  seeds,
  '--workers',
  '0',
];
const RUN = runOf('small', '0-2');
async function keptTurns(): Promise<number> {
  const [file] = await readdir(join(home, 'evaluations')).catch(() => []);
  return file === undefined ? 0 : (await readFile(join(home, 'evaluations', file), 'utf8')).split('\n').length - 1;
}

interface Row {
  policy: string;
  counts?: { calls: number; turns: number; fallback: number };
  asked?: object;
}

test('--dry-run says calls, tokens, time and cost, and asks nobody', async () => {
  const { out, code } = await runMandi([...RUN, '--dry-run', '--json'], { env });
  expect(code).toBe(0);
  const told = JSON.parse(out) as {
    agents: { agent: string; turns: number; callsAtMost: number; promptTokens: number; dollarsAtMost: number; secondsAtMost: number }[];
  };
  const small = told.agents.find(({ agent }) => agent === 'small@1');
  expect(small).toMatchObject({ episodes: 3, callsAtMost: 2 * (small?.turns ?? 0), secondsAtMost: 60 * (small?.turns ?? 0) });
  expect(small?.promptTokens).toBeGreaterThan(100);
  expect(small?.dollarsAtMost).toBeCloseTo(((small?.promptTokens ?? 0) + (small?.callsAtMost ?? 0) * 64 * 10) / 1e6);
  expect((await runMandi([...RUN, '--dry-run'], { env })).out).toContain('Nothing was asked and nothing was saved.');
  expect(answered).toBe(0);
});

test('a run that was killed goes on without asking again, and its report says how the model was asked', async () => {
  patience = 4;
  const child = spawn(process.execPath, [MANDI, ...RUN], { env: { ...process.env, ...env }, stdio: 'ignore' });
  await until(async () => (await keptTurns()) === patience);
  const dead = once(child, 'exit');
  child.kill('SIGKILL');
  await dead;
  patience = Number.POSITIVE_INFINITY;
  const markdown = join(home, 'report.md');
  const { out, errors, code } = await runMandi([...RUN, '--json'], { env });
  expect(code).toBe(0);
  expect(errors).toContain('resuming an interrupted run: 4 turns will not be asked again');
  const row = (JSON.parse(out) as { rows: Row[] }).rows.find(({ policy }) => policy === 'small@1');
  expect(answered).toBe(row?.counts?.calls);
  expect(row?.asked).toEqual({
    model: 'small',
    adapter: null,
    sampling: { temperature: 0.25, topP: 1, topK: 0, seed: 7, maxTokens: 64 },
    backends: [{ id: 'priced', place: expect.stringContaining(new URL(server.url).host) as string }],
    answered: [expect.stringContaining('small') as string],
  });
  expect(await readdir(join(home, 'evaluations'))).toEqual([]);
  expect(await runMandi([...RUN, '--md', markdown], { env })).toMatchObject({ code: 0 });
  expect(await readFile(markdown, 'utf8')).toContain('small@1: settings sha256:');
  expect(await readFile(markdown, 'utf8')).toContain('temperature 0.25, top-p 1, top-k 0, seed 7, at most 64 tokens, endpoint priced (');
});

test('the folder of the journal is removed while a run writes it: one sentence, and a kill after it still loses nothing', async () => {
  answered = 0;
  patience = 2;
  const run = [...RUN, '--fresh'];
  const child = spawn(process.execPath, [MANDI, ...run], { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said += String(text);
  });
  await until(async () => (await keptTurns()) === 2);
  await rm(join(home, 'evaluations'), { recursive: true });
  answerUpTo(4);
  await until(async () => (await keptTurns()) === 4);
  const dead = once(child, 'exit');
  child.kill('SIGKILL');
  await dead;
  expect(said.split('\n').filter((line) => line.includes('was removed'))).toEqual([
    expect.stringMatching(
      /^mandi: \S+\.jsonl was removed while this run writes it\. It was written again with every turn so far; nothing is lost\.$/,
    ),
  ]);
  expect(said).not.toContain('    at ');
  patience = Number.POSITIVE_INFINITY;
  const { out, code } = await runMandi([...RUN, '--json'], { env });
  expect(code).toBe(0);
  const row = (JSON.parse(out) as { rows: Row[] }).rows.find(({ policy }) => policy === 'small@1');
  expect(answered).toBe(row?.counts?.calls);
});

test('a journal that cannot be written does not end the run', async () => {
  answered = 0;
  patience = 2;
  const child = spawn(process.execPath, [MANDI, ...RUN, '--json'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => {
    said += String(text);
  });
  await until(async () => (await keptTurns()) === 2);
  await rm(join(home, 'evaluations'), { recursive: true });
  await writeFile(join(home, 'evaluations'), 'a file where the folder was');
  const ended = once(child, 'exit');
  answerUpTo(Number.POSITIVE_INFINITY);
  expect(await ended).toEqual([0, null]);
  expect(said.match(/The journal of this run cannot be written \([^)]+\)\. The run continues/g)).toHaveLength(1);
  await rm(join(home, 'evaluations'));
});

test('a run stops when its endpoint never answers, keeps what was played, and goes on when it answers', async () => {
  answered = 0;
  patience = 0;
  const silent = await runMandi([...runOf('brisk', '0-5'), '--json'], { env });
  expect(silent).toMatchObject({ code: 1, out: '' });
  expect(silent.errors).toMatch(/^mandi: stopped: brisk@1 gave no answer in (9|10) of its last \d+ turns \(asked in \d+ so far\)/m);
  expect(silent.errors).toContain('answers within 2 s (its turnSeconds)');
  expect(silent.errors).not.toContain('    at ');
  const played = await keptTurns();
  expect(played).toBeGreaterThanOrEqual(9);
  answerUpTo(Number.POSITIVE_INFINITY);
  const { out, errors, code } = await runMandi([...runOf('brisk', '0-5'), '--json'], { env });
  expect(code).toBe(0);
  expect(errors).toContain(`0 turns will not be asked again, and ${played} turns without an answer will be`);
  const row = (JSON.parse(out) as { rows: Row[] }).rows.find(({ policy }) => policy === 'brisk@1');
  expect(row?.counts?.fallback).toBeLessThan((row?.counts?.turns ?? 0) / 2);
  expect(await keptTurns()).toBe(0);
});

test('an endpoint that answers too late stops a run as well; with --go-on it ends with the score of the fallback', async () => {
  isLate = true;
  const stopped = await runMandi([...runOf('hasty', '0-5'), '--json'], { env });
  expect(stopped).toMatchObject({ code: 1, out: '' });
  expect(stopped.errors).toContain('stopped: hasty@1 gave no answer');
  const { out, code, errors } = await runMandi([...runOf('hasty', '0-5'), '--json', '--go-on'], { env });
  isLate = false;
  expect(code).toBe(0);
  expect(errors).toMatch(/resuming an interrupted run: \d+ turns will not be asked again \(--fresh/);
  const row = (JSON.parse(out) as { rows: Row[] }).rows.find(({ policy }) => policy === 'hasty@1');
  expect(row?.counts?.turns).toBeGreaterThan(9);
  expect(row?.counts?.fallback).toBe(row?.counts?.turns);
});
