import { describe, expect, it } from 'vitest';
import type { Hearing } from '~/contract/game';
import { JUDGE_PROMPT, maskPitch } from '~/games/gpu-market/hearings';
import { type Judge, type JudgeQuestion, judgeBy } from './judge';

const hearing: Hearing = {
  task: 'market_round, round 3 of 8',
  round: 3,
  about: 'The block: 2 GPU from round 5 for 2 rounds (4 GPU-hours), reliability 0.9.',
  prompt: JUDGE_PROMPT,
  mask: maskPitch,
  pitches: [0, 1].map((lab) => ({ seat: `lab_${lab}`, text: `Lab ${'AB'[lab]}: j_${lab}_0`, score: 0.6 + lab / 10, reason: 'by rule' })),
  called: { lab_0: ['Lab A'], lab_1: ['Lab B'] },
};
const terms = { ruleJudge: 'rule_judge_v2', limitMs: 50 };

/** Answers from a script, and keeps what it was asked. */
function scripted(answer: (question: JudgeQuestion, asked: number) => unknown): Judge & { asked: JudgeQuestion[] } {
  const asked: JudgeQuestion[] = [];
  return {
    version: 'scripted_v1',
    asked,
    async judge(question) {
      asked.push(question);
      return answer(question, asked.length);
    },
  };
}
const scores = (question: JudgeQuestion, ...marks: number[]) => ({
  scores: question.pitches.map(({ letter }, i) => ({ letter, score: marks[i] ?? 0, quote: i === 0 ? '[job 1]' : '', reason: `mark ${i}` })),
});

describe('a judge that is no rule', () => {
  it('is asked twice in opposite orders, without names; the mean counts, and the disagreement is told', async () => {
    const judge = scripted((question) => scores(question, 0.9, 0.5));
    const found = await judgeBy(judge, hearing, terms);
    expect(judge.asked.map((question) => question.pitches.map((pitch) => pitch.text))).toEqual([
      ['[this lab]: [job 1]', '[this lab]: [job 1]'],
      ['[this lab]: [job 1]', '[this lab]: [job 1]'],
    ]);
    expect(found).toMatchObject({ judge: 'scripted_v1', fallback: null });
    expect(found.disagreement).toBeCloseTo(0.4, 9);
    expect(found.scores.lab_0?.score).toBeCloseTo(0.7, 9);
    expect(found.scores.lab_1?.score).toBeCloseTo(0.7, 9);
    expect(found.scores.lab_1).toMatchObject({ reason: 'mark 1', quote: '[job 1]' });
  });

  it.each([
    ['late', scripted(() => new Promise(() => undefined))],
    ['failed', scripted(() => Promise.reject(new Error('no model')))],
    ['broken', scripted(() => 'I like the first one')],
    ['broken', scripted((question) => ({ scores: scores(question, 0.5, 0.5).scores.slice(1) }))],
    ['broken', scripted((question) => scores(question, 7, 0.5))],
    ['broken', scripted((question) => ({ scores: scores(question, 0.5, 0.5).scores.map((one) => ({ ...one, quote: 'j_0_0' })) }))],
    ['broken', scripted((question, asked) => (asked === 1 ? scores(question, 1, 0) : null))],
  ] as const)('%s: the rule judge’s scores stand, marked as such', async (fallback, judge) => {
    const found = await judgeBy(judge, hearing, terms);
    expect(found).toEqual({
      judge: 'rule_judge_v2',
      fallback,
      disagreement: null,
      scores: { lab_0: { score: 0.6, reason: 'by rule', quote: null }, lab_1: { score: 0.7, reason: 'by rule', quote: null } },
    });
  });

  it('is told to stop when its time is over', async () => {
    let stopped = false;
    const judge: Judge = {
      version: 'slow_v1',
      judge: (_, { signal }) => new Promise(() => signal.addEventListener('abort', () => (stopped = true))),
    };
    await judgeBy(judge, hearing, terms);
    expect(stopped).toBe(true);
  });
});
