import { describe, expect, test, vi } from 'vitest';

/** How often this thread has parsed. */
const parsed = vi.hoisted(() => {
  vi.resetModules(); // files share a process: another has read the package already
  return { here: 0 };
});
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

import { showTestGames } from '~/games/registry';
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
    if (here.ok) expect(parsed.here).toBeGreaterThan(before);
  });

  test('a good file is a plan', async () => {
    const read = await readPlanInWorker('name: Small\ntask: market_round\nentrants: [greedy, planner]\nworlds: 2\n');
    expect(read).toMatchObject({ ok: true, value: { name: 'Small' } });
  });

  test('a game that is shown here is known there, and no longer than here', async () => {
    const text = 'name: Haggle\ngame: test/offers\ntask: haggle\nentrants: [yielding_haggler, stubborn_haggler]\nworlds: 2\n';
    showTestGames(true);
    expect(await readPlanInWorker(text)).toMatchObject({ ok: true });
    showTestGames(false);
    expect(await readPlanInWorker(text)).toMatchObject({ ok: false });
  });

  test('more than 16 at the same time are told to wait', async () => {
    const asked = Array.from({ length: 20 }, () => readPlanInWorker('name: x'));
    const read = await Promise.all(asked);
    expect(read.filter((one) => one === null)).toHaveLength(4);
  });

  test('strangers have part of these places, and one of them fewer: the operator keeps the rest', async () => {
    const of = (visitor: string | null, most: number) => Array.from({ length: most }, () => readPlanInWorker('name: x', visitor));
    const refused = async (asked: Promise<unknown>[]) => (await Promise.all(asked)).filter((one) => one === null).length;
    const [one, others, operator] = [of('a', 6), [...of('b', 4), ...of('c', 4)], of(null, 8)];
    expect(await Promise.all([one, others, operator].map(refused))).toEqual([2, 4, 0]);
    expect(await refused(of('a', 4))).toBe(0); // what was read is given back
  });
});
