import { describe, expect, test } from 'vitest';
import { readLine } from './read-row';

function read(row: object) {
  const answer = readLine(JSON.stringify(row));
  if (!answer.ok) throw new Error(answer.why);
  return answer.value;
}

function refusalOf(line: string): string {
  const answer = readLine(line);
  return answer.ok ? 'it was read' : answer.why;
}

describe('a step', () => {
  test('of this trainer', () => {
    const row = { event: 'step', time: '2026-11-27T15:01:02Z', kind: 'grpo', step: 12, loss: 0.5, reward: 0.1, kl: 0.001, grad_norm: 1.9 };
    expect(
      read({ ...row, learning_rate: 5e-4, valid_actions: 0.97, own_actions: 0.95, tokens: 59_422, seconds: 12, flat_groups: 1, groups: 4 }),
    ).toEqual({
      row: 'step',
      step: 12,
      kind: 'grpo',
      values: {
        loss: 0.5,
        reward: 0.1,
        kl: 0.001,
        grad_norm: 1.9,
        learning_rate: 5e-4,
        valid_actions: 0.97,
        own_actions: 0.95,
        flat_groups: 0.25,
      },
      counts: { tokens: 59_422, seconds: 12 },
    });
  });

  test('of its earlier versions: other names, right answers as a share', () => {
    const row = {
      at: '2026-11-21T00:00:00Z',
      event: 'update',
      loss: 0.85,
      right: 1,
      of: 4,
      lr: 8e-4,
      norm: 2.5,
      updates: 7,
      samples: 28,
      tokens: 900,
    };
    expect(read(row)).toMatchObject({
      step: 7,
      values: { loss: 0.85, right: 0.25, learning_rate: 8e-4, grad_norm: 2.5 },
      counts: { samples: 28 },
    });
  });

  test('of its own-gains stage, which counts its steps from 1: whoever reads puts it after the last step', () => {
    expect(read({ event: 'own', step: 1, gain: 0.4, norm: 0.2, turns: 900 })).toMatchObject({
      step: -1,
      values: { reward: 0.4, grad_norm: 0.2 },
    });
  });

  test('of TRL, by GRPO and by DPO', () => {
    const grpo = {
      loss: 0.01,
      grad_norm: 2,
      learning_rate: 1e-6,
      num_tokens: 5120,
      reward: 0.9,
      reward_std: 0.1,
      frac_reward_zero_std: 0.5,
      step_time: 9.5,
      epoch: 0.1,
      step: 10,
    };
    expect(read(grpo)).toMatchObject({
      kind: 'grpo',
      step: 10,
      values: { reward_std: 0.1, flat_groups: 0.5 },
      counts: { tokens: 5120, stepSeconds: 9.5 },
    });
    expect(read({ loss: 0.69, 'rewards/accuracies': 0.5, 'rewards/margins': 0, step: 1 })).toMatchObject({
      kind: 'dpo',
      values: { accuracy: 0.5 },
    });
  });

  test('whose gradient is NaN, as Python writes it, lacks that figure alone', () => {
    expect(readLine('{"loss": 0.5, "grad_norm": NaN, "reward": -Infinity, "step": 3}')).toMatchObject({
      ok: true,
      value: { values: { loss: 0.5 } },
    });
    expect(readLine('{"loss": 0.5, "grad_norm": NaN, "step": 3}')).not.toHaveProperty('value.values.grad_norm');
  });
});

test('a validation has its gain, interval and what null models and scripts got; TRL has a loss alone', () => {
  const row = {
    event: 'validation',
    step: 100,
    gain: 0.68,
    interval: [0.64, 0.72],
    seeds: '38000-38149',
    nulls: { first: 0.02 },
    baselines: { greedy: 0.5 },
  };
  expect(read(row)).toMatchObject({
    row: 'validation',
    step: 100,
    gain: 0.68,
    interval: [0.64, 0.72],
    nulls: { first: 0.02 },
    baselines: { greedy: 0.5 },
  });
  expect(read({ event: 'measured', stage: 'sft', mean: 0.642 })).toMatchObject({
    row: 'validation',
    step: null,
    gain: 0.642,
    interval: null,
  });
  expect(read({ eval_loss: 0.4, eval_runtime: 3, step: 20 })).toMatchObject({
    row: 'validation',
    step: 20,
    gain: null,
    values: { validation_loss: 0.4 },
  });
});

test('an end, a failure, a summary, and what else is told as a note', () => {
  expect(read({ train_runtime: 60, train_loss: 0.3, step: 20 })).toMatchObject({ row: 'end', loss: 0.3, counts: { seconds: 60 } });
  expect(read({ type: 'summary', summary: { train_loss: Math.LN2, train_runtime: 6 } })).toMatchObject({ row: 'end', loss: Math.LN2 });
  expect(read({ event: 'stopped', why: 'Update 3: the loss is nan.' })).toEqual({ row: 'failed', reason: 'Update 3: the loss is nan.' });
  expect(read({ event: 'failed', stage: 'own', why: 'no memory' })).toMatchObject({
    row: 'note',
    words: 'failed: stage own, why no memory',
  });
  expect(read({ event: 'demonstrated', at: 'x', kind: 'learn', rows: 9 })).toEqual({
    row: 'note',
    step: null,
    words: 'demonstrated: rows 9',
  });
});

test.each([
  ['nonsense', 'not JSON (it begins "nonsense")'],
  ["{'loss': 0.5}", 'not JSON (it begins "{\'loss\': 0.5}")'],
  ['[1, 2]', 'not an object: a line must look like {"step": 1, "loss": 0.5}'],
  ['7', 'not an object: a line must look like {"step": 1, "loss": 0.5}'],
  ['{"step": 1, "loss": "low"}', '"loss" is not a number'],
  ['{"step": 1.5, "loss": 1}', '"step" is not a whole number from 0 to 1000000000'],
  ['{"step": -1, "loss": 1}', '"step" is not a whole number from 0 to 1000000000'],
  ['{"loss": 1}', 'no "step"'],
  ['{"step": 1, "speed": 3}', 'not a row of a training log: it has no "loss", "reward", "event" or "type"'],
  ['{"type": "steps", "step": 1}', '"type" is run, step, summary or note, not "steps"'],
  ['{"event": "step", "step": 1, "stage": "a\\u0000b"}', 'stage has a NUL character (U+0000), which cannot be stored'],
  [`{"event": "x", "a": ${'['.repeat(100)}${']'.repeat(100)}}`, 'it holds too many values'],
])('refused: %s', (line, why) => expect(refusalOf(line)).toBe(why));
