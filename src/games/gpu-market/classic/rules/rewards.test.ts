import { describe, expect, it } from 'vitest';
import { type Market, market } from '../market-for-tests';
import { observe, observeAfterEnd } from '../observe';

function reward(at: Market, move: unknown): object {
  return at.play(move).state.last_step?.breakdown ?? {};
}

describe('a reward', () => {
  it('of a wait is nothing, though the column shows .08', () => {
    expect(reward(market(), { action_type: 'wait' })).toMatchObject({ negotiation_efficiency_score: 0.08, normalized_reward: 0 });
  });

  it('of a refused action is the penalty alone, and the lab loses .03 reputation', () => {
    const after = market().play({ action_type: 'accept_offer' });
    expect(after.state.last_step?.breakdown).toMatchObject({
      invalid_action_penalty: -0.1,
      normalized_reward: -0.1,
      negotiation_efficiency_score: 0,
    });
    expect(after.state.labs[0]?.reputation).toBe(0.62);
  });

  it('of what is no action is -.15; it is played, not remembered', () => {
    const at = market().next({ action_type: 'wait' }).next({ action_type: 'wait' });
    const after = at.play({ action_type: 'steal' });
    expect([after.code, after.state.round_index]).toEqual(['malformed_action', 3]);
    expect(after.state.last_step?.breakdown).toMatchObject({ invalid_action_penalty: -0.15, normalized_reward: -0.15, spam_penalty: 0 });
    expect(at.next('nonsense').play({ action_type: 'wait' }).state.last_step?.breakdown.spam_penalty).toBe(-0.05);
  });

  it('of the third same action in a row loses .05, messages apart, and so do the malformed ones after it', () => {
    const say = (message: string): object => ({ action_type: 'send_message', message });
    const twice = market().next(say('a')).next(say('b'));
    expect(twice.state.last_step?.breakdown.spam_penalty).toBe(0);
    const thrice = twice.next(say('c'));
    expect(thrice.state.last_step?.breakdown.spam_penalty).toBe(-0.05);
    expect(reward(thrice, null)).toMatchObject({ spam_penalty: -0.05, normalized_reward: -0.2 });
    expect(reward(thrice, { action_type: 'wait' })).toMatchObject({ spam_penalty: 0 });
  });

  it('of the final settlement comes on top, and is what the observation shows', () => {
    let at = market({ difficulty: 'easy' });
    for (let i = 0; i < 2; i++) at = at.next({ action_type: 'wait' });
    const { state } = at.play({ action_type: 'send_message', message: 'bye' });
    const seen = observe(state);
    expect(seen.last_action_result?.code).toBe('final_settlement');
    expect(seen.done).toBe(true);
    expect(state.curve.map((point) => point.reward)).toEqual([0, 0, 0.008, seen.reward]);
    expect(seen.cumulative_reward).toBeCloseTo(0.008 + seen.reward, 9);
  });

  it('of finish ends the match without a settlement', () => {
    const { state } = market().play({ action_type: 'finish' });
    expect(observe(state)).toMatchObject({ done: true, round_index: 0, reward: 0.008, last_action_result: { ok: true, code: 'finished' } });
  });
});

describe('after the end', () => {
  it('the same observation comes again, with a result that is not stored', () => {
    const { state } = market().play({ action_type: 'finish' });
    const again = observeAfterEnd(state);
    expect(again.last_action_result).toMatchObject({ ok: false, code: 'episode_done' });
    expect({ ...again, last_action_result: null }).toEqual({ ...observe(state), last_action_result: null });
    expect(observe(state).last_action_result?.code).toBe('finished');
  });
});
