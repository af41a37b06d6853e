import { describe, expect, test } from 'vitest';
import type { EnvSession, EnvTurn } from '~/contract/env';
import { type Reading, replay } from '~/contract/game';
import { envGame } from '~/engine/env-games';
import { playEpisode } from '~/eval/play-episode';
import type { MarketEvent } from '../events';
import { classic } from './classic';
import { classicEnv } from './env';

const env = envGame(classic, classicEnv);

function read(config: object): Reading<EnvSession> {
  const opening = env.open({ ...config });
  if (opening instanceof Promise) throw new Error('classic opens at once');
  return opening;
}

function open(config: object): EnvSession {
  const opening = read(config);
  if (!opening.ok) throw new Error(opening.why);
  return opening.value;
}

function step(episode: EnvSession, move: object): EnvTurn {
  const turn = episode.step(move);
  if (turn instanceof Promise) throw new Error('classic answers at once');
  return turn;
}

describe('an episode', () => {
  test('plays in place and tells what lab_0 sees', () => {
    const episode = open({ task_type: 'single_trade', seed: 1 });
    const turn = step(episode, { action_type: 'wait' });
    expect(turn).toMatchObject({ reward: 0, done: false });
    expect(turn.observation).toEqual(episode.observe());
    expect(episode.state()).toMatchObject({ round_index: 1, max_rounds: 3, done: false, invalid_actions: 0 });
  });

  test('refused moves are counted, the last round included, and none after the end', () => {
    const episode = open({ task_type: 'single_trade', seed: 1 });
    const refused = { action_type: 'accept_offer', offer_id: 'o_9' };
    for (let round = 0; round < 3; round += 1) step(episode, refused);
    expect(episode.state()).toMatchObject({ done: true, invalid_actions: 3 });
    expect(step(episode, refused).done).toBe(true);
    expect(episode.state().invalid_actions).toBe(3);
  });

  test('what only ruleset open has is refused in a sentence', () => {
    expect(read({ seat: 'lab_0', opponents: 'house', reward: 'classic' }).ok).toBe(true);
    for (const [setting, value] of Object.entries({ seat: 'lab_1', opponents: 'planner', reward: 'potential' })) {
      expect(read({ [setting]: value })).toMatchObject({ ok: false, why: expect.stringContaining(setting) as string });
    }
  });

  test('its record is the match that the same moves make', () => {
    const episode = open({ task_type: 'single_trade', seed: 1 });
    for (let round = 0; round < 3; round += 1) step(episode, { action_type: 'wait' });
    const [log] = episode.logs();
    expect(log).toMatchObject({ config: { task_type: 'single_trade', seed: 1 }, seats: ['lab_0'] });
    const state = replay(classic, log?.events as MarketEvent[]);
    expect(classic.outcome(state)).toEqual({ finished: true, scores: { lab_0: episode.state().cumulative_reward } });
  });

  test('a configuration is refused in a sentence', () => {
    expect(read({ task_type: 'tennis' })).toMatchObject({ ok: false, path: 'task_type' });
  });
});

describe('playing one to its end', () => {
  const request = {
    game: 'gpu-market/classic',
    version: 1,
    policy: 'rule_based_expert',
    task: 'coalition_market',
    judgeMode: 'off',
    seed: 5,
  } as const;

  test('gives the published score', async () => {
    expect(await playEpisode(request)).toMatchObject({ score: 1.3412, invalid: 0 });
  });

  test('the same again, and with a judge another stream of events', async () => {
    expect(await playEpisode(request)).toEqual(await playEpisode(request));
    expect((await playEpisode({ ...request, judgeMode: 'rule' })).score).toBeTypeOf('number');
  });

  test('what was not planned is a fault of ours', async () => {
    await expect(playEpisode({ ...request, policy: 'nobody' })).rejects.toThrow('nobody');
    await expect(playEpisode({ ...request, task: 'tennis' })).rejects.toThrow('tennis');
  });
});
