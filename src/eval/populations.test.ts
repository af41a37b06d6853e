import { afterAll, describe, expect, test } from 'vitest';
import type { AgentTurn } from '~/agents/agent-turn';
import type { Player } from '~/agents/player';
import { closeSolvers } from '~/optimum/score-beside';
import { findPolicy } from '~/policies/registry';
import { type EvalPlan, planEval } from './eval-plan';
import type { EvalAgents } from './play-agent';
import { openEpisode, playOut } from './play-episode';
import { populationEpisodes, runPopulations, whyNoPopulations } from './populations';
import { runEval } from './run-eval';

afterAll(closeSolvers);

const AGENT = 'trader@1';
/** Plays as the greedy script does. */
const trader: Player = {
  async play({ observation, round, seat }): Promise<AgentTurn> {
    const move = await findPolicy('greedy')?.choose(observation);
    const none = { prompt: null, replies: [], pin: null, seed: null, guards: [], walkBacks: [], ms: 1, fallbackWhy: null };
    return { agent: AGENT, digest: 'sha256:abc', round, seat, wished: move, move, origin: 'own', ...none };
  },
};
const agents: EvalAgents = { slots: 2, find: async () => ({ player: trader, turnMs: 1_000 }) };

function plan(request: { policies: string; seeds?: string; ruleset?: string }): EvalPlan {
  const named = [{ name: 'trader', ref: AGENT, plays: ['gpu-market/open'] }];
  const read = planEval({ ruleset: 'open', tasks: 'single_trade', seeds: '40000-40002', agents: named, ...request });
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

describe('populations', { timeout: 120_000 }, () => {
  test('each is alone at a table full of each, itself too, in the same worlds', async () => {
    const asked = plan({ policies: 'greedy,wait' });
    const heard: number[] = [];
    const { games, command, seeds } = await runPopulations(asked, { workers: 0, onProgress: (done) => heard.push(done) });
    const [game] = games;
    expect(heard.at(-1)).toBe(populationEpisodes(asked));
    expect(game?.cells.map(({ row, column, n }) => [row, column, n])).toEqual([
      ['greedy', 'greedy', 3],
      ['greedy', 'wait', 3],
      ['wait', 'greedy', 3],
      ['wait', 'wait', 3],
    ]);
    expect([command, seeds]).toEqual([expect.stringMatching(/--seeds 40000-40002 --populations$/), '40000-40002']);
    for (const { row, column, scores } of game?.cells ?? []) {
      const episode = await openEpisode({ ...asked, task: 'single_trade', seed: 40_001, opponents: column });
      expect((await playOut(episode, row)).score).toBe(scores[1]);
      expect(new Set(Object.values(episode.record().others))).toEqual(new Set([column]));
    }
  });

  test('the house as population is the usual evaluation', async () => {
    const { games } = await runPopulations(plan({ policies: 'greedy,house' }), { workers: 0 });
    const { rows } = await runEval(plan({ policies: 'greedy' }), { workers: 0 });
    expect(games[0]?.cells.find(({ row, column }) => row === 'greedy' && column === 'house')?.scores).toEqual(rows[0]?.scores);
  });

  test('agents are populations like scripts: one that plays as a script earns what that script earns', async () => {
    const { games } = await runPopulations(plan({ policies: 'trader,greedy', seeds: '40000' }), { workers: 0, agents });
    const scores = games[0]?.cells.map((cell) => cell.scores);
    expect(scores).toHaveLength(4);
    expect(new Set(scores?.flat()).size).toBe(1);
  });

  test.each<[{ policies: string; ruleset?: string; seeds?: string }, string]>([
    [{ policies: 'all', ruleset: 'classic', seeds: '0' }, 'ruleset open has whole tables'],
    [{ policies: 'greedy,wait', seeds: '0,40000' }, 'seeds of one range'],
    [{ policies: 'greedy' }, 'at least two'],
    [{ policies: 'greedy,farmer_splitter' }, 'farmer_splitter plays evaluations only'],
  ])('%j is refused', (request, why) => {
    const tasks = request.ruleset === 'classic' ? { tasks: 'market_round' } : {};
    const read = planEval({ ruleset: 'open', seeds: '40000', ...tasks, ...request });
    if (!read.ok) throw new Error(read.why);
    expect(whyNoPopulations(read.value)).toContain(why);
  });
});
