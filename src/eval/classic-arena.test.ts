import { describe, expect, test } from 'vitest';
import { replay } from '~/contract/game';
import { refText } from '~/contract/game-ref';
import { classic } from '~/games/gpu-market/classic/classic';
import type { MarketEvent } from '~/games/gpu-market/events';
import { ARENAS, findArena, readArena } from './arenas';
import { type ClassicEpisode, classicArena } from './classic-arena';
import { playEpisode } from './play-episode';

function open(config: object): ClassicEpisode {
  const opening = classicArena.open(config);
  if (!opening.ok) throw new Error(opening.why);
  return opening.value;
}

test('arenas are found by name, the newest version first', () => {
  expect(readArena({})).toEqual({ ok: true, value: classicArena });
  expect(readArena({ ruleset: 'classic', version: '1' })).toEqual({ ok: true, value: classicArena });
  expect(readArena({ game: 'gpu-market/classic', version: 99 })).toMatchObject({ ok: false, path: 'version' });
  expect(readArena({ ruleset: 'chess' })).toMatchObject({ ok: false, path: 'ruleset' });
  expect(findArena({ key: 'gpu-market/classic', version: 99 })).toBeNull();
  expect(new Set(ARENAS.map(({ ref }) => refText(ref))).size).toBe(ARENAS.length);
});

describe('an episode', () => {
  test('plays in place and tells what lab_0 sees', () => {
    const episode = open({ task_type: 'single_trade', seed: 1 });
    const turn = episode.play({ action_type: 'wait' });
    expect(turn).toMatchObject({ reward: 0, done: false });
    expect(turn.observation).toEqual(episode.observe());
    expect(episode.status()).toMatchObject({ round_index: 1, max_rounds: 3, done: false, invalid_actions: 0 });
  });

  test('refused moves are counted, the last round included, and none after the end', () => {
    const episode = open({ task_type: 'single_trade', seed: 1 });
    const refused = { action_type: 'accept_offer', offer_id: 'o_9' };
    for (let round = 0; round < 3; round += 1) episode.play(refused);
    expect(episode.status()).toMatchObject({ done: true, invalid_actions: 3 });
    expect(episode.play(refused).done).toBe(true);
    expect(episode.status().invalid_actions).toBe(3);
  });

  test('what only ruleset open has is refused in a sentence', () => {
    expect(classicArena.open({ seat: 'lab_0', opponents: 'house', reward: 'classic' }).ok).toBe(true);
    for (const [setting, value] of Object.entries({ seat: 'lab_1', opponents: 'planner', reward: 'potential' })) {
      expect(classicArena.open({ [setting]: value })).toMatchObject({ ok: false, why: expect.stringContaining(setting) as string });
    }
  });

  test('its record is the match that the same moves make', () => {
    const episode = open({ task_type: 'single_trade', seed: 1 });
    for (let round = 0; round < 3; round += 1) episode.play({ action_type: 'wait' });
    const { events, config, seat } = episode.record();
    expect({ config, seat }).toMatchObject({ config: { task_type: 'single_trade', seed: 1 }, seat: 'lab_0' });
    const state = replay(classic, events as MarketEvent[]);
    expect(classic.outcome(state)).toEqual({ finished: true, scores: { lab_0: episode.status().cumulative_reward } });
  });

  test('a configuration is refused in a sentence', () => {
    expect(classicArena.open({ task_type: 'tennis' })).toMatchObject({ ok: false, path: 'task_type' });
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
