import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

const MANDI = fileURLToPath(new URL('../../bin/mandi.mjs', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../fixtures/arena-v1/traces.jsonl.gz', import.meta.url));

interface Episode {
  policy: string;
  config: Record<string, unknown>;
  initial: Record<string, unknown>;
  steps: { action: unknown; observation: Record<string, unknown> }[];
}

interface Reply {
  type: string;
  data: { observation?: Record<string, unknown>; reward?: number | null; done?: boolean; code?: string; message?: string };
}

type Endpoint = ChildProcessByStdio<Writable, Readable, Readable>;

function openEndpoint(env = process.env): Endpoint {
  return spawn(process.execPath, [MANDI, 'env', '--stdio'], { cwd: tmpdir(), env, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** How the process ended, once its streams are closed as well. */
function ended(endpoint: Endpoint): Promise<number | null> {
  return new Promise((resolve) => endpoint.once('close', resolve));
}

/** Everything it says to this input, and how it ended. */
async function talk(input: string, env = process.env): Promise<{ replies: Reply[]; lines: string[]; errors: string; code: number | null }> {
  const endpoint = openEndpoint(env);
  const lines: string[] = [];
  let errors = '';
  endpoint.stderr.on('data', (text) => {
    errors += String(text);
  });
  createInterface(endpoint.stdout).on('line', (line) => lines.push(line));
  endpoint.stdin.end(input);
  const code = await ended(endpoint);
  return { lines, replies: lines.map((line) => JSON.parse(line) as Reply), errors, code };
}

/** Equal but for every `message`, numbers within 1e-9; what differs is named by its path. */
function differences(ours: unknown, theirs: unknown, path: string): string[] {
  if (typeof ours === 'number' && typeof theirs === 'number')
    return Math.abs(ours - theirs) <= 1e-9 ? [] : [`${path}: ${ours} for ${theirs}`];
  if (typeof ours !== 'object' || typeof theirs !== 'object' || ours === null || theirs === null) {
    return ours === theirs ? [] : [`${path}: ${JSON.stringify(ours)} for ${JSON.stringify(theirs)}`];
  }
  if (Array.isArray(ours) !== Array.isArray(theirs)) return [`${path}: list or object`];
  const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  return [...keys].flatMap((key) => {
    if (key === 'message' && !Array.isArray(ours)) return [];
    if (!(key in ours) || !(key in theirs)) return [`${path}.${key}: ${key in ours ? 'not in theirs' : 'missing'}`];
    return differences(Reflect.get(ours, key), Reflect.get(theirs, key), `${path}.${key}`);
  });
}

function linesOf(episode: Episode): string[] {
  const reset = { type: 'reset', data: { ruleset: 'classic', ...episode.config, malformed: 'penalise' } };
  return [reset, ...episode.steps.map(({ action }) => ({ type: 'step', data: action }))].map((message) => JSON.stringify(message));
}

describe('mandi env --stdio', () => {
  test('all recorded episodes of the published arena agree, field by field', async () => {
    const text = gunzipSync(readFileSync(FIXTURES)).toString('utf8');
    const episodes = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Episode);
    expect(episodes).toHaveLength(250);
    const { replies, errors, code } = await talk(`${episodes.flatMap(linesOf).join('\n')}\n{"type":"close"}\n`);
    expect(errors).toBe('');
    expect(code).toBe(0);
    expect(replies).toHaveLength(episodes.reduce((sum, episode) => sum + 1 + episode.steps.length, 0));
    const wrong: string[] = [];
    let at = 0;
    for (const [number, episode] of episodes.entries()) {
      for (const [step, expected] of [episode.initial, ...episode.steps.map(({ observation }) => observation)].entries()) {
        const reply = replies[at++];
        const path = `episode ${number} (${episode.policy}) step ${step}`;
        wrong.push(...differences(reply?.data.observation, expected, path));
        if (reply?.type !== 'observation') wrong.push(`${path}: ${JSON.stringify(reply).slice(0, 200)}`);
        if (reply?.data.reward !== (step === 0 ? null : reply?.data.observation?.reward))
          wrong.push(`${path}: reward ${reply?.data.reward}`);
        if (reply?.data.done !== expected.done) wrong.push(`${path}: done ${reply?.data.done}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('answers one line at a time, as it is asked', async () => {
    const endpoint = openEndpoint();
    const lines = createInterface(endpoint.stdout)[Symbol.asyncIterator]();
    async function ask(message: unknown): Promise<Reply> {
      endpoint.stdin.write(`${JSON.stringify(message)}\n`);
      return JSON.parse(String((await lines.next()).value)) as Reply;
    }
    expect(await ask({ type: 'state' })).toEqual({ type: 'state', data: { episode_id: null, step_count: 0 } });
    const opening = await ask({ type: 'reset', data: { task: 'market_round', seed: 7, episode_id: 'mine' } });
    expect(opening.data).toMatchObject({ reward: null, done: false, observation: { task_id: 'market_round-7' } });
    const turn = await ask({ type: 'step', data: { action_type: 'wait' } });
    expect(turn.data).toMatchObject({ done: false, observation: { round_index: 1, last_action_result: { ok: true, code: 'waited' } } });
    expect((await ask({ type: 'state' })).data).toMatchObject({ episode_id: 'mine', step_count: 1, task_type: 'market_round', seed: 7 });
    endpoint.stdin.write('{"type":"close"}\n');
    const code = await ended(endpoint);
    expect(code).toBe(0);
  });

  test('bad lines each get their code, in order, and the process lives on', async () => {
    const reset = '{"type":"reset","data":{"task_type":"single_trade","seed":1}}';
    const asked: [line: string, code: string | undefined][] = [
      ['{"type":"step","data":{"action_type":"wait"}}', 'EXECUTION_ERROR'],
      ['nonsense', 'INVALID_JSON'],
      ['{"type":"reset","data":{"seed":NaN}}', 'INVALID_JSON'],
      ['{"type":"reset","data":{"seed":Infinity}}', 'INVALID_JSON'],
      ['{"type":"dance"}', 'UNKNOWN_TYPE'],
      ['{}', 'UNKNOWN_TYPE'],
      ['[1]', 'VALIDATION_ERROR'],
      ['{"type":"reset","data":{"task":"tennis"}}', 'VALIDATION_ERROR'],
      ['{"type":"reset","data":{"seed":-1}}', 'VALIDATION_ERROR'],
      ['{"type":"reset","data":{"seed":1.5}}', 'VALIDATION_ERROR'],
      ['{"type":"reset","data":{"seed":9007199254740992}}', 'VALIDATION_ERROR'],
      ['{"type":"reset","data":{"ruleset":"chess"}}', 'VALIDATION_ERROR'],
      ['{"type":"reset","data":{"task":"single_trade","task_type":"market_round"}}', 'VALIDATION_ERROR'],
      ['{"type":"reset","data":{"malformed":"maybe"}}', 'VALIDATION_ERROR'],
      ['{"type":"reset","data":7}', 'VALIDATION_ERROR'],
      [reset, undefined],
      ['{"type":"step"}', 'VALIDATION_ERROR'],
      ['{"type":"step","data":{"action_type":"steal"}}', 'VALIDATION_ERROR'],
      ['{"type":"step","data":{"action_type":"send_offer","payment":"much"}}', 'VALIDATION_ERROR'],
      ['{"type":"state"}', undefined],
      [`{"type":"step","data":{"action_type":"send_message","message":"${'x'.repeat(501)}"}}`, 'VALIDATION_ERROR'],
      ['{"type":"reset","data":{"task":"tennis"}}', 'VALIDATION_ERROR'],
      ['{"type":"step","data":{"action_type":"wait"}}', undefined],
    ];
    const { replies, errors, code } = await talk(asked.map(([line]) => line).join('\n'));
    expect(replies.map((reply) => reply.data.code)).toEqual(asked.map(([, expected]) => expected));
    expect(replies.at(-1)?.data.observation?.round_index).toBe(1); // refused actions and resets left the episode as it was
    for (const reply of replies.filter(({ type }) => type === 'error')) expect(reply.data.message).toMatch(/\w{3}/);
    expect([errors, code]).toEqual(['', 0]);
  });

  test('games for tests are played where they are shown, and nowhere else', async () => {
    const input = [
      '{"type":"reset","data":{"game":"test/offers","seed":7}}',
      '{"type":"step","data":{"type":"name_price","price":60}}',
    ].join('\n');
    const { replies } = await talk(input, { ...process.env, MANDI_TEST_GAMES: '1' });
    expect(replies[0]?.data.observation).toMatchObject({ seat: 'seller', limit: 30, turn: 0 });
    expect(replies[1]?.data).toMatchObject({ done: false, reward: 0, observation: { turn: 2 } });
    const hidden = await talk(input, { ...process.env, MANDI_TEST_GAMES: '0' });
    expect(hidden.replies.map(({ data }) => data.code)).toEqual(['VALIDATION_ERROR', 'EXECUTION_ERROR']);
  });

  test('both seats of a game of alternating turns are played by one program, to the end', async () => {
    const input = [
      '{"type":"reset","data":{"game":"test/offers","task":"haggle","seed":7,"seats":["seller","buyer"]}}',
      '{"type":"step","data":{"moves":{"seller":{"type":"name_price","price":60}}}}',
      '{"type":"step","data":{"moves":{"seller":{"type":"name_price","price":50}}}}',
      '{"type":"step","data":{"moves":{"buyer":{"type":"take_price"}}}}',
      '{"type":"state"}',
    ].join('\n');
    const { replies, code } = await talk(input, { ...process.env, MANDI_TEST_GAMES: '1' });
    expect(replies.map(({ data }) => [data.code, data.observation?.to_act, data.done])).toEqual([
      [undefined, ['seller'], false],
      [undefined, ['buyer'], false],
      ['VALIDATION_ERROR', undefined, undefined],
      [undefined, [], true],
      [undefined, undefined, true],
    ]);
    expect(replies[3]?.data).toMatchObject({ metadata: { scores: [{ seats: ['seller', 'buyer'], scores: { seller: 30, buyer: 30 } }] } });
    expect(code).toBe(0);
  });

  test('CRLF, blank lines, a last line without an end, and a line far too long', async () => {
    const tooLong = `{"type":"${'x'.repeat(17 * 1024 * 1024)}"}`;
    const input = `\r\n\n   \n{"type":"reset"}\r\n${tooLong}\n{"type":"state"}\n\n{"type":"step","data":{"action_type":"wait"}}`;
    const { replies, code } = await talk(input);
    expect(replies.map(({ type }) => type)).toEqual(['observation', 'error', 'state', 'observation']);
    expect(replies[1]?.data.code).toBe('INVALID_JSON');
    expect(code).toBe(0);
  });

  test('a finished episode answers a step with its last observation and episode_done', async () => {
    const steps = ['{"type":"step","data":{"action_type":"finish"}}', '{"type":"step","data":{"action_type":"wait"}}', '{"type":"state"}'];
    const { replies } = await talk(['{"type":"reset"}', ...steps].join('\n'));
    expect(replies.map((reply) => reply.data.done)).toEqual([false, true, true, true]);
    expect(replies[2]?.data.observation?.last_action_result).toMatchObject({ ok: false, code: 'episode_done' });
    expect(replies[2]?.data.observation?.cumulative_reward).toBe(replies[1]?.data.observation?.cumulative_reward);
  });

  test('a reader that goes away ends it quietly', async () => {
    const endpoint = openEndpoint();
    let errors = '';
    endpoint.stderr.on('data', (text) => {
      errors += String(text);
    });
    endpoint.stdin.on('error', () => {});
    endpoint.stdin.write('{"type":"reset"}\n');
    await once(endpoint.stdout, 'data');
    endpoint.stdout.destroy();
    endpoint.stdin.write('{"type":"state"}\n'.repeat(1000));
    const code = await ended(endpoint);
    expect([errors, code]).toEqual(['', 0]);
  });

  test('starts and answers in under a second, on a busy machine in ten times what Node needs to start', async () => {
    const runs: { bare: number; endpoint: number }[] = [];
    for (let run = 0; run < 3; run += 1) {
      const bare = await firstWord(spawn(process.execPath, ['-p', '1']));
      const endpoint = await firstWord(openEndpoint(), '{"type":"reset"}\n');
      runs.push({ bare, endpoint });
    }
    expect(
      runs.some(({ bare, endpoint }) => endpoint < Math.max(1000, 10 * bare)),
      JSON.stringify(runs),
    ).toBe(true);
  });
});

/** Milliseconds until a program that was started just now has said something; it has ended by then. */
async function firstWord(program: Endpoint, input = ''): Promise<number> {
  const before = performance.now();
  program.stdin.write(input);
  await once(program.stdout, 'data');
  const after = performance.now();
  program.stdin.end();
  await ended(program);
  return after - before;
}
