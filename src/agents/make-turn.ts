/** One turn of an agent, whatever thinks in it: within its time, never thrown out of, and with a fallback for everything that goes wrong. */
import type { GameKey } from '~/contract/game-ref';
import type { Agent } from './agent';
import type { AgentTurn } from './agent-turn';
import type { TurnAsk } from './player';
import type { Tongue } from './tongue';
import { findTongue } from './tongues';
import { TimeUp, TurnClock } from './turn-clock';
import { draftTurn, fallBack, sentence, type TurnDraft } from './turn-draft';

/** What whoever thinks is given. */
export interface Making {
  tongue: Tongue;
  clock: TurnClock;
  draft: TurnDraft;
}

export interface Maker {
  agent: Agent;
  spec: { turnSeconds: number; fallback: string | null };
  /** Said where the game has no tongue. */
  speechless(game: GameKey): string;
  /** Fills the draft; answers why there is no move in it, null where there is one. */
  think(ask: TurnAsk, making: Making): Promise<string | null>;
}

export async function makeTurn({ agent, spec, speechless, think }: Maker, ask: TurnAsk): Promise<AgentTurn> {
  const clock = new TurnClock(Math.min(ask.timeMs, spec.turnSeconds * 1000), ask.signal);
  const draft = draftTurn(agent, ask);
  const tongue = findTongue(ask.game.key);
  let why: string | null;
  try {
    why = tongue === null ? speechless(ask.game.key) : (ask.purse?.empty ?? (await think(ask, { tongue, clock, draft })));
  } catch (fault) {
    why = fault instanceof TimeUp ? fault.message : `The turn failed: ${sentence(fault)}`;
  }
  if (ask.purse?.empty) draft.overBudget = true;
  if (why !== null) await fallBack(draft, ask, { fallback: spec.fallback, why, clock, tongue });
  draft.ms = clock.elapsed();
  return draft;
}
