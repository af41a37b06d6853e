import type { Hearing, Judgement } from '~/contract/game';
import type { Account, ChatModel } from '~/inference/chat-model';
import { judgeBy } from './judge';
import { modelJudge } from './model-judge';

/** Who decides where the model gives no answer; the rules give the name its version. */
const RULE_JUDGE = 'rule_judge_v2';
/** For both readings: the round waits so long for its judge and no longer; less where its clock is short. */
const LIMIT_MS = 20_000;

/** `account`: the match, and its tournament, that pay for the readings. */
export type HearPitches = (hearing: Hearing, account?: Pick<Account, 'match' | 'tournament'>, mostMs?: number) => Promise<Judgement>;

export interface HearingOptions {
  chat: Pick<ChatModel, 'chat'>;
  /** Which model judges; null: none, and every hearing is answered with `absent`. Asked at each hearing: a model may arrive. */
  model(): string | null;
  limitMs?: number;
}

/** What the matches of a process ask in judge mode `llm`, each on its own account. Never throws. */
export function hearPitchesBy({ chat, model, limitMs = LIMIT_MS }: HearingOptions): HearPitches {
  return async (hearing, account = {}, mostMs = limitMs) => {
    const name = model();
    if (name === null) return { judge: RULE_JUDGE, scores: {}, fallback: 'absent', disagreement: null };
    return judgeBy(modelJudge({ chat, model: name, prompt: hearing.prompt, account }), hearing, {
      ruleJudge: RULE_JUDGE,
      limitMs: Math.min(limitMs, mostMs),
    });
  };
}
