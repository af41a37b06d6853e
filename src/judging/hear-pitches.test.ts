import { expect, test } from 'vitest';
import type { Hearing } from '~/contract/game';
import { JUDGE_PROMPT, maskPitch } from '~/games/gpu-market/hearings';
import type { ChatModel, ChatRequest } from '~/inference/chat-model';
import { hearPitchesBy } from './hear-pitches';

const HEARING: Hearing = {
  task: 'coalition_market',
  round: 2,
  about: 'The block: 2 GPU from round 5 for 2 rounds (4 GPU-hours), reliability 0.9.',
  prompt: JUDGE_PROMPT,
  mask: maskPitch,
  called: {},
  pitches: [
    { seat: 'lab_0', text: 'One.', score: 0.4, reason: 'a' },
    { seat: 'lab_1', text: 'Two.', score: 0.6, reason: 'b' },
  ],
};

function silentModel(): { chat: Pick<ChatModel, 'chat'>; asked: ChatRequest[] } {
  const asked: ChatRequest[] = [];
  const chat: ChatModel['chat'] = (request) => {
    asked.push(request);
    return new Promise(() => undefined);
  };
  return { chat: { chat }, asked };
}

test('a judge that never answers is cut at the bound of the round’s clock, and the rule judge stands in as late', async () => {
  const { chat, asked } = silentModel();
  const hear = hearPitchesBy({ chat, model: () => 'slow', limitMs: 60_000 });
  expect(await hear(HEARING, {}, 30)).toMatchObject({ judge: 'rule_judge_v2', fallback: 'late' });
  expect(asked.map(({ timeoutMs }) => timeoutMs <= 30)).toEqual([true]); // one reading: no time is left for the other
});

test('a long clock gives a judge no more than its own limit', async () => {
  const { chat, asked } = silentModel();
  const hear = hearPitchesBy({ chat, model: () => 'slow', limitMs: 30 });
  expect(await hear(HEARING, {}, 450_000)).toMatchObject({ fallback: 'late' });
  expect(await hear(HEARING)).toMatchObject({ fallback: 'late' });
  expect(asked.every(({ timeoutMs }) => timeoutMs <= 30)).toBe(true);
});
