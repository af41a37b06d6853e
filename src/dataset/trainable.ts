/** Whether an agent may be trained on a seat's actions, and why; decided per seat. */
import type { AgentTurn } from '~/agents/agent-turn';
import type { SplitName } from '~/eval/seeds';
import { isMostlyFallback } from '~/lib/play/whose-play';
import { isAgentRef } from '~/match/agent-service';
import type { AgentStore } from '~/store/agent-store';
import { haveAgreed, isForPeople, type SeatCard } from '~/store/match-types';
import type { DatasetRequest } from './request';

export type TrainableReason =
  | 'train_seeds'
  | 'free_seeds'
  | 'validation_seeds'
  | 'test_seeds'
  | 'for_analysis'
  | 'no_consent'
  | 'program_outside'
  | 'mostly_fallbacks';

/** In every row. For `true`, the reason is the seed range. */
export interface Trainable {
  trainable: boolean;
  trainable_reason: TrainableReason;
}

/** Seeds outside of the published ranges (those of tables and seasons) are not used to evaluate. */
const SEEDS: Record<SplitName, Trainable> = {
  train: { trainable: true, trainable_reason: 'train_seeds' },
  none: { trainable: true, trainable_reason: 'free_seeds' },
  validation: { trainable: false, trainable_reason: 'validation_seeds' },
  test: { trainable: false, trainable_reason: 'test_seeds' },
};

/** By the match's seeds and the request only, which is all that matters for a house lab. */
export function trainableOfMatch(split: SplitName, { forAnalysis }: Pick<DatasetRequest, 'forAnalysis'>): Trainable {
  const seeds = SEEDS[split];
  return seeds.trainable && forAnalysis ? { trainable: false, trainable_reason: 'for_analysis' } : seeds;
}

export interface SeatPlayed {
  card: SeatCard;
  split: SplitName;
  /** The agent's turns, if an agent played it. */
  turns: readonly AgentTurn[];
}

export async function trainableOf({ card, split, turns }: SeatPlayed, agents: AgentStore, request: DatasetRequest): Promise<Trainable> {
  const ofMatch = trainableOfMatch(split, request);
  if (!ofMatch.trainable) return ofMatch;
  if (isForPeople(card) && !(request.withPeople === true && haveAgreed([card])))
    return { trainable: false, trainable_reason: 'no_consent' };
  if (request.withPeople !== true) {
    if (card.kind === 'script' && (await isOutside(card.policy, agents))) return { trainable: false, trainable_reason: 'program_outside' };
  }
  const fallback = turns.filter(({ origin }) => origin === 'fallback').length;
  return isMostlyFallback({ turns: turns.length, fallback }) ? { trainable: false, trainable_reason: 'mostly_fallbacks' } : ofMatch;
}

/** Someone else's program at an address: its texts belong to them until they agree. */
async function isOutside(policy: string, agents: AgentStore): Promise<boolean> {
  if (!isAgentRef(policy)) return false;
  const [name = '', version] = policy.split('@');
  return (await agents.get(name, Number(version)))?.spec.kind === 'remote';
}
