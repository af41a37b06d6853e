import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { REPOSITORY } from '~/config';
import type { EvalReport, EvalReports } from '~/eval/report';
import { openClient, serverTarget } from '~/store/connect';
import { type FreshDatabase, freshDatabase } from './support/database';
import { collect, MANDI, type Ran, runMandi, runMandiHere } from './support/run-mandi';

const COMMANDS = 'play eval audit judge env mcp matches replay export samples agents season models worker db'.split(' ');
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

describe('the command itself', () => {
  test('npx finds it in the clone', async () => {
    const program = process.platform === 'win32' ? 'npx.cmd' : 'npx';
    expect(await collect(program, ['mandi', '--version'], { cwd: join(ROOT, 'docs') })).toMatchObject({ out: `${version}\n`, code: 0 });
  });

  test('a process that is to play matches and finds no database ends', async () => {
    const env = { ...process.env, DATABASE_URL: 'postgresql://x:y@127.0.0.1:1/mandi' };
    const child = spawn(process.execPath, [MANDI, 'worker', 'matches', '--child'], { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    expect(await once(child, 'exit')).toEqual([1, null]); // its parent still listens
  });

  test('without a command it shows what there is', async () => {
    const { out, code } = await runMandi([]);
    expect(code).toBe(0);
    for (const name of [...COMMANDS, 'bench']) expect(out).toContain(`  ${name}`);
  });

  test.each(COMMANDS)('%s --help has examples', async (name) => {
    const { out, errors, code } = await runMandiHere([name, '--help']);
    expect({ errors, code }).toEqual({ errors: '', code: 0 });
    expect(out).toContain(`Usage: mandi ${name}`);
    expect(out).toContain(`  $ npx mandi ${name}`);
  });

  test('a match without a model to judge it says so, and the rule judge is marked', async () => {
    const asked = [
      'play',
      '--ruleset',
      'open',
      '--task',
      'coalition_market',
      '--seed',
      '3',
      '--policy',
      'planner_with_coalitions',
      '--judge-mode',
      'llm',
    ];
    const home = await mkdtemp(join(tmpdir(), 'mandi-judge-'));
    const { out, errors, code } = await runMandi(asked, { env: { MANDI_MODEL: 'off', MANDI_HOME: home } });
    await rm(home, { recursive: true, force: true });
    expect(code).toBe(0);
    expect(errors).toContain('no model is available to judge, so the rule judge decides');
    expect(out).toContain('No model judged the pitches (absent), so the rule judge does.');
  });

  test.each([
    [['evla'], "unknown command 'evla' (did you mean eval?); allowed: play, eval,"],
    [['eval', '--sedes', '1'], "unknown option '--sedes' (did you mean --seeds?); allowed: --preset, --ruleset,"],
    [['eval', '--tasks', 'market'], 'unknown task "market" (did you mean market_round?)'],
    [['eval', '--policies', 'greedy'], 'greedy plays only open, not classic: choose ruleset open, or did you mean greedy_hoarder?'],
    [['eval', '--policies', 'greedy_horder'], 'unknown policy "greedy_horder" (did you mean greedy_hoarder?)'],
    [['eval', '--seeds', '1-x'], 'seeds: "1-x" is neither'],
    [['eval', '--seeds'], '--seeds needs a value; npx mandi eval --help shows what it takes'],
    [['play', '--rules', 'x'], '--rules: a whole number from 1'],
    [['eval', '--workers', '-1'], '--workers: "-1" is not a number from 0 to 256'],
    [['eval', '--json', '--csv'], 'choose one of --json and --csv'],
    [['eval', '--shocks', 'demand_surge'], '--shocks and --strikes need --robustness'],
    [['eval', '--rotation', 'none'], '--rotation needs --populations'],
    [
      ['eval', '--ruleset', 'open', '--seeds', '40000', '--populations', '--rotation', 'ful'],
      'unknown rotation "ful" (did you mean full?)',
    ],
    [['eval', '--robustness'], 'the shocks of ruleset classic cannot be set'],
    [['eval', '--preset', 'publishd'], 'unknown preset "publishd" (did you mean published?)'],
    [['play', '--seed', '9007199254740992'], 'seed: "9007199254740992" is not a whole number'],
    [['play', '--seed', '-1'], 'seed: "-1" is not a whole number'],
    [['play', '--task', 'tennis'], 'unknown task "tennis"; allowed: single_trade, market_round, coalition_market'],
    [['play', '--judge-mode', 'rules'], 'unknown judge mode "rules" (did you mean rule?)'],
    [['play', '--option', 'labs'], '--option: "labs" must have the form name=value'],
    [['play', '--option', 'labs=8'], '--option labs=8: unknown option "labs"; allowed: difficulty'],
    [['play', '--ruleset', 'open', '--option', 'labs=65'], '--option labs=65: a whole number from 2 to 64'],
    [['play', '--ruleset', 'open', '--rules', '7'], 'there is no version 7 of gpu-market/open; there is 1'],
    [['play', '--game', 'gpu-market/opne'], 'unknown game "gpu-market/opne" (did you mean gpu-market/open?)'],
    [['play', 'extra'], 'play does not take "extra"; npx mandi play --help shows what it takes'],
    [['env'], 'env: choose --stdio or --serve'],
    [['rollout', '--players', 'planner', '--out', join(tmpdir(), 'no-rollout')], '--players: name at least two, separated by commas'],
    [
      ['rollout', '--players', 'planner,wait', '--out', join(tmpdir(), 'no-rollout')],
      '--players: planner does not play gpu-market/classic',
    ],
    [['replay'], "missing required argument 'match'; npx mandi replay --help shows what it takes"],
    [['tournament', 'run'], "missing required argument 'file'; npx mandi tournament run --help shows what it takes"],
    [['replay', 'x', '--at', '0'], "argument '0' is invalid"],
    [['matches', '--status', 'done'], 'Allowed: lobby, running, paused, finished, aborted, failed'],
    [['help', 'frob'], 'unknown command "frob"; allowed: play, eval,'],
    [['help', 'evla'], 'unknown command "evla" (did you mean eval?); allowed: play,'],
    [['bench', '--section', 'foo'], 'bench: no section foo; there are classic, open, bazaar, store,'],
    [['export', 'x', '--format', 'pdf'], 'Allowed: events, transcript, books, sft, arena-sft, preferences, trajectories, judge'],
    [['export', '--format', 'sft', '--split', 'test', '--sample', '1'], '--split: test seeds are never used for training'],
    [
      ['export', '--format', 'trajectories', '--split', 'test', '--sample', '1'],
      '--for-analysis allows them, and marks every row as not for training',
    ],
    [
      ['export', '--format', 'sft', '--min-gain', '1', '--sample', '1'],
      '--min-gain: gpu-market/classic has no gains, because it does not compute what a seat would make alone',
    ],
    [['export', 'x', '--format', 'sft'], '--format sft is for datasets: leave "x" out'],
  ])('%j is answered in one sentence, exit code 2', async (args, sentence) => {
    const { out, errors, code } = await (args[0] === 'bench' ? runMandi : runMandiHere)(args);
    expect({ out, code }).toEqual({ out: '', code: 2 });
    expect(errors).toContain(sentence);
    expect(errors).toMatch(/^mandi: .*\n$/);
  });

  test.each([
    ['eval', '--seeds', '0-39999'],
    ['export', 'x'],
  ])('%s --out where nothing can be written is refused before any work', async (...args) => {
    const env = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/nowhere' };
    const file = join(REPOSITORY, 'package.json');
    const inFile = await runMandiHere([...args, '--out', join(file, 'x.csv')], { env });
    expect(inFile).toEqual({ out: '', errors: `mandi: cannot write there: ${file} is not a folder\n`, code: 1 });
    const taken = await runMandiHere([...args, '--out', tmpdir()], { env });
    expect(taken).toEqual({ out: '', errors: `mandi: cannot write ${tmpdir()}: it is a folder\n`, code: 1 });
  });

  test('a database that cannot be reached is a failure, not a stack trace', async () => {
    const { errors, code } = await runMandi(['matches'], { env: { DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/nowhere' } });
    expect(code).toBe(1);
    expect(errors).toMatch(/^mandi: No database answers at 127\.0\.0\.1:9.*\n$/);
  });
});

describe('a database that is not on the server', () => {
  const url = new URL(inject('embedded').url);
  const name = `mandi_test_${process.pid}_nonesuch`;
  url.pathname = `/${name}`;
  const options = { env: { DATABASE_URL: url.href } };

  test.each([
    ['matches'],
    ['replay', 'x'],
    ['export', 'x'],
    ['play', '--task', 'single_trade', '--save'],
    ['eval', '--policies', 'wait', '--tasks', 'single_trade', '--seeds', '0', '--save'],
    ['db', 'status'],
    ['db', 'url'],
  ])('%s …: leaves it unmade and says who makes it', async (...args) => {
    const { errors, code } = await runMandiHere(args, options);
    expect(code).toBe(1);
    expect(errors).toMatch(
      new RegExp(`^mandi: There is no database "${name}" on that server \\(.*\\); npx mandi db migrate creates it\\.\n$`),
    );
    const client = await openClient(serverTarget(inject('embedded').url));
    const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    await client.end();
    expect(rows).toEqual([]);
  });

  test('db migrate makes it, and says so', async () => {
    const { errors, code } = await runMandi(['db', 'migrate'], options);
    expect(code).toBe(0);
    expect(errors).toContain(`Created the database "${name}" on the server (`);
    expect((await runMandi(['matches'], options)).code).toBe(0);
  });

  afterAll(async () => {
    const client = await openClient(serverTarget(inject('embedded').url));
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.end();
  });
});

describe('mandi eval', () => {
  const args = ['eval', '--policies', 'rule_based_expert,wait', '--tasks', 'coalition_market', '--seeds', '0-9,50000-50007'];

  test('prints a table', async () => {
    const { out, errors, code } = await runMandi(args);
    expect({ errors, code }).toEqual({ errors: '', code: 0 });
    expect(out).toMatch(/coalition_market {2}rule_based_expert +18 +0\.7299 +0\.\d{4} +\[0\.\d{4,5}, 0\.\d{4,5}\] +0\.6\d+ +2\n/);
    expect(out).toContain(
      'npx mandi eval --ruleset classic --policies rule_based_expert,wait --tasks coalition_market --seeds 0-9,50000-50007',
    );
  });

  test('--json has exactly the rows and the meta data, means unrounded, and any number of threads gives the same', async () => {
    const { out } = await runMandi([...args, '--json', '--workers', '2']);
    const report = JSON.parse(out) as EvalReport;
    expect(Object.keys(report)).toEqual(['rows', 'meta']);
    expect(report.rows.map((row) => Object.keys(row).join())).toEqual(
      Array(2).fill('policy,task,seeds,n,mean,std,ci95,invalid,median,actions,scores'),
    );
    expect(report.rows[0]).toMatchObject({
      policy: 'rule_based_expert',
      task: 'coalition_market',
      seeds: '0-9,50000-50007',
      n: 18,
      invalid: 2,
    });
    expect(report.rows[0]?.mean).toBeCloseTo((10 * 0.81488 + 8 * 0.6238) / 18, 4);
    expect(JSON.parse((await runMandi([...args, '--json', '--workers', '0'])).out)).toEqual(report);
  });

  test('--csv and --by-split, to a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mandi-cli-'));
    const { out, code } = await runMandi([...args, '--by-split', '--csv', '--out', 'rows.csv'], { cwd: folder });
    expect({ out, code }).toEqual({ out: '', code: 0 });
    const lines = (await readFile(join(folder, 'rows.csv'), 'utf8')).trim().split('\n');
    expect(lines[0]).toBe('policy,task,seeds,n,mean,std,ci95_low,ci95_high,invalid,median');
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 4).join())).toEqual([
      'rule_based_expert,coalition_market,0-9,10',
      'wait,coalition_market,0-9,10',
      'rule_based_expert,coalition_market,50000-50007,8',
      'wait,coalition_market,50000-50007,8',
    ]);
    const { out: json } = await runMandi([...args, '--by-split', '--json'], { cwd: folder });
    expect((JSON.parse(json) as EvalReports).reports.map((report) => report.meta.splits)).toEqual([['train'], ['test']]);
    await rm(folder, { recursive: true });
  });

  test('Ctrl-C ends it, threads and all', async () => {
    let ran: Ran = { out: '', errors: '', code: null };
    // Code null: on a busy machine it had not come to listen for the signal, which Node then takes as an end.
    for (let wait = 5_000; ran.code === null && wait <= 40_000; wait *= 2)
      ran = await runMandi(['eval', '--seeds', '0-39999', '--workers', '2'], { interruptAfter: wait });
    expect(ran).toMatchObject({ errors: 'mandi: stopped; nothing was saved\n', code: 130 });
  });

  test('a reader that has had enough (| head) is no fault', async () => {
    expect(await runMandi(['eval', '--seeds', '0-19', '--csv'], { stopReading: true })).toMatchObject({ errors: '', code: 0 });
  });
});

describe('mandi play', () => {
  test('prints a transcript with the published score', async () => {
    const { out, errors, code } = await runMandi(['play', '--task', 'coalition_market', '--seed', '5', '--policy', 'rule_based_expert']);
    expect({ errors, code }).toEqual({ errors: '', code: 0 });
    expect(out).toContain('> You chose accept_offer (o_1).');
    expect(out).toMatch(/ {2}= job_allocated +reward \+0\.1910/);
    expect(out).toContain('Shock: ');
    expect(out).toMatch(/ {2}normalized_reward +\+0\.2280/);
    expect(out.trimEnd().split('\n').at(-1)).toBe('Score: lab_0 1.3412');
  });

  test('--json tells steps, score and events', async () => {
    const { out } = await runMandiHere('play --task market_round --seed 3 --judge-mode rule --policy wait --json'.split(' '));
    const played = JSON.parse(out) as { match: object; score: object; steps: { action: object }[]; settlement: object; events: object[] };
    expect(played.match).toMatchObject({ id: null, task: 'market_round', seed: 3, judge_mode: 'rule', version: 1 });
    expect(played.steps.map((step) => step.action)).toEqual(Array(5).fill({ action_type: 'wait' }));
    expect(played.settlement).toMatchObject({ result: { code: 'final_settlement' } });
    expect(played.events[0]).toMatchObject({ type: 'match_opened' });
    expect(played.events.at(-1)).toMatchObject({ type: 'match_ended' });
  });
});

describe('stored matches', () => {
  let fresh: FreshDatabase;
  let id = '';

  beforeAll(async () => {
    fresh = await freshDatabase('embedded');
  });
  afterAll(() => fresh.drop());

  function run(...args: string[]) {
    return runMandiHere(args, { env: { DATABASE_URL: fresh.url } });
  }

  test('without any, the list says how to keep one', async () => {
    expect((await run('matches')).out).toContain('npx mandi play --save keeps one');
    const { errors, code } = await run('replay', 'abcdef');
    expect(code).toBe(2);
    expect(errors).toMatch(/^mandi: there is no match "abcdef", and none is stored yet.*\n$/);
  });

  test('play --save keeps the match, and matches lists it', async () => {
    const { out, errors, code } = await run(...'play --task coalition_market --seed 5 --policy rule_based_expert --save'.split(' '));
    expect({ errors, code }).toEqual({ errors: '', code: 0 });
    id = /Saved as match (\w+):/.exec(out)?.[1] ?? '';
    const { matches } = JSON.parse((await run('matches', '--json')).out) as { matches: object[] };
    expect(matches).toEqual([expect.objectContaining({ id, status: 'finished', seed: 5, scores: { lab_0: 1.3412 } })]);
    expect((await run('matches', '--status', 'finished', '--task', 'coalition_market')).out).toContain(`${id}  finished`);
    expect((await run('matches', '--task', 'single_trade')).out).toContain('No stored match fits');
  });

  test('replay folds it again: the transcript that play printed, and the stored outcome', async () => {
    const played = await runMandiHere(['play', '--task', 'coalition_market', '--seed', '5', '--policy', 'rule_based_expert']);
    const replayed = await run('replay', id.slice(0, 6));
    expect(replayed.errors).toBe('');
    expect(replayed.out).toContain(played.out.trimEnd());
    expect(replayed.out).toMatch(/Checked: replaying \d+ events gives the stored outcome: lab_0 1\.3412\.\n$/);
  });

  test('replay --at tells how the market stood', async () => {
    const { out } = await run('replay', id, '--at', '5');
    expect(out).toContain('After event 5 (offer_made), round 0 (last: 8)');
    expect(out).toContain('Offers open: o_1 lab_1 -> lab_0, o_2 lab_2 -> lab_0, o_3 lab_3 -> lab_0, o_4 lab_4 -> lab_0');
    const { errors, code } = await run('replay', id, '--at', '9999');
    expect(code).toBe(2);
    expect(errors).toMatch(/^mandi: --at 9999: this match has (\d+) events; allowed: 1 to \1\n$/);
  });

  test('export gives the stored text of every event, and the transcript as Markdown', async () => {
    const { out } = await runMandi(['export', id], { env: { DATABASE_URL: fresh.url } });
    const lines = out.trimEnd().split('\n');
    const stored = await fresh.database.prisma.$queryRaw<{ text: string }[]>`
      SELECT payload::text AS text FROM match_event WHERE match_id = ${id} ORDER BY seq`;
    expect(lines.map((line) => line.slice(line.indexOf('"event":') + 8, -1))).toEqual(stored.map(({ text }) => text));
    expect(lines.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual(stored.map((_, index) => index + 1));
    const transcript = await run('export', id, '--format', 'transcript');
    expect(transcript.out).toMatch(new RegExp(`^# Match ${id}\n`));
    expect(transcript.out).toContain('Score: lab_0 1.3412.');
    const unknown = await run('export', `${id.slice(0, -1)}0`);
    expect([unknown.code, unknown.errors.includes(`(did you mean ${id}?)`)]).toEqual([2, true]);
  });

  test('a season that is closed again is said to have been closed before, with the same key', async () => {
    const season = /^Season (\w+) is open/.exec((await run('season', 'open')).out)?.[1] ?? '';
    const first = (await run('season', 'close', season)).out;
    const second = (await run('season', 'close', season.slice(0, 8))).out; // the beginning of an id means it
    expect(first).toContain(`Season ${season} is closed. Its key:\n`);
    expect(second).toMatch(new RegExp(`^Season ${season} was closed before, at [\\d-]+ [\\d:]+\\. Its key:\n`));
    expect(second.split('\n').slice(1)).toEqual(first.split('\n').slice(1));
  });

  test('a stored outcome that its events do not give is a failure', async () => {
    const kept = /Saved as match (\w+):/.exec((await run('play', '--task', 'single_trade', '--seed', '1', '--save')).out)?.[1] ?? '';
    await fresh.database.prisma.$executeRaw`UPDATE match SET scores = '{"lab_0": 9}'::jsonb WHERE id = ${kept}`;
    const { errors, code } = await run('replay', kept);
    expect(code).toBe(1);
    expect(errors).toMatch(/^mandi: match \w+: the stored outcome does not match its events: stored scores \{"lab_0":9\}.*\n$/);
  });

  test('eval --save keeps the report by seed range', async () => {
    expect((await run('eval', '--policies', 'wait', '--tasks', 'single_trade', '--save')).code).toBe(0);
    const [kept] = await fresh.database.prisma.evalRun.findMany();
    expect((kept?.rows as unknown as EvalReports | undefined)?.reports.map((report) => report.meta.splits)).toEqual([['train'], ['test']]);
  });
});
