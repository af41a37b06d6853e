import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { EnvOutside, EnvSession, EnvTurn } from '~/contract/env';
import type { Hearing, Judgement } from '~/contract/game';
import type { Policy } from '~/contract/policy';
import { envGame } from '~/engine/env-games';
import { means } from '~/engine/means';
import { closeThreads } from '~/engine/threads';
import { playEpisode } from '~/eval/play-episode';
import type { OpenEvent } from '~/games/gpu-market/open/shared/events';
import type { observe } from '~/games/gpu-market/open/shared/observe';
import { scoreOf } from '~/games/gpu-market/open/shared/optimum/score';
import { findPolicy } from '~/games/policies';
import { marketTold } from '../../../guide';
import { openMarket } from '../../v1/open';
import { readOpenTurn } from '../actions';
import { openEnvOf } from './adapter';

const env = envGame(openMarket, openEnvOf({ market: openMarket, readTurn: readOpenTurn, told: marketTold }));

afterAll(closeThreads);

async function open(config: Record<string, unknown>, means?: EnvOutside): Promise<EnvSession> {
  const opening = await env.open(config, means);
  if (!opening.ok) throw new Error(opening.why);
  return opening.value;
}

function policy(name: string): Policy {
  const found = findPolicy('gpu-market/open', name);
  if (found === null) throw new Error(name);
  return found;
}

/** Plays to the end and returns every turn. */
async function playOut(episode: EnvSession, by: string): Promise<EnvTurn[]> {
  const turns: EnvTurn[] = [];
  while (turns.at(-1)?.done !== true) turns.push(await episode.step(await episode.ask?.(policy(by))));
  return turns;
}

const PATIENCE = { timeout: 900_000 };

describe('an episode of ruleset open', PATIENCE, () => {
  test('is the seat that was asked for, among those who were named', async () => {
    const episode = await open({ task_type: 'market_round', seed: 5, seat: 'lab_2', opponents: { lab_0: 'planner', lab_3: 'random' } });
    expect(episode.observe()).toMatchObject({ controlled_lab_id: 'lab_2', reward: null });
    const opponents = { lab_0: 'planner', lab_1: 'house', lab_3: 'random' };
    expect(episode.state()).toMatchObject({ seat: 'lab_2', seed: 5, max_rounds: 8, opponents });
    expect((await open({ task_type: 'market_round', opponents: 'greedy' })).state()).toMatchObject({
      opponents: { lab_1: 'greedy', lab_2: 'greedy', lab_3: 'greedy' },
    });
    expect((await open({ task_type: 'market_round', opponents: ['greedy', null, 'random'] })).state()).toMatchObject({
      opponents: { lab_1: 'greedy', lab_2: 'house', lab_3: 'random' },
    });
  });

  test('ends with the gain that the score has, and nothing before', async () => {
    const episode = await open({ task_type: 'single_trade', seed: 3, opponents: 'planner' });
    const turns = await playOut(episode, 'planner');
    expect(turns).toHaveLength(6);
    expect(turns.slice(0, -1).every(({ reward }) => reward === 0)).toBe(true);
    const score = await scoreOf(episode.logs()[0]?.events as OpenEvent[], means.solve);
    expect(turns.at(-1)?.reward).toBeCloseTo(score.gain.lab_0 ?? Number.NaN, 9);
    expect(turns.at(-1)?.metadata).toMatchObject({ score: { gain: expect.closeTo(score.gain.lab_0 ?? 0, 5) as number } });
    expect(episode.state().cumulative_reward).toBe(turns.at(-1)?.reward);
    expect((await episode.step({ action_type: 'wait' })).reward).toBe(0);
  });

  test('the dense reward sums up to the gain, whatever is played, each in the columns of its causes', async () => {
    const seats = fc.integer({ min: 0, max: 3 });
    const players = fc.constantFrom('planner', 'planner_with_coalitions', 'random', 'greedy', 'house');
    await fc.assert(
      fc.asyncProperty(fc.nat(40_000), seats, fc.tuple(players, players), async (seed, lab, [own, opponents]) => {
        const setUp = { task_type: 'market_round', seed, seat: `lab_${lab}`, opponents };
        const dense = await playOut(await open({ ...setUp, reward: 'potential' }), own);
        const sparse = await playOut(await open(setUp), own);
        const sum = dense.reduce((total, { reward }) => total + (reward ?? Number.NaN), 0);
        expect(sum).toBeCloseTo(sparse.at(-1)?.reward ?? Number.NaN, 6);
        for (const { reward, observation } of dense) {
          const { reward: shown, reward_breakdown: columns } = observation as ReturnType<typeof observe>;
          expect(shown).toBe(reward);
          expect(Object.values(columns ?? {}).reduce((total, part) => total + part, 0)).toBeCloseTo(reward ?? Number.NaN, 4);
        }
      }),
      { numRuns: 5, seed: 7 },
    );
  });

  test('the same seed and moves are the same episode; a seed that nobody chose is told at the end only', async () => {
    const setUp = { task_type: 'market_round', seed: 11, opponents: 'random', reward: 'potential' };
    expect(await playOut(await open(setUp), 'random')).toEqual(await playOut(await open(setUp), 'random'));
    const [one, other] = [await open({ task_type: 'single_trade' }), await open({ task_type: 'single_trade' })];
    expect(one.state().seed).toBeNull();
    expect(one.observe()).not.toEqual(other.observe());
    await playOut(one, 'greedy');
    expect(one.state().seed).toBeTypeOf('number');
  });

  test('who finishes is told the end of the match', async () => {
    const episode = await open({ task_type: 'market_round', seed: 2, reward: 'potential' });
    const turn = await episode.step({ action_type: 'finish' });
    expect(turn).toMatchObject({ done: true, metadata: { score: { gain: expect.closeTo(turn.reward ?? Number.NaN, 5) as number } } });
  });

  test('what is no turn is read, as is one of another round; refused actions are counted', async () => {
    const episode = await open({ task_type: 'single_trade', seed: 1 });
    for (const raw of [
      {},
      'wait',
      [{ action_type: 'steal' }],
      { actions: [{ action_type: 'wait', payment: 'much' }] },
      { actions: [], round_index: 3 },
    ])
      expect(episode.readMove(raw).ok, JSON.stringify(raw)).toBe(false);
    expect(episode.readMove([{ action_type: 'wait' }, { action_type: 'send_message', message: 'hello' }]).ok).toBe(true);
    await episode.step([{ action_type: 'accept_offer', offer_id: 'o_9' }, { action_type: 'steal' }]);
    expect(episode.state().invalid_actions).toBe(2);
  });

  test.each([
    [{ seat: 'lab_4' }, 'unknown seat "lab_4"'],
    [{ opponents: 'plannr' }, 'did you mean planner?'],
    [{ opponents: { lab_0: 'planner' } }, 'unknown seat "lab_0"'],
    [{ opponents: ['planner', 'planner', 'planner', 'planner'] }, '4 names for 3 other seats'],
    [{ opponents: 7 }, 'opponents: a name'],
    [{ opponents: 'rule_based_expert' }, 'unknown policy'],
    [{ reward: 'dense' }, 'unknown reward "dense"'],
    [{ options: { lab: 3 } }, 'did you mean labs?'],
    [{ options: [] }, 'options: an object'],
    [{ rounds: 3 }, 'rounds'],
    [{ seed: -1 }, 'A seed is a whole number'],
  ])('%j is refused in a sentence', async (setting, why) => {
    expect(await env.open({ task_type: 'market_round', ...setting })).toMatchObject({
      ok: false,
      why: expect.stringContaining(why) as string,
    });
  });

  test('agents play by name where there is a desk of them', async () => {
    const asked: string[] = [];
    const accounts = new Set<string>();
    const player = {
      async play({ seat, round, episode: account }: { seat: string; round: number; episode: string }) {
        asked.push(`${seat} ${round}`);
        accounts.add(account);
        return { move: { action_type: 'wait' } };
      },
    };
    const means = {
      findPlayer: async (name: string) => (name === 'smollm2' ? { ref: 'smollm2@1', player } : null),
    } as unknown as EnvOutside;
    const episode = await open({ task_type: 'market_round', seed: 1, opponents: { lab_1: 'smollm2' } }, means);
    expect(episode.state()).toMatchObject({ opponents: { lab_1: 'smollm2@1' } });
    await episode.step({ action_type: 'wait' });
    await episode.step({ action_type: 'wait' });
    expect(asked).toEqual(['lab_1 0', 'lab_1 1']);
    await (await open({ task_type: 'market_round', seed: 1, opponents: { lab_1: 'smollm2' } }, means)).step({ action_type: 'wait' });
    expect([...accounts]).toEqual([expect.stringMatching(/^episode-/), expect.stringMatching(/^episode-/)]); // each episode has a budget
  });
});

test('a round that fails because an opponent does leaves no trace: nobody remembers a turn of it', PATIENCE, async () => {
  const pasts: number[] = [];
  let fails = true;
  const steady = {
    async play({ past }: { past: unknown[] }) {
      pasts.push(past.length);
      return { move: { action_type: 'wait' } };
    },
  };
  const flaky = {
    async play() {
      if (fails) throw new Error('the opponent went away');
      return { move: { action_type: 'wait' } };
    },
  };
  const means = {
    findPlayer: async (name: string) => ({ ref: name, player: name === 'steady' ? steady : flaky }),
  } as unknown as EnvOutside;
  const episode = await open({ task_type: 'market_round', seed: 1, opponents: { lab_1: 'steady', lab_2: 'flaky' } }, means);
  const before = JSON.stringify([episode.observe(), episode.state()]);
  await expect(Promise.resolve(episode.step({ action_type: 'wait' }))).rejects.toThrow('the opponent went away');
  expect(JSON.stringify([episode.observe(), episode.state()])).toBe(before);
  fails = false;
  await episode.step({ action_type: 'wait' });
  expect(pasts).toEqual([0, 0]);
});

test('a round that fails because nobody could read its pitches is played anew as it was', PATIENCE, async () => {
  const config = { task_type: 'coalition_market', seed: 3, judge_mode: 'llm', opponents: 'planner_with_coalitions' };
  let fails = true;
  const episode = await open(config, {
    async hearPitches({ pitches }) {
      if (fails) throw new Error('the judge went away');
      const scores = Object.fromEntries(pitches.map(({ seat }) => [seat, { score: 0.5, reason: '', quote: null }]));
      return { judge: 'late/1', scores, fallback: null, disagreement: 0 };
    },
  });
  const untouched = await open(config, { hearPitches: async () => Promise.reject(new Error('never asked before round 3')) });
  const wait = { action_type: 'wait' };
  for (let round = 0; round < 3; round += 1) await Promise.all([episode.step(wait), untouched.step(wait)]);
  await expect(Promise.resolve(episode.step(wait))).rejects.toThrow('the judge went away');
  expect(JSON.stringify(episode.observe())).toBe(JSON.stringify(untouched.observe()));
  fails = false;
  expect((await episode.step(wait)).observation).toMatchObject({ round_index: 4 });
});

test('policies are evaluated in it: the planner beats autarky', PATIENCE, async () => {
  const request = { game: 'gpu-market/open', version: 1, task: 'market_round', judgeMode: 'off', seed: 40_001 } as const;
  const [planner, wait] = [await playEpisode({ ...request, policy: 'planner' }), await playEpisode({ ...request, policy: 'random' })];
  expect(planner.score).toBeGreaterThan(wait.score);
});

test('in judge mode llm whoever was given reads the pitches; without, the rule judge stands in, marked', PATIENCE, async () => {
  const config = { task_type: 'coalition_market', seed: 3, judge_mode: 'llm', opponents: 'planner_with_coalitions' };
  const asked: Hearing[] = [];
  const hearPitches = async (hearing: Hearing): Promise<Judgement> => {
    asked.push(hearing);
    const scores: Judgement['scores'] = {};
    for (const [i, { seat }] of hearing.pitches.entries()) scores[seat] = { score: i === 0 ? 0.9 : 0.1, reason: 'the first', quote: null };
    return { judge: 'first/1', scores, fallback: null, disagreement: 0 };
  };
  const heard = await open(config, { hearPitches });
  await playOut(heard, 'planner_with_coalitions');
  expect(asked.length).toBeGreaterThan(1);
  const verdicts = verdictsOf(heard);
  expect(verdicts.map(({ judge, winner_lab_id }) => [judge, winner_lab_id])).toEqual(
    asked.map(({ pitches }) => ['first/1', pitches[0]?.seat]),
  );
  const alone = await open(config);
  await playOut(alone, 'planner_with_coalitions');
  expect(verdictsOf(alone).map(({ fallback }) => fallback)).toEqual(verdictsOf(alone).map(() => 'absent'));
});

/** Verdicts of rounds in which somebody pitched. */
function verdictsOf(episode: EnvSession) {
  const verdicts = ((episode.logs()[0]?.events ?? []) as OpenEvent[]).flatMap((event) => ('verdict' in event ? [event.verdict] : []));
  return verdicts.filter(({ pitches }) => pitches.length > 0);
}
