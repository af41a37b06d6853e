import { afterAll, describe, expect, test } from 'vitest';
import type { AgentTurn } from '~/agents/agent-turn';
import type { Player } from '~/agents/player';
import { keptStudy } from '~/api/report/store';
import { closeThreads } from '~/engine/threads';
import type { OpenEvent } from '~/games/gpu-market/open/shared/events';
import { OPEN_SHOCK_KINDS } from '~/games/gpu-market/open/shared/types';
import { struckEpisodeOf } from './episode';
import { planEval } from './eval-plan';
import { openEpisode, playOut } from './play-episode';
import type { EvalReport } from './report';
import { readGrid, robustnessEpisodes, runRobustness, whyNoRobustness } from './robustness';
import { runEval } from './run-eval';
import { studyFile } from './study-files';

afterAll(closeThreads);

const PATIENCE = { timeout: 900_000 };

describe('worlds under shocks that an organiser sets', PATIENCE, () => {
  const world = { game: 'gpu-market/open', version: 1, task: 'single_trade', judgeMode: 'off', seed: 40_003 } as const;

  async function eventsOf(strikes: number): Promise<OpenEvent[]> {
    const episode = await openEpisode({ ...world, stress: { kind: 'capacity_failure', strikes } });
    await playOut(episode, { ...world, policy: 'wait' });
    return episode.logs()[0]?.events as OpenEvent[];
  }

  test('are the same worlds, struck as often as was said, evenly over the match', async () => {
    const [calm, struck] = await Promise.all([eventsOf(0), eventsOf(2)]);
    const labs = (events: OpenEvent[]) => events.flatMap((event) => (event.type === 'match_opened' ? [event.labs] : []));
    expect(labs(struck)).toEqual(labs(calm));
    const shocks = struck.flatMap((event) => (event.type === 'shock_struck' ? [event.shock] : []));
    expect(shocks.map(({ kind, round_index }) => [kind, round_index])).toEqual([
      ['capacity_failure', 2],
      ['capacity_failure', 4],
    ]);
    expect(calm.some((event) => event.type === 'shock_struck')).toBe(false);
  });

  test('tell no seat of a shock before it strikes', async () => {
    const seen = async (strikes: number) =>
      JSON.stringify((await openEpisode({ ...world, stress: { kind: 'capacity_failure', strikes } })).observe());
    expect(await seen(2)).toBe(await seen(0));
  });
});

describe('a grid', PATIENCE, () => {
  test('sets each agent in the same worlds against itself without shocks', async () => {
    const plan = planEval({ ruleset: 'open', policies: 'greedy,wait', tasks: 'single_trade', seeds: '40000-40002' });
    const grid = readGrid({ shocks: 'demand_surge', strikes: '2' }, OPEN_SHOCK_KINDS);
    if (!plan.ok || !grid.ok) throw new Error('no plan');
    const heard: number[] = [];
    const robustness = await runRobustness(plan.value, grid.value, { workers: 0, onProgress: (done) => heard.push(done) });
    const { points, command } = robustness;
    expect(heard.at(-1)).toBe(robustnessEpisodes(plan.value, grid.value));
    expect(points.map(({ policy, strikes }) => `${policy} ${strikes}`)).toEqual(['greedy 0', 'wait 0', 'greedy 2', 'wait 2']);
    const [calm, , struck] = points;
    expect(calm?.change).toBeNull();
    expect(struck?.change?.mean).toBeCloseTo((struck?.mean ?? 0) - (calm?.mean ?? 0), 12);
    expect(struck?.change?.ci95).toBeNull(); // three worlds are too few for an interval
    expect(struck?.mean).not.toBe(calm?.mean);
    for (const [at, seed] of [40_000, 40_001, 40_002].entries()) {
      const stress = { kind: 'demand_surge' as const, strikes: 2 };
      const study = { reports: [{ rows: [], meta: { judge_mode: 'off' } as EvalReport['meta'] }], robustness };
      const again = await struckEpisodeOf(study, { task: 'single_trade', seed, policy: 'greedy', stress });
      expect(again?.state().cumulative_reward).toBe(struck?.scores?.[at]);
    }
    expect(command).toContain('--seeds 40000-40002 --robustness --shocks demand_surge --strikes 2');
  });

  test('says at each strength whose turns they were, and a run names all weights that answered', async () => {
    const SILENT = 'silent@1';
    let turns = 0;
    const player: Player = {
      async play({ turn, round, seat }): Promise<AgentTurn> {
        turns += 1;
        const digest = turns === 1 ? 'sha256:b' : 'sha256:a';
        const pin = { model: 'm', digest, adapter: null, adapterDigest: null, runtime: null };
        const none = { requests: {}, replies: [], seed: null, guards: [], walkBacks: [], ms: 1, fallbackWhy: 'It did not answer.' };
        const move = { action_type: 'wait' };
        return { agent: SILENT, digest: 'sha256:spec', turn, round, seat, wished: null, move, origin: 'fallback', pin, ...none };
      },
    };
    const agents = { slots: 1, find: async () => ({ player, turnMs: 1_000 }) };
    const named = [{ name: 'silent', ref: SILENT, plays: ['gpu-market/open'] }];
    const plan = planEval({ ruleset: 'open', policies: 'silent,wait', tasks: 'single_trade', seeds: '40000', agents: named });
    const grid = readGrid({ shocks: 'demand_surge', strikes: '1' }, OPEN_SHOCK_KINDS);
    if (!plan.ok || !grid.ok) throw new Error('no plan');
    const [row] = (await runEval(plan.value, { workers: 0, agents })).rows;
    expect(row?.pin?.weights).toBe('sha256:b; sha256:a');
    const robustness = await runRobustness(plan.value, grid.value, { workers: 0, agents });
    const rounds = row?.counts?.turns;
    const played = { turns: rounds, own: 0, fallback: rounds };
    expect(robustness.points.map((point) => [point.policy, point.played])).toEqual([
      [SILENT, played],
      ['wait', undefined],
      [SILENT, played],
      ['wait', undefined],
    ]);
    const study = { command: '', code: '', reports: [], beforeAfter: null, robustness, populations: null };
    expect(keptStudy.parse(JSON.parse(JSON.stringify(study))).robustness).toEqual(robustness);
    for (const kind of ['html', 'md'] as const) expect(studyFile(study, kind)).toContain('0.0% (fallback’s score)');
    expect(studyFile(study, 'csv')).toContain(`${rounds},0,,,${rounds},,,,,fallback`);
  });

  test.each([
    [{ shocks: 'demand_srge' }, 'unknown shock "demand_srge" (did you mean demand_surge?)'],
    [{ strikes: '2,1' }, 'strikes: "2,1" is no ascending list of numbers from 1 to 5'],
    [{ strikes: '0' }, 'strikes: "0" is no ascending list'],
  ])('%j is refused', (wish, why) => {
    const read = readGrid(wish, OPEN_SHOCK_KINDS);
    expect(read.ok ? '' : read.why).toContain(why);
  });

  test('is not for rulesets whose shocks nobody can set', () => {
    expect(whyNoRobustness({ game: 'gpu-market/classic', version: 1, seeds: [0] })).toContain('those of gpu-market/open@1');
    expect(whyNoRobustness({ game: 'gpu-market/open', version: 1, seeds: [0] })).toBeNull();
    expect(whyNoRobustness({ game: 'gpu-market/open', version: 1, seeds: [0, 40_000] })).toContain('seeds of one range');
  });
});
