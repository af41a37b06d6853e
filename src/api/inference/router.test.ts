import { expect, test } from 'vitest';
import type { BackendState } from '~/inference/chat-model';
import { shortened } from './router';

test('a backend that lists a thousand models and more sends thirty of them to the page, and says how many are left out', () => {
  const serves = Array.from({ length: 1_000 }, (_, index) => ({ name: `model-${index}`, digest: null, adapters: [], context: null }));
  const backend = { id: 'openai', serves, more: 99_000 } as unknown as BackendState;
  const few = { id: 'workers', serves: serves.slice(0, 2) } as unknown as BackendState;
  const state = { backends: [backend, few] } as unknown as Parameters<typeof shortened>[0];
  const [long, short] = shortened(state).backends;
  expect([long?.serves.length, long?.more, long?.serves[29]?.name]).toEqual([30, 99_970, 'model-29']);
  expect(short).toBe(few);
  expect(JSON.stringify(shortened(state)).length).toBeLessThan(4_000);
});
