import type { Hearing, Judgement } from '~/contract/game';
import type { Account, ChatModel } from '~/inference/chat-model';
import { judgeBy } from './judge';
import { modelJudge } from './model-judge';

/** The judge if the model gives no answer; the rules define the version in its name. */
const RULE_JUDGE = 'rule_judge_v2';
/** For both readings: a round waits at most this long for its judge, or less if its clock is short. */
const LIMIT_MS = 20_000;

/** `account`: the match and tournament that are charged. */
export type HearPitches = (hearing: Hearing, account?: Pick<Account, 'match' | 'tournament'>, mostMs?: number) => Promise<Judgement>;

export interface HearingOptions {
  chat: Pick<ChatModel, 'chat'>;
  /**
   * The model that judges; null: none, and every hearing is answered with `absent`. Called for each hearing, because a model may become
   * available.
   */
  model(): string | null;
  limitMs?: number;
}

/** The judge of a process's matches in judge mode `llm`, charged to each match. Never throws. */
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
