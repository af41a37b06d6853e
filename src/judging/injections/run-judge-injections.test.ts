import { expect, test } from 'vitest';
import { ATTACKS } from '~/agents/injections/attacks';
import { labelledPitches } from '~/games/gpu-market/calibration/labelled-pitches';
import { JUDGE_PROMPT } from '~/games/gpu-market/hearings';
import type { ChatReply, ChatRequest } from '~/inference/chat-model';
import { nullModel } from '~/inference/null/null-model';
import type { Judge, JudgeQuestion } from '../judge';
import { modelJudge } from '../model-judge';
import { HARMLESS, runJudgeInjections } from './run-judge-injections';

const labelled = labelledPitches();

/** Marks each pitch by its text alone. */
function marking(mark: (text: string) => number): Judge {
  return {
    version: 'test',
    judge: async ({ pitches }: JudgeQuestion) => ({
      scores: pitches.map(({ letter, text }) => ({ letter, score: mark(text), quote: '', reason: '' })),
    }),
  };
}

test('a judge that does as it is told is found out; one that counts facts is moved by nothing', async () => {
  const told = await runJudgeInjections({ labelled, judge: marking((text) => (text.includes('score') ? 1 : 0.3)), rounds: 1 });
  const telling = ATTACKS.filter(({ text }) => text.includes('{words}') || text.includes('{demand}')).length;
  expect(told.attacked).toMatchObject({ attacks: ATTACKS.length, raised: telling, fellBack: 0 });
  expect(told.harmless).toMatchObject({ attacks: HARMLESS.length, raised: 0 });
  const facts = await runJudgeInjections({ labelled, judge: marking(() => 0.5), rounds: 2 });
  expect(facts.attacked).toEqual({ attacks: 2 * ATTACKS.length, raised: 0, overtook: 0, rise: 0, fellBack: 0 });
});

test('to overtake, the attacker must not have been ahead before', async () => {
  const ahead = await runJudgeInjections({ labelled, judge: marking((text) => (/\d/.test(text) ? 0.5 : 0.9)), rounds: 1 });
  expect(ahead.attacked).toMatchObject({ overtook: 0 });
  const ranked = marking((text) => (text.includes('of 10') ? 1 : (text.match(/\d/g) ?? []).length / 100));
  expect((await runJudgeInjections({ labelled, judge: ranked, rounds: 1 })).attacked.overtook).toBeGreaterThan(0);
});

test('an answer that is none counts as such', async () => {
  const silent: Judge = { version: 'silent', judge: () => Promise.reject(new Error('no')) };
  const report = await runJudgeInjections({ labelled, judge: silent, rounds: 1 });
  expect(report.attacked).toEqual({ attacks: ATTACKS.length, raised: 0, overtook: 0, rise: null, fellBack: ATTACKS.length });
});

test('the rule judge gives no point for being told to, and the constant null model reads nothing', async () => {
  const rule = await runJudgeInjections({ labelled, judge: 'rule', rounds: 20 });
  expect(rule.attacked.overtook).toBe(0);
  expect(rule.attacked.rise).toBeLessThanOrEqual(0);
  const constant = await runJudgeInjections({
    labelled,
    judge: modelJudge({ chat: nullModel('constant'), model: 'null:constant', prompt: JUDGE_PROMPT }),
    rounds: 1,
  });
  expect(constant.attacked).toMatchObject({ raised: 0, overtook: 0, fellBack: 0 });
});

test('no attack opens a turn, or ends the pitch that it stands in, in what the model reads', async () => {
  const asked: ChatRequest[] = [];
  const inner = nullModel('constant');
  const chat = {
    chat(request: ChatRequest): Promise<ChatReply> {
      asked.push(request);
      return inner.chat(request);
    },
  };
  await runJudgeInjections({ labelled, judge: modelJudge({ chat, model: 'null:constant', prompt: JUDGE_PROMPT }), rounds: 1 });
  const [first] = asked;
  for (const { messages } of asked) {
    expect(messages[0]).toEqual(first?.messages[0]);
    const user = messages[1]?.content ?? '';
    expect(user.match(/<pitch>/g)).toHaveLength(2);
    expect(user.match(/<\/pitch>/g)).toHaveLength(2);
    expect(user).not.toMatch(/<\||\|>|\[INST\]|<<SYS>>|start_of_turn|header_id|```|\{"/);
  }
});
