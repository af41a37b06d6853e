import { expect, test } from 'vitest';
import type { InferenceState } from '~/inference/inference-types';
import { tellModel } from './tell-model';

type Model = InferenceState['model'];

const FETCHING: Model = { status: 'fetching', name: 'smollm2-135m-instruct', done: null, total: null, why: null };

async function told(whenReady: Promise<boolean>, model: Partial<Model> = {}): Promise<string[]> {
  const lines: string[] = [];
  await tellModel({ state: () => ({ ...FETCHING, ...model }), whenReady }, (line) => lines.push(line), 1);
  return lines;
}

test('a model that is switched off is not spoken of', async () => {
  expect(await told(Promise.resolve(false), { status: 'off', name: '' })).toEqual([]);
});

test('one on its way: what it is, how large, how to leave it out; then that it is here', async () => {
  const lines: string[] = [];
  let arrive = (_isHere: boolean) => {};
  const whenReady = new Promise<boolean>((resolve) => {
    arrive = resolve;
  });
  const say = (line: string) => {
    lines.push(line);
    arrive(true);
  };
  await tellModel({ state: () => FETCHING, whenReady }, say, 1);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('smollm2-135m-instruct (98 MB, once)');
  expect(lines[0]).toContain('MANDI_MODEL=off');
  expect(lines[1]).toContain('Model ready: smollm2-135m-instruct');
});

test('one that was here before is not announced at every start', async () => {
  const lines: string[] = [];
  await tellModel(
    { state: () => ({ ...FETCHING, status: 'ready' }), whenReady: Promise.resolve(true) },
    (line) => lines.push(line),
    60_000,
  );
  expect(lines).toEqual([]);
});

test('one that a slow machine takes long to find is not called a download', async () => {
  const lines: string[] = [];
  let asked = 0;
  let arrive = (_isHere: boolean) => {};
  const whenReady = new Promise<boolean>((resolve) => {
    arrive = resolve;
  });
  const state = (): Model => {
    asked += 1;
    if (asked === 4) arrive(true);
    return { ...FETCHING, status: 'missing' };
  };
  await tellModel({ state, whenReady }, (line) => lines.push(line), 1);
  expect(lines).toEqual([]);
});

test('one that cannot be had: why, and that the rest works', async () => {
  const lines = await told(Promise.resolve(false), { status: 'failed', why: 'No connection to pypi.org.' });
  expect(lines.join()).toContain('No connection to pypi.org. Everything else works');
});
