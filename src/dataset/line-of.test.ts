import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MemoryEventStore } from '~/store/memory-event-store';
import { exportDataset } from './export-dataset';
import { lineOf } from './line-of';
import { playInto } from './testing/stored-matches';

test('half a surrogate pair is written as what stands for it, in names too; all else as it is', () => {
  expect(JSON.parse(lineOf({ offer_id: 'o\ud800x', '\udc00': ['\ud83d'] }))).toEqual({ offer_id: 'o\ufffdx', '\ufffd': ['\ufffd'] });
  const whole = { text: '😀 \\ud800 \\\\ud800 "\u2028\u0000"', more: ['\\', '\ud83d\ude00'] };
  expect(JSON.parse(lineOf(whole))).toEqual(whole);
  expect(lineOf({ a: '\\\ud800' })).toBe('{"a":"\\\\\ufffd"}\n');
});

test('an agent that names an offer by half a pair breaks no dataset', async () => {
  const store = new MemoryEventStore('one');
  await playInto(store, { task: 'single_trade', seed: 1, policy: 'wait' });
  const read: MemoryEventStore['read'] = async (...asked) =>
    (await store.read(...asked)).map((stored) =>
      stored.event.type === 'action_taken'
        ? { ...stored, event: Object.assign({ ...stored.event }, { action: { action_type: 'wait', offer_id: '\ud800' } }) }
        : stored,
    );
  const named = new Proxy(store, { get: (whole, name) => (name === 'read' ? read : Reflect.get(whole, name)) as unknown });
  const folder = mkdtempSync(join(tmpdir(), 'mandi-half-'));
  await exportDataset(named, { format: 'trajectories', ruleset: 'classic', split: 'train' }, { folder, code: 'test' });
  const text = readFileSync(join(folder, 'part-00000.jsonl'), 'utf8');
  rmSync(folder, { recursive: true });
  expect(text).toContain('\\"offer_id\\":\\"\ufffd\\"');
  expect(text).not.toMatch(/ud800/);
});
