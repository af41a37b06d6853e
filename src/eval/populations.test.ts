import { afterAll, describe, expect, test } from 'vitest';
import type { AgentTurn } from '~/agents/agent-turn';
import type { Player } from '~/agents/player';
import { keptStudy } from '~/api/report/store';
import { closeThreads } from '~/engine/threads';
import { findPolicy } from '~/games/policies';
import { mean } from '~/statistics/basics';
import { type EvalPlan, planEval } from './eval-plan';
import type { EvalAgents } from './play-agent';
import { openEpisode, playOut } from './play-episode';
import { populationEpisodes, readRotation, runPopulations, SEAT_ROTATIONS, whyNoPopulations } from './populations';
import { runEval } from './run-eval';
import { studyFile } from './study-files';

afterAll(closeThreads);

const AGENT = 'trader@1';
/** Plays as the greedy script does. */
const trader: Player = {
  async play({ observation, turn, round, seat }): Promise<AgentTurn> {
    const move = await findPolicy('gpu-market/open', 'greedy')?.choose(observation);
    const none = { requests: {}, replies: [], pin: null, seed: null, guards: [], walkBacks: [], ms: 1, fallbackWhy: null };
    return { agent: AGENT, digest: 'sha256:abc', turn, round, seat, wished: move, move, origin: 'own', ...none };
  },
};
/** Never answers: the same script plays for it. */
const SILENT = 'silent@1';
const silent: Player = {
  play: async (ask) => ({ ...(await trader.play(ask)), agent: SILENT, origin: 'fallback', fallbackWhy: 'It did not answer.' }),
};
const NOTHING_ELSE = { command: '', code: '', reports: [], beforeAfter: null, robustness: null };
const agents: EvalAgents = { slots: 2, find: async (ref) => ({ player: ref === SILENT ? silent : trader, turnMs: 1_000 }) };

function plan(request: { policies: string; seeds?: string; ruleset?: string; tasks?: string }): EvalPlan {
  const named = [AGENT, SILENT].map((ref) => ({ name: ref.split('@')[0] ?? '', ref, plays: ['gpu-market/open'] }));
  const read = planEval({ ruleset: 'open', tasks: 'single_trade', seeds: '40000-40002', agents: named, ...request });
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

describe('populations', { timeout: 900_000 }, () => {
  test('each is alone at a table full of each, itself too, in the same worlds', async () => {
    const asked = plan({ policies: 'greedy,wait' });
    const heard: number[] = [];
    const { games, command, seeds } = await runPopulations(asked, 'none', { workers: 0, onProgress: (done) => heard.push(done) });
    const [game] = games;
    expect(heard.at(-1)).toBe(populationEpisodes(asked, 'none'));
    expect(game?.cells.map(({ row, column, n }) => [row, column, n])).toEqual([
      ['greedy', 'greedy', 3],
      ['greedy', 'wait', 3],
      ['wait', 'greedy', 3],
      ['wait', 'wait', 3],
    ]);
    expect([command, seeds]).toEqual([expect.stringMatching(/--seeds 40000-40002 --populations --rotation none$/), '40000-40002']);
    for (const { row, column, scores } of game?.cells ?? []) {
      const episode = await openEpisode({ ...asked, task: 'single_trade', seed: 40_001, opponents: column });
      expect((await playOut(episode, { ...asked, policy: row })).score).toBe(scores[1]);
      expect(new Set(Object.values(episode.logs()[0]?.others ?? {}))).toEqual(new Set([column]));
    }
  });

  test('the lone one sits in each seat of each world in turn, so that no seat is luckier than another in a payoff', async () => {
    const asked = plan({ policies: 'planner,greedy', tasks: 'market_round', seeds: '40000-40001' });
    const heard: number[] = [];
    const { games, command, rotation } = await runPopulations(asked, 'full', { workers: 0, onProgress: (done) => heard.push(done) });
    expect(heard.at(-1)).toBe(2 * 2 * 4 * 2);
    expect(heard.at(-1)).toBe(populationEpisodes(asked, 'full'));
    expect([command.endsWith(' --populations'), rotation]).toEqual([true, 'full']);
    const cell = games[0]?.cells.find(({ row, column }) => row === 'planner' && column === 'greedy');
    const bySeat = await Promise.all(
      ['lab_0', 'lab_1', 'lab_2', 'lab_3'].map(async (seat) => {
        const episode = await openEpisode({ ...asked, task: 'market_round', seed: 40_001, opponents: 'greedy', seat });
        const { score } = await playOut(episode, { ...asked, policy: 'planner' });
        expect(Object.keys(episode.logs()[0]?.others ?? {})).not.toContain(seat);
        return score;
      }),
    );
    expect(new Set(bySeat).size).toBeGreaterThan(1);
    expect(cell?.scores[1]).toBeCloseTo(mean(bySeat), 12);
    expect(cell?.n).toBe(2);
  });

  test.each([
    [undefined, 'full'],
    ['full', 'full'],
    ['none', 'none'],
    ['ful', null],
  ])('rotation %j is read', (typed, rotation) => {
    const read = readRotation(typed);
    expect(read.ok ? read.value : null).toBe(rotation);
    if (!read.ok) expect(read.why).toBe('unknown rotation "ful" (did you mean full?); allowed: full, none');
  });

  test('the house as population is the usual evaluation', async () => {
    const { games } = await runPopulations(plan({ policies: 'greedy,house' }), 'none', { workers: 0 });
    const { rows } = await runEval(plan({ policies: 'greedy' }), { workers: 0 });
    expect(games[0]?.cells.find(({ row, column }) => row === 'greedy' && column === 'house')?.scores).toEqual(rows[0]?.scores);
  });

  test('agents are populations like scripts: one that plays as a script earns what that script earns', async () => {
    for (const rotation of SEAT_ROTATIONS) {
      const { games } = await runPopulations(plan({ policies: 'trader,greedy', seeds: '40000' }), rotation, { workers: 0, agents });
      const scores = games[0]?.cells.map((cell) => cell.scores);
      expect(scores).toHaveLength(4);
      expect(new Set(scores?.flat()).size).toBe(1);
    }
  });

  test('a model whose fallback played is in no best response, mixture or rank, and its payoffs say whose turns they were', async () => {
    const asked = plan({ policies: 'trader,silent,wait', seeds: '40000' });
    const populations = await runPopulations(asked, 'none', { workers: 0, agents });
    const [game] = populations.games;
    if (!game) throw new Error('no game');
    const { played } = game;
    expect(game.entrants).toEqual([AGENT, SILENT, 'wait']);
    expect([played?.[SILENT]?.own, played?.[AGENT]?.fallback]).toEqual([0, 0]);
    expect(played?.[SILENT]?.fallback).toBe(played?.[SILENT]?.turns);
    // In every cell with it, alone or in the other seat, it took as many turns as its namesake that answers.
    expect(played?.[SILENT]?.turns).toBe(played?.[AGENT]?.turns);
    for (const found of [game.bestResponses, game.cycles, game.nash, game.alphaRank]) expect(JSON.stringify(found)).not.toContain(SILENT);
    expect(Object.keys(game.nash.mixture)).toEqual([AGENT, 'wait']);
    const text = studyFile({ ...NOTHING_ELSE, populations }, 'md');
    expect(text).toContain(`${SILENT} (its fallback)`);
    expect(text).toContain('own turns 0.0% (fallback’s score)');
    expect(text).toContain(`Left out, because its fallback played most of its turns: ${SILENT}.`);
    const study = { ...NOTHING_ELSE, populations };
    expect(keptStudy.parse(JSON.parse(JSON.stringify(study))).populations).toEqual(populations);
    const [names = '', ...lines] = studyFile(study, 'csv').split('\n');
    const cellsOf = (column: string, section: string, policy: string) =>
      lines
        .map((line) => line.split(','))
        .filter(([one, two]) => one === section && two === policy)
        .map((line) => line[names.split(',').indexOf(column)]);
    expect(cellsOf('score_of', 'populations', SILENT)).toEqual(['fallback', 'fallback', 'fallback']);
    expect(cellsOf('score_of', 'populations', AGENT)).toEqual(['own', 'own', 'own']);
    expect(cellsOf('best_response', 'populations', 'wait')).toEqual(['no', '', 'no']);
    expect(cellsOf('mixture', 'nash', SILENT)).toEqual([]);
  });

  test.each<[{ policies: string; ruleset?: string; seeds?: string }, string]>([
    [{ policies: 'all', ruleset: 'classic', seeds: '0' }, 'classic has a single seat to give away; whole tables are in gpu-market/open@1'],
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
