// A game that has nothing of its own for evaluations is evaluated like any other.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Player } from '~/agents/player';
import { showTestGames } from '~/games/registry';
import { episodeOf } from './episode';
import { commandOf, type EvalPlan, planEval } from './eval-plan';
import { openEpisode, playEpisode } from './play-episode';
import { runEval } from './run-eval';

beforeAll(() => showTestGames(true));
afterAll(() => showTestGames(false));

function plan(request: object): EvalPlan {
  const read = planEval({ game: 'test/offers', tasks: 'haggle', seeds: '0-4', ...request });
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

const asked = { game: 'test/offers', version: 1, task: 'haggle', judgeMode: 'off', seed: 3, policy: 'stubborn_haggler' } as const;

test('a score is the mean over roles of the same world', async () => {
  const [seller, buyer] = [await playEpisode({ ...asked, seat: 'seller' }), await playEpisode({ ...asked, seat: 'buyer' })];
  const both = await playEpisode(asked);
  expect(both.score).toBe((seller.score + buyer.score) / 2);
  expect(Object.values(both.actions).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1);
  expect(Object.keys(both.actions).every((type) => ['name_price', 'take_price'].includes(type))).toBe(true);
});

test('a plan is played by its own policies, and its command says the same again', async () => {
  const read = plan({ policies: 'all', options: { rounds: '2', costs: '10..10' } });
  expect(read).toMatchObject({ policies: ['yielding_haggler', 'stubborn_haggler'], options: { rounds: 2, costs: [10, 10] } });
  expect(commandOf(read)).toContain(
    '--game test/offers --rules 1 --policies all --tasks haggle --seeds 0-4 --option rounds=2 --option costs=10..10',
  );
  const report = await runEval(read, { workers: 0 });
  expect(report.meta).toMatchObject({ game: 'test', ruleset: 'offers', options: { rounds: 2, costs: [10, 10] } });
  expect(report.rows.map(({ policy, n }) => [policy, n])).toEqual([
    ['yielding_haggler', 5],
    ['stubborn_haggler', 5],
  ]);
  const again = await episodeOf([report], { task: 'haggle', seed: 2, policy: 'stubborn_haggler' });
  expect(again?.state()).toMatchObject({ done: true, max_rounds: 2 });
});

test('options are settings of every episode', async () => {
  expect((await openEpisode({ ...asked, options: { rounds: 9, leaving: false } })).observe()).toMatchObject({
    rounds: 9,
    may_leave: false,
  });
});

test.each([
  [{ round: '2' }, 'did you mean rounds?'],
  [{ rounds: '99' }, 'a whole number from 1 to 50'],
  [{ rounds: 0.5 }, 'a whole number from 1 to 50'],
])('options %j are refused with what there is', (options, why) => {
  expect(planEval({ game: 'test/offers', options })).toMatchObject({ ok: false, why: expect.stringContaining(why) as string });
});

test('an agent plays each role, and remembers only the match that it plays', async () => {
  const seen: [string, number, number][] = [];
  const player = {
    async play({ seat, turn, past }: { seat: string; turn: number; past: readonly unknown[] }) {
      seen.push([seat, turn, past.length]);
      return { move: { type: 'name_price', price: seat === 'seller' ? 100 : 0 }, replies: [], guards: [], walkBacks: [], pin: null };
    },
  } as unknown as Player;
  const read = { ...plan({ seeds: '3', options: { rounds: '2' } }), policies: ['ann@1'], opponents: 'stubborn_haggler' };
  const report = await runEval(read, { workers: 0, agents: { slots: 1, find: async () => ({ player, turnMs: 1_000 }) } });
  expect(seen).toEqual([
    ['seller', 0, 0],
    ['seller', 2, 1],
    ['buyer', 1, 0],
    ['buyer', 3, 1],
  ]);
  expect(report.rows[0]).toMatchObject({ policy: 'ann@1', n: 1, moves: [expect.any(Array)] });
});
