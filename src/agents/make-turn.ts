/** One turn of any agent: respects its time limit, never throws, and uses the fallback if anything fails. */
import type { GameKey } from '~/contract/game-ref';
import type { PromptFormat } from '~/contract/prompt-format';
import type { Agent } from './agent';
import type { AgentTurn } from './agent-turn';
import type { TurnAsk } from './player';
import { promptFor } from './prompt-formats';
import { TimeUp, TurnClock } from './turn-clock';
import { draftTurn, fallBack, sentence, type TurnDraft } from './turn-draft';

/** The input for `think`. */
export interface Making {
  format: PromptFormat;
  clock: TurnClock;
  draft: TurnDraft;
}

export interface Maker {
  agent: Agent;
  spec: { turnSeconds: number; fallback: string | null };
  /** The prompt version, if it names one. */
  prompt?: string;
  /** The message if the game has no prompt. */
  speechless(game: GameKey): string;
  /** Fills the draft. Returns why it has no move; null if it has one. */
  think(ask: TurnAsk, making: Making): Promise<string | null>;
}

export async function makeTurn({ agent, spec, prompt, speechless, think }: Maker, ask: TurnAsk): Promise<AgentTurn> {
  const clock = new TurnClock(Math.min(ask.timeMs, spec.turnSeconds * 1000), ask.signal);
  const draft = draftTurn(agent, ask);
  const format = promptFor(ask.game, prompt);
  let why: string | null;
  try {
    why = format === null ? speechless(ask.game.key) : (ask.budget?.empty ?? (await think(ask, { format, clock, draft })));
  } catch (fault) {
    why = fault instanceof TimeUp ? fault.message : `The turn failed: ${sentence(fault)}`;
  }
  if (ask.budget?.empty) draft.overBudget = true;
  if (why !== null) await fallBack(draft, ask, { fallback: spec.fallback, why, clock, format });
  draft.ms = clock.elapsed();
  return draft;
}
