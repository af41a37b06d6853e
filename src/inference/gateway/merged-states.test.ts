import { expect, test } from 'vitest';
import type { BackendState } from '../chat-model';
import { mergedStates } from './merged-states';

function state(id: string, models: string[], more: Partial<BackendState> = {}): BackendState {
  return {
    id,
    kind: 'workers',
    place: '',
    health: 'up',
    why: null,
    serves: models.map((name) => ({ name, digest: null, adapters: [], context: null })),
    capabilities: { schema: true, adapters: true, batching: true, streaming: true },
    queued: 0,
    running: 0,
    slots: 4,
    ...more,
  };
}

test('of two backends by one name, what either serves; the others as they are', () => {
  const there = [state('workers', ['small'], { slots: 8 }), state('vllm', ['large'])];
  const here = [
    state('workers', ['small', 'own'], { health: 'down', why: 'away' }),
    state('null:random', ['null:random'], { kind: 'null' }),
  ];
  const merged = mergedStates(there, here);
  expect(merged.map(({ id, serves }) => [id, serves.map(({ name }) => name)])).toEqual([
    ['workers', ['small', 'own']],
    ['vllm', ['large']],
    ['null:random', ['null:random']],
  ]);
  expect(merged[0]).toMatchObject({ health: 'up', why: null, slots: 8 });
});

test('without a server: those here', () => {
  const here = [state('workers', [])];
  expect(mergedStates([], here)).toEqual(here);
});
