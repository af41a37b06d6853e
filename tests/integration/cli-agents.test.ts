/** Agents by command, on a database of its own; and options that cannot stand, each answered in a sentence. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REPOSITORY } from '~/config';
import { openChatServer, streamText } from './support/chat-server';
import { type FreshDatabase, freshDatabase } from './support/database';
import { type Ran, runMandi, runMandiHere } from './support/run-mandi';
import { startServer } from './support/server';

let fresh: FreshDatabase;
let home = '';
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  home = await mkdtemp(join(tmpdir(), 'mandi-cli-agents-'));
});
afterAll(async () => {
  await rm(home, { recursive: true, force: true });
  await fresh.drop();
});

function run(...args: string[]): Promise<Ran> {
  return runMandiHere(args, { env: { DATABASE_URL: fresh.url, MANDI_HOME: home, MANDI_MODEL: 'off' } });
}

const NO_VERSION = 'The agent smollm2 has no version 9; it has 1';
const TASKS = 'allowed: single_trade, market_round, coalition_market';

test.each([
  [['matches', '--task', 'all'], `unknown task "all"`],
  [['agents', 'list', '--ruleset', 'tennis'], 'unknown ruleset "tennis"; allowed: classic, open'],
  [['agents', 'nulls', 'smollm2', '--ruleset', 'tennis'], 'unknown ruleset "tennis"; allowed: classic, open'],
  [['agents', 'nulls', 'smollm2', '--task', 'nope'], `unknown task "nope"; ${TASKS}, grand_market`],
  [['agents', 'nulls', 'smollm2', '--ruleset', 'classic', '--task', 'grand_market'], `unknown task "grand_market"; ${TASKS}\n`],
  [['agents', 'add', '--person', 'ann', '--title', ''], '--title is empty'],
  [['agents', 'add', '--person', 'ann', '--licence', ' '], '--license is empty'],
  [['agents', 'add', '--person', 'ann', '--license', 'MIT', '--licence', 'MIT'], '--license and --licence are the same option'],
  [['agents', 'add', '--person', 'all'], 'all is a reserved word'],
  [['judge', 'calibrate', '--no-model', '--model', 'foo'], 'choose one of --model and --no-model'],
  [['judge', 'calibrate', '--model', 'foo', '--no-model'], 'choose one of --model and --no-model'],
  [['audit', 'classic/single_trade', '--holdout', '0-9'], 'the search itself plays seeds 0-11'],
  [['export', '--format', 'sft', '--sample', '1', '--follow'], 'choose one of --sample and --follow'],
  [['agents', 'show', 'smollm2@9'], NO_VERSION],
  [['agents', 'retire', 'smollm2@9'], NO_VERSION],
  [['agents', 'nulls', 'smollm2@9'], NO_VERSION],
  [['eval', '--policies', 'wait,smollm2@9', '--tasks', 'single_trade', '--seeds', '0'], NO_VERSION],
  [['play', '--ruleset', 'open', '--seat', 'lab_0=smollm2@9'], NO_VERSION],
  [['play', '--policy', 'smollm'], 'unknown policy "smollm" (did you mean smollm2?)'],
  [['play', '--policy', 'wiat'], 'unknown policy "wiat" (did you mean wait?); allowed: rule_based_expert'],
  [['play', '--ruleset', 'open', '--seat', 'lab_0=planner@2'], 'planner is a built-in policy and has no versions'],
  [['export'], 'name a match (npx mandi matches lists them), or say which dataset you want: --format sft'],
  [['export', '--clean'], 'name a match (npx mandi matches lists them)'],
  [['export', '--format', 'events'], '--format events is for one match: name it'],
  [['samples'], '--out is missing; npx mandi samples --help shows what it takes'],
  [['rollout', '--players', 'wait,random_validish', '--out', REPOSITORY], `--out: ${REPOSITORY} is not empty`],
  [['owners', 'remove', 'nobody'], 'There is no owner "nobody"; npx mandi owners list shows them'],
  [['agents', 'add', '--person', 'A_B'], '--person: "A_B" must be at most 40 lowercase letters'],
  [['agents', 'add', tmpdir()], 'it is a folder'],
  [['audit', 'classic/single_trade', '--resume', tmpdir()], '--resume: '],
  [['agents', 'add', '/none/such.yaml'], 'cannot read /none/such.yaml: there is no such file'],
  [['export', 'abc', '--clean'], '--clean is for datasets, and --format events is for one match'],
  [['export', 'abc', '--with-people'], '--with-people is for datasets'],
  [['export', 'abc', '--files', 'parquet'], '--files is for datasets'],
  [['eval', '--seeds', '0', '--html', 'same', '--md', './same'], 'same is named for two formats of the report'],
  [['play', '--ruleset', 'open', '--seat', 'lab_0=planner', '--seat', 'lab_0=house'], 'seat lab_0 is named twice'],
])('%j is answered in one sentence, exit code 2', async (args, sentence) => {
  const { out, errors, code } = await run(...args);
  expect({ out, code }).toEqual({ out: '', code: 2 });
  expect(errors).toContain(sentence);
  expect(errors).toMatch(/^mandi: .*\n$/);
});

test('matches of any ruleset are listed by their task', async () => {
  expect(await run('matches', '--task', 'grand_market')).toMatchObject({ code: 0, errors: '' });
});

test.each([['--format', 'sft'], ['abc']])(
  'a folder in which nothing can be made ends an export, whatever its rights say: %s',
  async (...what) => {
    const env = { DATABASE_URL: fresh.url, MANDI_HOME: home, MANDI_MODEL: 'off' };
    const { out, errors, code } = await runMandi(['export', ...what, '--out', '/proc/mandi/rows'], { env });
    expect({ out, code }).toEqual({ out: '', code: 1 });
    expect(errors).toContain('cannot write there: ');
  },
);

test('agents are listed with who is ready: what models can be asked only a running Mandi knows', async () => {
  const { out } = await run('agents', 'list');
  expect(out).toMatch(/^agent +kind +plays +ready +matches/);
  expect(out).toMatch(/^smollm2@\d+ .* \? +\d+ /m);
  expect(out).toContain('ready ?: not known; a running Mandi (npm start) checks what serves models and programs.');
  const file = join(home, 'site.json');
  const server = await startServer(fresh);
  try {
    await writeFile(file, JSON.stringify({ url: server.origin, process: 'here', pid: process.pid }));
    const { out: told } = await run('agents', 'list');
    expect(told).toMatch(/^smollm2@\d+ .* no +\d+ /m);
    expect(told).not.toContain('ready ?');
    expect(told).toMatch(/^smollm2@\d+ is not ready: \S.*\.$/m);
    const agent = join(home, 'unserved.yaml');
    await writeFile(agent, 'name: unserved\ntitle: Unserved\nplays: [gpu-market/open]\nspec: { kind: model, model: "nobody:4b" }\n');
    const added = await run('agents', 'add', agent);
    expect(added.out).toMatch(/^It is not ready: \S.*\. Until it is, its fallback plays\.$/m);
  } finally {
    await rm(file, { force: true });
    await server.stop();
  }
});

test('a sample without a row prints nothing', async () => {
  const { out, errors, code } = await run('export', '--format', 'sft', '--sample', '1');
  expect({ out, code }).toEqual({ out: '', code: 0 });
  expect(errors).toContain('no row in 0 finished matches');
});

test('a judge that nobody serves is given up, with a reason', { timeout: 900_000 }, async () => {
  const { out, errors, code } = await run('judge', 'calibrate', '--model', 'nope', '--pitches', '2');
  expect({ out, code }).toEqual({ out: '', code: 1 });
  expect(errors).toContain('no backend serves nope');
});

test('judges are held against people in games that have labelled pitches, and refused in others', { timeout: 900_000 }, async () => {
  const env = { DATABASE_URL: fresh.url, MANDI_HOME: home, MANDI_MODEL: 'off', MANDI_TEST_GAMES: '1' };
  const calibrate = (game: string) => runMandi(['judge', 'calibrate', '--no-model', '--pitches', '4', '--game', game], { env });
  const [market, haggle] = [await calibrate('gpu-market/open'), await calibrate('test/offers')];
  expect(market).toMatchObject({ code: 0, out: expect.stringContaining('4 pitches; human marks: ') as string });
  expect(haggle).toMatchObject({ code: 2, out: '' });
  expect(haggle.errors).toContain('test/offers@1 has no labeled pitches');
});

describe('people', () => {
  test('somebody who is changed keeps what is not said', async () => {
    const added = await run('agents', 'add', '--person', 'carl', '--title', 'Carl Lee', '--license', 'CC0-1.0');
    expect(added.out).toContain('Added as carl@1. ');
    expect((await run('agents', 'add', '--person', 'carl', '--owner', 'Club')).out).toContain('Changed carl@1. ');
    const { out } = await run('agents', 'show', 'carl', '--json');
    const { card } = JSON.parse(out) as { card: { agent: object } };
    expect(card.agent).toMatchObject({ version: 1, title: 'Carl Lee', owner: 'Club', licence: 'CC0-1.0' });
  });

  test.each([
    ['planner', 'planner is a scripted policy'],
    ['dora', 'dora@1 is a person'],
    ['null-random', 'null-random@3 is one of them'],
  ])('null models do not play beside %s', async (name, why) => {
    if (name === 'dora') expect((await run('agents', 'add', '--person', name)).code).toBe(0);
    const { errors, code } = await run('agents', 'nulls', name);
    expect({ errors, code }).toEqual({ errors: `mandi: null models are compared with language models, but ${why}\n`, code: 2 });
  });
});

describe('your own model in five minutes (docs/agents.md), with a server of chat completions', { timeout: 900_000 }, () => {
  const WAIT = '{"action_type":"wait"}';
  let sheet = '';
  beforeAll(async () => {
    const page = await readFile(join(REPOSITORY, 'docs', 'agents.md'), 'utf8');
    sheet = (/```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '').replace(/^ {3}/gm, '');
    expect(sheet).toContain('model: qwen3:4b');
    const file = join(home, 'my-model.yaml');
    await writeFile(file, sheet);
    const added = await run('agents', 'add', file);
    expect(added).toMatchObject({ code: 0, errors: '' });
    expect(added.out).toMatch(
      /^Added as my-model@1\. To play a short match with it: npx mandi play --ruleset open .*--task single_trade --seat lab_0=my-model@1\./,
    );
  });

  async function play(url: string, agent = 'my-model'): Promise<Ran> {
    const args = ['play', '--ruleset', 'open', '--task', 'single_trade', '--seat', `lab_0=${agent}`];
    return runMandi(args, { env: { DATABASE_URL: fresh.url, MANDI_HOME: home, MANDI_MODEL: 'off', OPENAI_BASE_URL: url } });
  }

  test('absent: one is told that it is, and where it was looked for', async () => {
    const gone = await openChatServer(() => {});
    await gone.close();
    const { errors, code } = await play(gone.url);
    expect(code).toBe(0);
    expect(errors).toContain('No backend serves qwen3:4b at the moment.');
    expect(errors).toContain('openai cannot be reached (ECONNREFUSED).');
    expect(errors).toContain(new URL(gone.url).host);
    expect(errors).toContain('Start that server');
    expect(errors).not.toContain('models add');
  });

  test('wrong name: one is told what the server serves', async () => {
    const server = await openChatServer((response) => streamText(response, WAIT), ['llama3:8b']);
    const { errors } = await play(server.url);
    await server.close();
    expect(errors).toContain('serves llama3:8b');
    expect(server.asked).toEqual([]);
  });

  test('slow: its turns are played for it, and the reason is told', async () => {
    const file = join(home, 'slow-model.yaml');
    await writeFile(file, `${sheet.replace('name: my-model', 'name: slow-model')}  turnSeconds: 1\n`);
    expect(await run('agents', 'add', file)).toMatchObject({ code: 0, errors: '' });
    const server = await openChatServer(() => {}, ['qwen3:4b']);
    const { out, errors } = await play(server.url, 'slow-model');
    await server.close();
    expect(`${out}${errors}`).toMatch(/first fallback: .*time/);
    expect(out).toMatch(/slow-model/);
  });

  test('right: every turn is its own', async () => {
    const server = await openChatServer((response) => streamText(response, WAIT), ['qwen3:4b']);
    const { out, errors, code } = await play(server.url);
    await server.close();
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(server.asked.map(({ body }) => body.model)).toEqual(Array.from({ length: 6 }, () => 'qwen3:4b'));
    expect(out).toMatch(/my-model/);
    expect(out).not.toMatch(/fallback\s+[1-9]/);
  });
});
