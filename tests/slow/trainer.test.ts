/** Two training steps, a resumed third, deaths between, a converted adapter and its card, with the real packages: `MANDI_TRAINER_PYTHON` names a Python that has them; in CI they are installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { REPOSITORY } from '~/config';
import { MODELS_FOLDER, REAL_MODEL, reasonWithoutModel } from '../integration/support/real-model';
import { pythonWith, TRAINER_PACKAGES } from './support/python-with';

const TRAINER = join(REPOSITORY, 'workers', 'trainer');
const MODELS = MODELS_FOLDER;
const BASE = join(MODELS, `${REAL_MODEL}.gguf`);
const PATIENCE = 1_200_000;

const python = (await pythonWith(TRAINER_PACKAGES)) ?? '';
const missing = await whyNot();

async function whyNot(): Promise<string | null> {
  if (python === '') return 'no Python with torch, peft, transformers and gguf; see workers/trainer/README.md';
  return reasonWithoutModel();
}

describe.skipIf(missing !== null)(`the trainer${missing === null ? '' : ` (left out: ${missing})`}`, { timeout: PATIENCE }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'mandi-trainer-'));
  const samples = join(folder, 'samples');
  const out = join(folder, 'run');
  const words = ['train', '--samples', join(samples, 'samples.jsonl'), '--base', BASE, '--out', out, '--batch', '2', '--save-every', '1'];

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function trainer(...words: string[]): string {
    const env = { ...process.env, OMP_NUM_THREADS: '1', PYTHONDONTWRITEBYTECODE: '1' };
    return execFileSync(python, ['-m', 'mandi_trainer', ...words], {
      cwd: TRAINER,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Ends as a killed process does, at the moment when `last` has stepped aside and nothing has taken its place. */
  const DYING = [
    'import os, runpy, sys',
    'def die(event, args):',
    "    if event == 'os.rename' and str(args[0]).endswith('fresh'): os.kill(os.getpid(), 9)",
    'sys.addaudithook(die)',
    "sys.argv = ['mandi_trainer', *sys.argv[1:]]",
    "runpy.run_module('mandi_trainer', run_name='__main__')",
  ].join('\n');

  /** A run that is expected not to come to its end. */
  function ended(...words: string[]) {
    const env = { ...process.env, OMP_NUM_THREADS: '1', PYTHONDONTWRITEBYTECODE: '1' };
    return spawnSync(python, words, { cwd: TRAINER, env, encoding: 'utf8' });
  }

  interface Step {
    event: string;
    step: number;
    loss: number;
    learning_rate: number;
    grad_norm: number;
    tokens: number;
    rss_mb: number;
  }

  function steps(): Step[] {
    const lines = readFileSync(join(out, 'log.jsonl'), 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as Step).filter(({ event }) => event === 'step');
  }

  function cardIn(folder: string): Record<string, unknown> {
    return JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Record<string, unknown>;
  }

  test('learns from two batches, and goes on with a third where it stopped', () => {
    execFileSync(process.execPath, ['bin/mandi.mjs', 'samples', '--seeds', '0-9', '--per-action', '4', '--out', samples], {
      cwd: REPOSITORY,
    });
    trainer(...words, '--updates', '2');
    expect(steps().map(({ step }) => step)).toEqual([1, 2]);
    trainer(...words, '--updates', '3');
    expect(steps().map(({ step }) => step)).toEqual([1, 2, 3]);
    for (const { loss, learning_rate, grad_norm, tokens, rss_mb } of steps())
      expect(loss > 0 && learning_rate > 0 && grad_norm > 0 && tokens > 0 && rss_mb > 0).toBe(true);
    expect(cardIn(out)).toMatchObject({ kind: 'sft', status: 'done', step: 3, steps: 3, data: { file: 'samples.jsonl' } });
  });

  test('a run that dies between the two renames of a save goes on from what it saved', () => {
    const died = ended('-c', DYING, ...words, '--updates', '5');
    expect([died.signal, readdirSync(out).sort()]).toEqual(['SIGKILL', ['fresh', 'lock', 'log.jsonl', 'old', 'run.json']]);
    expect(cardIn(out)).toMatchObject({ status: 'running' });
    trainer(...words, '--updates', '5');
    expect(cardIn(out)).toMatchObject({ status: 'done', step: 5 });
    expect(steps().map(({ step }) => step)).toEqual([1, 2, 3, 4, 5]);
    const begun = readFileSync(join(out, 'log.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(begun.findLast(({ event }) => event === 'begin')).toMatchObject({ resumed: true, checkpoint: 'fresh', from: 4 });
  });

  test('refuses to go on with other settings, or on a device that is not there, and says which', () => {
    const other = ended('-m', 'mandi_trainer', ...words, '--updates', '6', '--rank', '16', '--device', 'cpu');
    expect([other.status, other.stderr]).toEqual([1, expect.stringMatching(/rank \(--rank\): 8 there, 16 here\n[\s\S]*--fresh/)]);
    const absent = ended('-m', 'mandi_trainer', ...words, '--updates', '6', '--device', 'cuda:63');
    expect([absent.status, absent.stderr]).toEqual([1, expect.stringMatching(/^--device cuda:63: /)]);
  });

  test('becomes an adapter with a card', () => {
    const adapter = join(folder, 'two-steps.gguf');
    trainer('convert', '--checkpoint', join(out, 'last'), '--base', BASE, '--out', adapter, '--models', MODELS);
    expect(readFileSync(adapter).subarray(0, 4).toString()).toBe('GGUF');
    const into = join(folder, 'models');
    const card = [
      '--samples',
      join(samples, 'manifest.json'),
      '--name',
      'two-steps',
      '--into',
      into,
      '--agent',
      join(folder, 'agent.json'),
    ];
    trainer('register', '--adapter', adapter, '--checkpoint', join(out, 'last'), ...card);
    const written = JSON.parse(readFileSync(join(into, 'two-steps.json'), 'utf8')) as Record<string, unknown>;
    expect(written).toMatchObject({
      kind: 'adapter',
      name: 'two-steps',
      base: { name: 'smollm2-135m-instruct' },
      trained: { state: { updates: 5 } },
    });
  });

  test('an adapter becomes a checkpoint again with the same weights, and a run that goes on from it has a learning rate of its own', () => {
    const [back, again, twice, onward] = [
      join(folder, 'back'),
      join(folder, 'again.gguf'),
      join(folder, 'twice'),
      join(folder, 'own-rate'),
    ];
    trainer('unpack', '--adapter', join(folder, 'models', 'two-steps.gguf'), '--base', BASE, '--out', back);
    trainer('convert', '--checkpoint', back, '--base', BASE, '--out', again, '--models', MODELS);
    trainer('unpack', '--adapter', again, '--base', BASE, '--out', twice);
    const [weights, others] = [back, twice].map((one) => readFileSync(join(one, 'adapter_model.safetensors')));
    expect(others && weights?.equals(others)).toBe(true);
    const own = words.map((word) => (word === out ? onward : word));
    trainer(...own, '--from', back, '--updates', '7', '--lr', '1e-3', '--warmup', '2');
    const log = readFileSync(join(onward, 'log.jsonl'), 'utf8').trim().split('\n');
    const learned = log.map((line) => JSON.parse(line) as Step).filter(({ event }) => event === 'step');
    expect(learned.map(({ step, learning_rate }) => [step, learning_rate])).toEqual([
      [6, 5e-4],
      [7, 5e-4],
    ]);
  });

  test('stops at the first loss or gradient that is no number, and keeps the last good checkpoint', () => {
    const wild = join(folder, 'wild');
    const died = ended(
      '-m',
      'mandi_trainer',
      ...words.map((word) => (word === out ? wild : word)),
      '--updates',
      '20',
      '--lr',
      '1e30',
      '--warmup',
      '1',
    );
    expect([died.status, died.stderr]).toEqual([
      1,
      expect.stringMatching(/^Update \d+: the (loss|gradient norm) is (nan|inf)[\s\S]*lower --lr/m),
    ]);
    const lines = readFileSync(join(wild, 'log.jsonl'), 'utf8').trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event).at(-1)).toBe('failed');
    expect(cardIn(wild)).toMatchObject({ status: 'failed', reason: expect.stringMatching(/^Update \d+: .*lower --lr/) as string });
  });

  test('learns replies in shares, validates on seeds set apart, and keeps the best adapter in half the size', () => {
    const haggles = join(folder, 'haggles');
    const [run, best] = [join(folder, 'shares'), join(folder, 'shares-best')];
    const game = ['--game', 'bazaar/open', '--tasks', 'haggle', '--seeds', '0-1', '--per-action', '99'];
    execFileSync(process.execPath, ['bin/mandi.mjs', 'samples', ...game, '--out', haggles], { cwd: REPOSITORY });
    const shares = ['--temperature', '8', '--validate', '0.5', '--validate-every', '1', '--export', best];
    trainer(...words.map((word) => (word === out ? run : word.replace(samples, haggles))), '--updates', '1', ...shares);
    const lines = readFileSync(join(run, 'log.jsonl'), 'utf8').trim().split('\n');
    const validated = lines.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ event }) => event === 'validation');
    expect(validated).toMatchObject({ best: true, right: expect.any(Number) as number, lost: expect.any(Number) as number });
    const [whole, half] = [join(run, 'best'), best].map((one) => readFileSync(join(one, 'adapter_model.safetensors')).length);
    expect((half ?? 0) / (whole ?? 1)).toBeCloseTo(0.5, 1);
  });

  test('learns by playing, and says what it gains next to others', () => {
    const run = join(folder, 'played');
    const arena = `${process.execPath} --import tsx ${join(REPOSITORY, 'bench', 'bazaar-arena.ts')}`;
    const few = ['--demos', '1', '--first', '1', '--sft-seconds', '1', '--rounds', '0', '--own-seconds', '0', '--dev-seeds', '1'];
    const most = ['--batch', '2', '--at-once', '8', '--workers', '1', '--test-seeds', '40000-40000', '--seconds', '1000'];
    trainer('learn', '--base', BASE, '--arena', arena, '--out', run, '--export', join(run, 'kept'), '--device', 'cpu', ...few, ...most);
    const { figures } = JSON.parse(readFileSync(join(run, 'final.json'), 'utf8')) as { figures: Record<string, { gain: number }[]> };
    expect(Object.keys(figures)).toEqual(['trained', 'linear', 'greedy', 'null', 'first', 'planner', 'planner_menu']);
    for (const results of Object.values(figures)) expect(results.every(({ gain }) => Number.isFinite(gain))).toBe(true);
    const log = readFileSync(join(run, 'log.jsonl'), 'utf8').trim().split('\n');
    expect(log.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(
      expect.arrayContaining(['demonstrated', 'validation', 'end']),
    );
    expect(readdirSync(join(run, 'kept'))).toContain('complete.json');
  });

  test('a lean step learns what a usual step learns', () => {
    const found = ['usual', 'lean'].map((way) => {
      const run = join(folder, way);
      const own = words.map((word) => (word === out ? run : word));
      trainer(...own, '--updates', '2', '--dtype', 'float32', ...(way === 'lean' ? ['--lean'] : []));
      const lines = readFileSync(join(run, 'log.jsonl'), 'utf8').trim().split('\n');
      return lines.map((line) => JSON.parse(line) as Step).filter(({ event }) => event === 'step');
    });
    const [usual = [], lean = []] = found;
    expect(lean).toHaveLength(2);
    for (const [at, { loss, grad_norm, tokens }] of lean.entries()) {
      expect(loss).toBeCloseTo(usual[at]?.loss ?? 0, 3);
      expect(grad_norm).toBeCloseTo(usual[at]?.grad_norm ?? 0, 2);
      expect(tokens).toBe(usual[at]?.tokens);
    }
  });

  test('plays the open market with an adapter, labels its turns, and learns from them where another run stopped', () => {
    const arena = `${process.execPath} --import tsx ${join(REPOSITORY, 'bench', 'market-arena.ts')}`;
    const [rows, results, mixed] = [join(folder, 'turns.jsonl'), join(folder, 'gains.json'), join(folder, 'mixed')];
    const players = ['--players', 'menu planner,greedy,random,first', '--label', 'planner', '--rows', rows, '--out', results];
    const match = ['--tasks', 'single_trade', '--seeds', '30000-30000', '--others', 'planner', ...players];
    const said = execFileSync(
      python,
      ['-m', 'mandi_trainer', 'play', '--base', BASE, '--adapter', join(out, 'last'), '--arena', arena, ...match],
      {
        cwd: REPOSITORY,
        env: { ...process.env, PYTHONPATH: TRAINER, OMP_NUM_THREADS: '1', PYTHONDONTWRITEBYTECODE: '1' },
        encoding: 'utf8',
      },
    );
    expect(said).toMatch(/single_trade asked: -?\d.*, 1 worlds \| \d+ turns, 0 invalid/);
    const gains = Object.values(JSON.parse(readFileSync(results, 'utf8')) as Record<string, { gain: number }>);
    expect([gains.length, gains.every(({ gain }) => Number.isFinite(gain))]).toEqual([5, true]);
    const manifest = join(samples, 'manifest.json');
    trainer('mix', '--take', `${rows}=9:0.5`, '--take', `${join(samples, 'samples.jsonl')}=4`, '--manifest', manifest, '--out', mixed);
    const onward = join(folder, 'onward');
    const own = ['--samples', join(mixed, 'samples.jsonl'), '--from', join(out, 'last'), '--base', BASE, '--out', onward, '--batch', '2'];
    trainer('train', ...own, '--lean', '--updates', '6');
    const log = readFileSync(join(onward, 'log.jsonl'), 'utf8').trim().split('\n');
    const learned = log.map((line) => JSON.parse(line) as Step).filter(({ event }) => event === 'step');
    expect(learned.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('refuses seeds that nobody may train on', () => {
    const line = readFileSync(join(samples, 'samples.jsonl'), 'utf8').split('\n')[0] ?? '';
    const row = JSON.stringify({ ...(JSON.parse(line) as object), seed: 50_000 });
    const script = `import json, pathlib, tempfile, mandi_trainer.samples as s\nf = pathlib.Path(tempfile.mkdtemp()) / 'x'\nf.write_text(${JSON.stringify(row)})\ns.read_samples(f)`;
    const ended = spawnSync(python, ['-c', script], { cwd: TRAINER, encoding: 'utf8' });
    expect([ended.status, ended.stderr]).toEqual([1, expect.stringContaining('50000 is not a training seed')]);
  });
});
