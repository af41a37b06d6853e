import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { REPOSITORY } from '~/config';
import { LOG } from './run-files';
import { readImport, type TrainingRuns, trainingFolders, trainingRuns } from './runs';

const OPERATOR = { isOperator: true };
const STRANGER = { isOperator: false };

let home: string;
let runs: TrainingRuns;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'mandi-training-'));
  runs = trainingRuns(trainingFolders({ home, models: join(home, 'models') }, REPOSITORY));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function write(path: string, content: object | string): void {
  const file = join(home, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const idsOf = async (sight = STRANGER) => (await runs.list(sight)).runs.map(({ id }) => id);

describe('published and shipped runs', () => {
  test('are there for everybody, each with who published it', async () => {
    const { runs: all, folder } = await runs.list(STRANGER);
    expect(folder).toBeNull();
    expect(all.map(({ id }) => id)).toEqual([
      'shipped.sauda',
      'shipped.smollm2-classic',
      'shipped.smollm2-open',
      'published.gpu-arena-grpo',
      'published.sauda-v2-grpo',
      'published.sauda-v2-tells-grpo',
      'published.sauda-v3-dpo',
    ]);
    for (const { id, publisher } of all) expect(publisher !== null).toBe(id.startsWith('published.'));
    expect(all.map(({ kind }) => kind)).toEqual(['learn', 'sft', 'sft', 'grpo', 'grpo', 'grpo', 'dpo']);
  });

  test('a published step table is drawn as it was printed, and nothing that it lacks', async () => {
    const run = await runs.get('published.sauda-v2-grpo', STRANGER);
    expect(Object.keys(run?.curves ?? {}).sort()).toEqual(['entropy', 'grad_norm', 'loss', 'reward']);
    expect(run?.curves.reward).toMatchObject({ every: 1 });
    expect(run?.curves.reward?.points).toHaveLength(30);
    expect(run?.curves.reward?.points[0]).toEqual([1, 0.9663]);
    expect(run).toMatchObject({
      status: 'recorded',
      step: 30,
      tokens: null,
      cost: null,
      command: null,
      gains: [],
      checkpoints: [],
      settings: [['epoch', '0.2344']],
    });
  });

  test('a run that was published without steps says its settings, and that its loss never moved', async () => {
    const run = await runs.get('published.sauda-v3-dpo', STRANGER);
    expect(run).toMatchObject({ curves: {}, loss: 0.6931471824645996, seconds: 6.3588, command: 'training/v2/dpo.py' });
    expect(run?.settings).toContainEqual(['beta', '0.1']);
    expect(run?.versions).toEqual([['code', '65e54a1']]);
    expect(run?.warnings).toEqual(['The last loss is ln 2 (0.693147): DPO’s loss before anything is learned.']);
  });

  test('an adapter that comes with Mandi shows its card: settings, digests, tokens and time', async () => {
    const run = await runs.get('shipped.smollm2-classic', STRANGER);
    expect(run).toMatchObject({ status: 'done', tokens: 59_422, step: 80, game: 'gpu-market/classic', samples: 320 });
    expect(run?.command).toMatch(/^python -m mandi_trainer train /);
    expect(run?.notes.map(({ words }) => words)).toContainEqual(expect.stringMatching(/^Its samples were made by: npx mandi samples /));
    expect(run?.digests.map(([name]) => name)).toEqual(['adapter', 'base model', 'data']);
    expect(run?.settings).toContainEqual(['lr', '0.0008']);
    expect(run?.curves.right?.points.at(-1)).toEqual([80, 0.625]);
    expect(run?.checkpoints).toMatchObject([{ adapters: ['smollm2-classic'], command: null }]);
  });
});

test('the run of smollm2-open is there step by step, with its gains next to null models', async () => {
  const run = await runs.get('shipped.smollm2-open', STRANGER);
  expect(run).toMatchObject({ status: 'done', step: 507, samples: 3_041, tokens: 956_682, game: 'gpu-market/open', unread: null });
  expect(run?.curves.loss?.points.length).toBe(507);
  expect(run?.gains.map(({ step }) => step)).toEqual([160, 320, 507]);
  expect(run?.references.map(({ name }) => name)).toEqual(expect.arrayContaining(['random', 'first', 'greedy', 'planner']));
});

describe('runs of this machine', () => {
  const card = {
    format: 1,
    name: 'mine',
    kind: 'grpo',
    status: 'running',
    pid: process.pid,
    command: ['mandi_trainer', 'grpo', '--out', 'a b'],
    game: 'bazaar/open',
  };

  test('are the operator’s to see', async () => {
    write(`runs/mine/${LOG}`, lines({ event: 'step', step: 1, loss: 1 }));
    expect(await idsOf()).not.toContain('here.mine');
    expect(await runs.get('here.mine', STRANGER)).toBeNull();
    expect(await idsOf(OPERATOR)).toContain('here.mine');
    expect((await runs.get('here.mine', OPERATOR))?.id).toBe('here.mine');
  });

  test('run as long as their process does; one that is gone and silent was interrupted', async () => {
    write('runs/mine/run.json', card);
    write(`runs/mine/${LOG}`, lines({ event: 'step', step: 1, loss: 1 }));
    expect(await runs.get('here.mine', OPERATOR)).toMatchObject({ status: 'running', command: "mandi_trainer grpo --out 'a b'", step: 1 });
    write('runs/mine/run.json', { ...card, pid: 2 ** 22 + 1 }); // no such process: beyond what Linux gives
    for (const file of ['run.json', LOG]) utimesSync(join(home, 'runs/mine', file), new Date(0), new Date(0));
    expect(await runs.get('here.mine', OPERATOR)).toMatchObject({ status: 'interrupted' });
  });

  test('a failed one says why, an ended one is done', async () => {
    write(`runs/bad/${LOG}`, lines({ event: 'begin' }, { event: 'failed', reason: 'The gradient was empty.' }));
    write(`runs/good/${LOG}`, lines({ event: 'begin' }, { event: 'end', step: 4, tokens: 9 }));
    expect(await runs.get('here.bad', OPERATOR)).toMatchObject({ status: 'failed', reason: 'The gradient was empty.' });
    expect(await runs.get('here.good', OPERATOR)).toMatchObject({ status: 'done', tokens: 9 });
  });

  test('of earlier trainers have no card: settings and digests are in the log', async () => {
    const begin = {
      at: '2026-11-21T00:00:00Z',
      event: 'begin',
      resumed: false,
      base: 'sha256:aa',
      file: 'sha256:bb',
      torch: '2.13.0',
      rank: 8,
      lr: 8e-4,
    };
    const update = (updates: number) => ({
      event: 'update',
      updates,
      loss: 0.5,
      lr: 1e-4,
      norm: 1,
      tokens: 10 * updates,
      seconds: updates,
    });
    write(`runs/old/${LOG}`, lines(begin, update(1), update(2), { event: 'validated', updates: 2, lost: 3 }));
    const run = await runs.get('here.old', OPERATOR);
    expect(run).toMatchObject({ kind: 'sft', status: 'running', step: 2, tokens: 20, seconds: 2, versions: [['torch', '2.13.0']] });
    expect(run?.digests).toEqual([
      ['base model', 'sha256:aa'],
      ['data', 'sha256:bb'],
    ]);
    expect(run?.settings).toEqual([
      ['rank', '8'],
      ['lr', '0.0008'],
    ]);
  });

  test('checkpoints are told with their digests, the adapters made of them, or the command that makes one', async () => {
    const [run, state] = [
      { base: 'sha256:aa', lr: 1 },
      { updates: 20, tokens: 5 },
    ];
    const files = { 'adapter_model.safetensors': 'sha256:cc' };
    write('runs/mine/run.json', { ...card, base: 'sha256:aa' });
    for (const [name, updates] of [
      ['best', 20],
      ['last', 40],
    ] as const) {
      write(`runs/mine/${name}/complete.json`, { updates, files });
      write(`runs/mine/${name}/run.json`, run);
      write(`runs/mine/${name}/state.json`, { ...state, updates });
    }
    write('models/tiny.json', { kind: 'model', name: 'tiny', digest: 'sha256:aa' });
    write('models/haggler.json', { kind: 'adapter', name: 'haggler', digest: 'sha256:dd', trained: { run, state } });
    const found = (await runs.get('here.mine', OPERATOR))?.checkpoints;
    expect(found).toMatchObject([
      { name: 'last', step: 40, digest: 'sha256:cc', adapters: [] },
      { name: 'best', step: 20, adapters: ['haggler'], command: null },
    ]);
    expect(found?.[0]?.command).toContain(`--checkpoint ${join(home, 'runs/mine/last')} --base MODELS/tiny.gguf`);
    expect(found?.[0]?.command).toContain('--game bazaar/open --prompt PROMPT --name NAME\nnpx mandi agents add');
  });

  test('rewards that never differ, or gradients of 0, are said in words', async () => {
    const step = (step: number) => ({ event: 'step', kind: 'grpo', step, loss: 0, reward: 0, reward_std: 0, grad_norm: 0 });
    write(`runs/flat/${LOG}`, lines(step(1), step(2)));
    expect((await runs.get('here.flat', OPERATOR))?.warnings).toEqual([
      'The gradient was 0 in every step: nothing was learned.',
      'The rewards of each group were all equal in every step: there was nothing to learn from.',
    ]);
  });
});

test.each(['here...', 'here.', 'here.../secret', 'published.../../etc', 'elsewhere.x', '', 'published.sauda-v2-grpo/log.jsonl'])(
  'no run is found by the id %j',
  async (id) => expect(await runs.get(id, OPERATOR)).toBeNull(),
);

describe('an import', () => {
  const trl = lines({ loss: 1, reward: 0.1, step: 1 }, { loss: 0.5, reward: 0.2, step: 2 }, { train_runtime: 9, train_loss: 0.7, step: 2 });

  test('is kept, shown to everybody, refused a second time, and can be removed', async () => {
    expect(await runs.import({ name: 'trl-run', text: trl, file: 'log.jsonl' })).toEqual({ ok: true, value: 'imported.trl-run' });
    const run = await runs.get('imported.trl-run', STRANGER);
    expect(run).toMatchObject({ source: 'imported', kind: 'grpo', status: 'done', step: 2, seconds: 9, source_note: 'log.jsonl' });
    expect(run?.digests.map(([name]) => name)).toEqual(['log']);
    expect(await runs.import({ name: 'trl-run', text: trl })).toMatchObject({ ok: false, code: 'name_taken' });
    expect(await runs.remove('here.trl-run')).toBe(false);
    expect(await runs.remove('imported.trl-run')).toBe(true);
    expect(await runs.get('imported.trl-run', STRANGER)).toBeNull();
  });

  test.each(['../up', '', 'a b', '.hidden', 'x'.repeat(65)])('is not kept under the name %j', async (name) => {
    expect(await runs.import({ name, text: trl })).toMatchObject({ ok: false, code: 'bad_input' });
  });

  test('may be trainer_state.json or its log_history, NaN included', () => {
    const rows = [
      { loss: 1, step: 1 },
      { loss: 0.5, step: 2 },
    ];
    const kept = { ok: true, value: lines(...rows) };
    expect(readImport(JSON.stringify({ global_step: 2, log_history: rows }, null, 2))).toEqual(kept);
    expect(readImport(JSON.stringify(rows))).toEqual(kept);
    expect(readImport('[{"loss": NaN, "step": 1}, {"loss": 0.5, "step": 2}]')).toMatchObject({ ok: true });
  });

  test.each([
    [`${trl}oops\n{"step": 3}\n`, 'This log cannot be imported: line 4: not JSON (it begins "oops"). 1 more line has faults.'],
    [
      '{"log_history": [{"loss": 1, "step": 1}, 7]}',
      'This log cannot be imported: entry 2 of log_history: not an object: a line must look like {"step": 1, "loss": 0.5}.',
    ],
    ['\n\n', 'This log has no step with a loss or a reward, so there is nothing to draw.'],
    ['{"event": "begin"}', 'This log has no step with a loss or a reward, so there is nothing to draw.'],
  ])('with a fault is refused with its line: %j', (text, why) => expect(readImport(text)).toEqual({ ok: false, code: 'bad_input', why }));
});
