/** A language model as judge. The game provides the prompt. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { JudgePrompt } from '~/contract/hearing';
import type { JsonSchema } from '~/contract/prompt-format';
import type { Account, ChatModel } from '~/inference/chat-model';
import { neutral } from '~/lib/text/hostile-text';
import type { Judge, JudgeAnswer, JudgeQuestion } from './judge';

/** Marks are 0 to 10. */
const TOP_MARK = 10;
/** A quote is one of a pitch's own clauses, so that the model selects words instead of writing them. */
const CLAUSES_AT_MOST = 8;
const TEXT_AT_MOST = 1_200;
const CLAUSE_AT_MOST = 400;
/** Limits the reason, because a model that rambles in digits uses one token per character and must still reach the score. */
const REASON_AT_MOST = 60;
const TOKENS_A_PITCH = REASON_AT_MOST + 40;

export interface ModelJudgeOptions {
  chat: Pick<ChatModel, 'chat'>;
  /** The name used by a backend. */
  model: string;
  /** The prompt of the game whose pitches it reads. */
  prompt: JudgePrompt;
  seed?: number;
  account?: Pick<Account, 'match' | 'tournament'>;
}

/** A judge with that model; its version names model and prompt. */
export function modelJudge({ chat, model, prompt, seed = 1, account = {} }: ModelJudgeOptions): Judge {
  const version = `${model}/${prompt.version}`;
  return {
    version,
    async judge(question, { signal, limitMs }) {
      const shown = question.pitches.map(({ letter, text }) => ({ letter, clauses: clausesOf(text) }));
      const reply = await chat.chat({
        model,
        adapter: null,
        messages: [
          { role: 'system', content: prompt.text },
          { role: 'user', content: userText(question) },
        ],
        sampling: { temperature: 0, topP: 1, topK: 40, seed, maxTokens: TOKENS_A_PITCH * question.pitches.length, stop: [] },
        schema: answerSchema(shown),
        timeoutMs: limitMs,
        signal,
        account: { ...account, seat: 'judge', agent: version },
      });
      return readReply(reply.text, shown);
    },
  };
}

/** `sha256:…` of a prompt's text, for reports. */
export function judgePromptHash({ text }: JudgePrompt): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

function userText({ task, about, pitches }: JudgeQuestion): string {
  const cases = pitches.map(({ letter, text }) => `${letter}\n<pitch>\n${numbered(text)}\n</pitch>`);
  return [`Task: ${task}.`, about, ...cases, `Score ${pitches.map(({ letter }) => letter).join(', ')}.`].join('\n');
}

/** Its clauses with numbers for quoting. */
function numbered(text: string): string {
  return clausesOf(text)
    .map((clause, i) => `(${i}) ${neutral(clause, CLAUSE_AT_MOST)}`)
    .join(' ');
}

/** The parts of a pitch that can be quoted, verbatim and in order; long ones are cut. */
export function clausesOf(text: string): string[] {
  const parts = Array.from(text)
    .slice(0, TEXT_AT_MOST)
    .join('')
    .split(/(?<=[.!?;])\s+|\n+/);
  const trimmed = parts.map((part) => part.trim()).filter((part) => part !== '');
  const last = trimmed.slice(CLAUSES_AT_MOST - 1);
  return last.length <= 1 ? trimmed : [...trimmed.slice(0, CLAUSES_AT_MOST - 1), text.slice(text.indexOf(last[0] ?? '')).trim()];
}

interface Shown {
  letter: string;
  clauses: readonly string[];
}

function answerSchema(shown: readonly Shown[]): JsonSchema {
  const marks = Array.from({ length: TOP_MARK + 1 }, (_, mark) => mark);
  const one = ({ clauses }: Shown) => ({
    type: 'object',
    properties: {
      quote: { enum: [...clauses.map((_, i) => i), -1] },
      reason: { type: 'string', maxLength: REASON_AT_MOST },
      score: { enum: marks },
    },
    required: ['quote', 'reason', 'score'],
    additionalProperties: false,
  });
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map((pitch) => [pitch.letter, one(pitch)])),
    required: shown.map(({ letter }) => letter),
    additionalProperties: false,
  };
}

const replyShape = z.record(
  z.string(),
  z.object({
    score: z.number().min(0).max(TOP_MARK),
    /** The number of a clause or, from a model without a grammar, the words themselves. */
    quote: z.union([z.int(), z.string()]),
    reason: z.string(),
  }),
);

/** Throws if the text is not a valid answer; then the rule judge stands in. */
function readReply(text: string, shown: readonly Shown[]): JudgeAnswer {
  const inFence = /```(?:json)?\s*([\s\S]*?)```/.exec(text);
  const read = replyShape.parse(JSON.parse(inFence?.[1] ?? text));
  return {
    scores: shown.flatMap(({ letter, clauses }) => {
      const one = read[letter];
      if (!one) return [];
      const quote = typeof one.quote === 'string' ? one.quote : (clauses[one.quote] ?? '');
      return [{ letter, score: one.score / TOP_MARK, quote, reason: one.reason.slice(0, 400) }];
    }),
  };
}
