/** A turn in progress, and how it is completed. */

import { holdAction } from '~/contract/guard';
import type { PromptFormat } from '~/contract/prompt-format';
import { packOf } from '~/games/packs';
import { findPolicy, policiesFor, standInFor } from '~/games/policies';
import { drawsOf } from '~/lib/random/draws';
import { withoutDirections } from '~/lib/text/stored-text';
import { type Agent, agentRef } from './agent';
import type { AgentReply, AgentTurn, MoveOrigin } from './agent-turn';
import type { TurnAsk } from './player';
import type { TurnClock } from './turn-clock';

export type TurnDraft = { -readonly [Field in keyof AgentTurn]: AgentTurn[Field] } & { replies: AgentReply[] };

export function draftTurn(agent: Agent, ask: TurnAsk): TurnDraft {
  return {
    agent: agentRef(agent),
    digest: agent.digest,
    turn: ask.turn,
    round: ask.round,
    seat: ask.seat,
    requests: {},
    replies: [],
    pin: null,
    seed: null,
    wished: null,
    move: null,
    origin: 'fallback',
    guards: [],
    walkBacks: [],
    ms: 0,
    fallbackWhy: null,
  };
}

/** The chosen action after guards becomes the move. */
export function decideTurn(draft: TurnDraft, ask: TurnAsk, wish: { actions: readonly unknown[]; origin: MoveOrigin }): void {
  const pack = packOf(ask.game);
  const actions = wish.actions.map(withoutDirections);
  draft.wished = bare(actions);
  draft.walkBacks = actions.flatMap((action) => pack.walkBacks?.(ask.observation, action, ask.past) ?? []);
  const guards = (ask.guards ?? pack.guardMode ?? 'off') === 'off' ? [] : (pack.guards ?? []);
  const held = actions.map((action) => holdAction(guards, action, ask));
  draft.guards = held.flatMap(({ marks }) => marks);
  draft.move = bare(held.map(({ action }) => action));
  draft.origin = wish.origin;
}

/**
 * Plays the declared fallback policy; without one, or if it fails, the prompt's safe action; without a prompt, the game's stand-in. Guards
 * bind only models, so they do not apply.
 */
export async function fallBack(draft: TurnDraft, ask: TurnAsk, { fallback, why, clock, format }: FallBack): Promise<void> {
  draft.origin = 'fallback';
  draft.fallbackWhy = why;
  draft.guards = [];
  draft.walkBacks = [];
  if (format !== null) draft.move = format.safe(ask.observation);
  const isPlayed = policiesFor(ask.game.key).length > 0;
  const named = fallback ?? (format === null && isPlayed ? standInFor(ask.game.key) : null);
  const policy = named === null ? null : findPolicy(ask.game.key, named);
  if (policy === null) return;
  try {
    const chance = policy.needsChance === true ? drawsOf(draft.seed ?? ask.turn) : undefined;
    const move = policy.choose(ask.observation, chance);
    draft.move = move instanceof Promise ? await clock.within(() => move) : move;
  } catch (fault) {
    draft.fallbackWhy = `${why} ${policy.title} failed too (${sentence(fault)}): ${format === null ? 'no' : 'the safe'} action was played.`;
  }
}

export interface FallBack {
  fallback: string | null;
  why: string;
  clock: TurnClock;
  format: PromptFormat | null;
}

/** The message of an error, for people. */
export function sentence(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

/** A single action without its list. */
function bare(actions: readonly unknown[]): unknown {
  return actions.length === 1 ? actions[0] : [...actions];
}
