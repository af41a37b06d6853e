import { describe, expect, test } from 'vitest';
import { LineSession } from './line-session';
import { countTasks } from './tasks';

interface Answer {
  type: string;
  data: Record<string, unknown> & { observation?: { round_index: number; cumulative_reward: number; last_action_result: unknown } };
}

/** A session, and a way to speak with it in values instead of lines. */
function open() {
  const session = new LineSession();
  function ask(message: unknown): Answer {
    return JSON.parse(session.answer(JSON.stringify(message)) as string) as Answer;
  }
  return { session, ask, reset: (data: unknown) => ask({ type: 'reset', data }), step: (data: unknown) => ask({ type: 'step', data }) };
}

describe('reset', () => {
  test('without data: an easy single trade, seed 42', () => {
    const { ask } = open();
    expect(ask({ type: 'reset' }).data).toMatchObject({
      reward: null,
      done: false,
      observation: { task_id: 'single_trade-42', difficulty: 'easy' },
    });
  });

  test('task is another word for task_type, and null is left out', () => {
    const { reset } = open();
    expect(reset({ task: 'market_round', seed: 7 }).data.observation).toMatchObject({ task_id: 'market_round-7' });
    expect(reset({ task_type: 'market_round', task: null, seed: null }).data.observation).toMatchObject({ task_id: 'market_round-42' });
    expect(reset({ task: 'market_round', task_type: 'market_round' }).type).toBe('observation');
    expect(reset({ task: 'single_trade', difficulty: 'hard' }).data.observation).toMatchObject({ difficulty: 'hard', max_rounds: 9 });
  });

  test.each<[object, string]>([
    [{ task: 'tennis' }, 'There is no task "tennis"'],
    [{ task: 'single_trade', task_type: 'market_round' }, 'name different tasks'],
    [{ ruleset: 'clasic' }, 'unknown ruleset "clasic" (did you mean classic?)'],
    [{ malformed: 'penalize' }, 'unknown malformed "penalize" (did you mean penalise?)'],
    [{ seed: -1 }, 'A seed is a whole number'],
    [{ seed: 2 ** 53 }, 'A seed is a whole number'],
    [{ episode_id: 'x'.repeat(256) }, 'episode_id'],
  ])('%j is refused, and the running episode goes on', (data, why) => {
    const { reset, step } = open();
    reset({ seed: 3 });
    step({ action_type: 'wait' });
    const refused = reset(data);
    expect(refused).toMatchObject({ type: 'error', data: { code: 'VALIDATION_ERROR' } });
    expect(refused.data.message).toContain(why);
    expect(step({ action_type: 'wait' }).data.observation?.round_index).toBe(2);
  });
});

test.each([
  [{ labs: 3 }, 'labs: ruleset classic does not have this setting, where the task decides it; ruleset open does'],
  [{ options: { labs: 3 } }, 'options: ruleset classic does not have this setting; ruleset open does'],
  [{ opponents: 'planner' }, 'opponents: in ruleset classic the house labs play'],
  [{ ruleset: 'open', difficulty: 'hard' }, 'difficulty: ruleset open does not have this setting; ruleset classic does'],
  [{ ruleset: 'open', oponents: 'planner' }, 'unknown setting "oponents" (did you mean opponents?)'],
  [{ split: 'test' }, 'split and index name a task together'],
  [{ temperature: 1 }, 'unknown setting "temperature"'],
])('a reset is told by name that %j is not known, where it was dropped before', async (data, why) => {
  const session = new LineSession();
  const answer = await session.answer(JSON.stringify({ type: 'reset', data }));
  expect(JSON.parse(answer as string)).toMatchObject({ type: 'error', data: { code: 'VALIDATION_ERROR' } });
  expect(answer).toContain(JSON.stringify(why).slice(1, -1));
});

test('what sets nothing is no setting: null, and the empty options that validators send', () => {
  expect(open().reset({ seed: 3, labs: null, temperature: null, options: {} })).toMatchObject({ type: 'observation' });
});

test.each([
  [{ action_type: 'wait', expires_in: 2 }, 'action: unknown field "expires_in"'],
  [{ action_type: 'send_message', mesage: 'hello' }, 'action: unknown field "mesage" (did you mean message?)'],
  [{ action_type: 'wait', metadata: 'me' }, 'metadata: an object, or null'],
])('a field of an action that the ruleset does not know is refused by name: %j', (data, why) => {
  const { reset, step } = open();
  reset({ seed: 3 });
  expect(step(data)).toMatchObject({ type: 'error', data: { code: 'VALIDATION_ERROR', message: expect.stringContaining(why) as string } });
  expect(step({ action_type: 'wait', split: null, metadata: { mine: 1 } })).toMatchObject({ type: 'observation' });
});

describe('step', () => {
  test('before a reset there is nothing to step', () => {
    expect(open().step({ action_type: 'wait' })).toMatchObject({ type: 'error', data: { code: 'EXECUTION_ERROR' } });
  });

  test('an action that is none is sent back, and the episode stays as it was', () => {
    const { reset, step, ask } = open();
    reset({ seed: 3 });
    for (const data of [{ action_type: 'steal' }, {}, null, [], 'wait', { action_type: 'send_offer', payment: 'much' }]) {
      expect(step(data)).toMatchObject({ type: 'error', data: { code: 'VALIDATION_ERROR' } });
    }
    expect(ask({ type: 'state' }).data).toMatchObject({ step_count: 0, round_index: 0, invalid_actions: 0 });
  });

  test('with "malformed":"penalise" it is played, and costs', () => {
    const { reset, step, ask } = open();
    reset({ seed: 3, malformed: 'penalise' });
    for (const data of [{ action_type: 'steal' }, null]) {
      expect(step(data).data).toMatchObject({
        reward: -0.15,
        observation: { last_action_result: { ok: false, code: 'malformed_action' } },
      });
    }
    expect(ask({ type: 'step' })).toMatchObject({ type: 'error', data: { code: 'VALIDATION_ERROR' } });
    expect(ask({ type: 'state' }).data).toMatchObject({ step_count: 2, invalid_actions: 2, malformed: 'penalise' });
  });

  test('what the rules refuse is no error', () => {
    const { reset, step } = open();
    reset({ seed: 3 });
    expect(step({ action_type: 'accept_offer', offer_id: 'o_9' })).toMatchObject({
      type: 'observation',
      data: { reward: -0.1, observation: { last_action_result: { ok: false, code: 'unknown_offer' } } },
    });
  });

  test('a step after the end pays nothing and says so, however often it is sent', () => {
    const { reset, step, ask } = open();
    reset({ seed: 3 });
    for (let round = 0; round < 2; round += 1) step({ action_type: 'wait' });
    const end = step({ action_type: 'send_message', message: 'the last word' });
    expect(end.data).toMatchObject({ done: true });
    expect(end.data.reward).not.toBe(0);
    for (let again = 0; again < 2; again += 1) {
      const late = step({ action_type: 'wait' });
      expect(late.data).toMatchObject({
        done: true,
        reward: 0,
        metadata: { episode_done: true, message: expect.stringContaining('pays 0') as string },
        observation: { reward: 0, reward_breakdown: { normalized_reward: 0 }, last_action_result: { ok: false, code: 'episode_done' } },
      });
      expect(late.data.observation?.cumulative_reward).toBe(end.data.observation?.cumulative_reward);
    }
    expect(ask({ type: 'state' }).data).toMatchObject({ step_count: 3, done: true });
  });
});

describe('state and close', () => {
  test('state tells which episode it is and how it stands', () => {
    const { ask, reset } = open();
    expect(ask({ type: 'state' })).toEqual({ type: 'state', data: { episode_id: null, step_count: 0 } });
    reset({ task: 'coalition_market', seed: 5, judge_mode: 'rule', episode_id: 'mine' });
    expect(ask({ type: 'state' }).data).toEqual({
      episode_id: 'mine',
      step_count: 0,
      malformed: 'refuse',
      game: 'gpu-market',
      ruleset: 'classic',
      version: 1,
      task_type: 'coalition_market',
      difficulty: 'hard',
      seed: 5,
      judge_mode: 'rule',
      round_index: 0,
      max_rounds: 9,
      done: false,
      cumulative_reward: 0,
      invalid_actions: 0,
    });
  });

  test('close has no answer', () => {
    const { session } = open();
    expect(session.answer('{"type":"close"}')).toBeNull();
    expect(session.closed).toBe(true);
  });
});

test.each([
  ['nonsense', 'INVALID_JSON'],
  ['{"type":"state"', 'INVALID_JSON'],
  ['{"seed":Infinity}', 'INVALID_JSON'],
  ['{"type":"dance"}', 'UNKNOWN_TYPE'],
  ['{"type":7}', 'UNKNOWN_TYPE'],
  ['{}', 'UNKNOWN_TYPE'],
  ['[]', 'VALIDATION_ERROR'],
  ['null', 'VALIDATION_ERROR'],
])('%s is answered with %s', (line, code) => {
  expect(JSON.parse(new LineSession().answer(line) as string)).toMatchObject({ type: 'error', data: { code } });
});

test('blank lines have no answer', () => {
  expect(['', '  ', '\t'].map((line) => new LineSession().answer(line))).toEqual([null, null, null]);
});

test.each([
  [{ split: 'train', index: 8 }, 'market_round-1'],
  [{ split: 'test', index: 70_000 }, 'single_deal-50000'],
  [{ split: 'test', index: 0 }, 'single_trade-50000'],
  [{ split: 'test', index: 2, seed: 7 }, 'coalition_market-7'],
  [{ split: 'test', index: 2, task: 'single_trade' }, 'single_trade-50000'],
  [{ split: 'test', index: 2, task_type: 'single_trade' }, 'single_trade-50000'],
])('%j opens the task of that place: %s', (data, id) => {
  expect(open().reset(data).data.observation).toMatchObject({ task_id: id });
});

test.each([
  [{ split: 'holdout', index: 0 }, 'unknown split "holdout"'],
  [{ split: 'test', index: countTasks('test') }, `index: a whole number from 0 to ${(countTasks('test') ?? 0) - 1}`],
  [{ split: 'test', index: 'first' }, 'index: a whole number'],
])('%j is refused: %s', (data, why) => {
  expect(open().reset(data)).toMatchObject({
    type: 'error',
    data: { code: 'VALIDATION_ERROR', message: expect.stringContaining(why) as string },
  });
});
