import { describe, expect, test } from 'vitest';
import { type KeepReadyHooks, keepModelReady, type ModelState } from './keep-model-ready';
import { ModelError } from './model-error';
import type { ModelCard } from './model-labels';
import type { Models } from './models';
import { type ShamWorker, shamWorker } from './testing/sham-worker';

const CARD: ModelCard = {
  kind: 'model',
  name: 'tiny',
  title: 'Tiny',
  file: '/nowhere/tiny.gguf',
  bytes: 3,
  digest: `sha256:${'0'.repeat(64)}`,
  licence: null,
  source: 'a test',
  context: null,
  base: null,
  quantizedFrom: null,
  shipped: false,
};

const HERE = { model: 'tiny', models: '/nowhere', device: 'cpu', threads: 1 } as const;

function setUp(pull: Models['pull']) {
  const states: ModelState[] = [];
  const shams: ShamWorker[] = [];
  const warnings: string[] = [];
  const lies: ModelCard[] = [];
  const models: Models = {
    folder: '/nowhere',
    known: [],
    list: async () => lies,
    find: async () => null,
    pull: async (...asked) => {
      const card = await pull(...asked);
      lies.push(card);
      return card;
    },
    add: async () => CARD,
    quantize: async () => CARD,
    remove: async () => CARD,
  };
  const hooks: KeepReadyHooks = {
    log: { info: () => undefined, warn: (line) => warnings.push(line) },
    onState: (state) => states.push(state),
    models,
    install: async () => '/nowhere/runtime',
    find: async () => '/nowhere/runtime',
    lookEveryMs: 5,
    spawn: () => {
      const sham = shamWorker(`sham-${shams.length}`);
      shams.push(sham);
      return sham;
    },
  };
  return { states, shams, warnings, lies, hooks };
}

describe('the default model', () => {
  test('off: nothing is fetched, nothing is started', async () => {
    const { hooks, states } = setUp(async () => CARD);
    const keeper = keepModelReady({ ...HERE, model: null }, hooks);
    expect(await keeper.whenReady).toBe(false);
    expect(keeper.state().status).toBe('off');
    expect(keeper.line()).toBeNull();
    expect(states).toEqual([]);
  });

  test('is fetched, says how far it is, and then has a worker; a dead one has a successor', async () => {
    const { hooks, states, shams } = setUp(async (_, { onStep } = {}) => {
      onStep?.({ from: 'a test', done: 1, total: 3 });
      return CARD;
    });
    const keeper = keepModelReady(HERE, hooks);
    expect(keeper.line()).toBeNull();
    expect(await keeper.whenReady).toBe(true);
    expect(states.map(({ status, done, total }) => [status, done, total])).toEqual([
      ['fetching', null, null],
      ['fetching', 1, 3],
      ['ready', null, null],
    ]);
    const line = keeper.line();
    expect(keeper.line()).toBeNull();
    const ends: string[] = [];
    line?.onClose((why) => ends.push(why));
    shams[0]?.die();
    expect(ends).toEqual(['the worker ended (SIGKILL)']);
    expect(keeper.line()).not.toBeNull();
    keeper.close();
    expect(keeper.line()).toBeNull();
  });

  test('that cannot be had: failed, in a sentence, and no worker', async () => {
    const { hooks, warnings } = setUp(async () => {
      throw new ModelError('offline', 'tiny could not be fetched.');
    });
    const keeper = keepModelReady(HERE, hooks);
    expect(await keeper.whenReady).toBe(false);
    expect(keeper.state()).toMatchObject({ status: 'failed', name: 'tiny', why: 'tiny could not be fetched.' });
    expect(warnings).toEqual(['tiny could not be fetched.']);
    expect(keeper.line()).toBeNull();
    keeper.close();
  });

  test('that cannot be had does not keep what lies here from being served, and what is taken in later is seen', async () => {
    const { hooks, lies, shams } = setUp(async () => {
      throw new ModelError('offline', 'tiny could not be fetched.');
    });
    let news = 0;
    const onModels = () => {
      news += 1;
    };
    const keeper = keepModelReady(HERE, { ...hooks, onModels });
    await keeper.whenReady;
    await keeper.look();
    expect([keeper.line(), news]).toEqual([null, 0]);
    lies.push({ ...CARD, name: 'mine' });
    await expect.poll(() => news).toBe(1);
    expect(keeper.line()).not.toBeNull();
    expect(shams).toHaveLength(1);
    lies.push({ ...CARD, name: 'another' });
    await expect.poll(() => news).toBe(2);
    await keeper.look();
    expect(news).toBe(2);
    keeper.close();
  });

  test('an adapter alone, or weights without their runtime, start no worker', async () => {
    const { hooks, lies } = setUp(async () => CARD);
    const keeper = keepModelReady({ ...HERE, fetches: false }, { ...hooks, find: async () => null });
    lies.push({ ...CARD, kind: 'adapter', name: 'tuned' });
    await keeper.look();
    expect(keeper.line()).toBeNull();
    lies.push(CARD);
    await keeper.look();
    expect([keeper.line(), keeper.state().status]).toEqual([null, 'missing']);
    keeper.close();
  });

  test('where nothing is to be fetched, what lies here is served', async () => {
    const { hooks, lies } = setUp(async () => {
      throw new Error('fetched all the same');
    });
    lies.push(CARD);
    const keeper = keepModelReady({ ...HERE, fetches: false }, hooks);
    expect(await keeper.whenReady).toBe(true);
    expect(keeper.line()).not.toBeNull();
    keeper.close();
  });
});
