import { describe, expect, test, vi } from 'vitest';

/** How often this thread has parsed. */
const parsed = vi.hoisted(() => ({ here: 0 }));
vi.mock('yaml', async (original) => {
  const yaml = await original<typeof import('yaml')>();
  return {
    ...yaml,
    parseDocument: (...given: Parameters<typeof yaml.parseDocument>) => {
      parsed.here += 1;
      return yaml.parseDocument(...given);
    },
  };
});

import { WORST_FILES } from '~/lib/testing/worst-inputs';
import { readPlanInWorker } from './plan-in-worker';
import { readPlanText } from './read-plan';

describe('F1: the worst 25 files', () => {
  test.each(Object.entries(WORST_FILES))('%s is read off the main thread, with the same answer', async (_name, text) => {
    const before = parsed.here;
    const beside = await readPlanInWorker(text);
    expect(parsed.here).toBe(before);
    const here = readPlanText(text);
    expect(beside).toEqual(here);
  });

  test('a good file is a plan', async () => {
    const read = await readPlanInWorker('name: Small\ntask: market_round\nentrants: [greedy, planner]\nworlds: 2\n');
    expect(read).toMatchObject({ ok: true, value: { name: 'Small' } });
  });

  test('more than 16 at the same time are told to wait', async () => {
    const asked = Array.from({ length: 20 }, () => readPlanInWorker('name: x'));
    const read = await Promise.all(asked);
    expect(read.filter((one) => one === null)).toHaveLength(4);
  });
});
