import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '~/config';
import { MemoryEventStore } from '~/store/memory-event-store';
import { asWritten, COLUMNS } from './columns';
import { sampleDataset } from './export-dataset';
import { FORMATS } from './request';
import { playInto } from './testing/stored-matches';

const docs = readFileSync(join(REPOSITORY, 'docs/dataset.md'), 'utf8');
const [, chapter = ''] = docs.split('## Columns');
const [common = ''] = chapter.split('| format |');

const named = (text: string): string[] => [...text.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name);

it.each(FORMATS)('%s: Parquet has the very columns of its rows, and docs/dataset.md names each', async (format) => {
  const store = new MemoryEventStore('one');
  await playInto(store, { task: 'coalition_market', seed: 11, policy: 'pitching_expert', judgeMode: 'rule' });
  const [row] = (await sampleDataset(store, { format, ruleset: 'classic', split: 'train' }, { most: 1 })).rows;
  expect(Object.keys(COLUMNS[format]).toSorted()).toEqual(Object.keys(row ?? {}).toSorted());
  const line = chapter.split('\n').find((one) => one.startsWith(`| \`${format}\` |`)) ?? '';
  const said = named(format === 'arena-sft' ? line : common + line);
  expect(Object.keys(COLUMNS[format]).filter((name) => !said.includes(name))).toEqual([]);
});

it('what has no fixed shape is text in files, within steps as well; everything else stays as it is, in the order of the columns', () => {
  const tokens = { calls: 2, prompt: 90, completion: 12, estimated: false };
  const step = {
    turn: 0,
    round_index: 0,
    origin: 'own',
    tokens,
    written: { ids: [5, 6], logprobs: [-0.25, 0] },
    observation: { a: 1 },
    actions: [{ b: 'x' }],
    results: [],
    reward: 0.5,
    return: 0.5,
  };
  const row = { steps: [step], score: 0.5, seed: 7, trainable: true, trainable_reason: null };
  const file = asWritten('trajectories', row) as { steps: object[] };
  expect(file).toMatchObject({ score: 0.5, seed: 7, trainable: true, trainable_reason: null });
  expect(file.steps).toEqual([{ ...step, observation: '{"a":1}', actions: '[{"b":"x"}]', stages: null }]);
  expect(Object.keys(file)).toEqual(Object.keys(COLUMNS.trajectories));
});
