import type { Fault } from '../api-fault';
import type { HandedIn } from './draft-store';

/** What the door says of a turn. */
export interface TurnAnswer {
  ok: boolean;
  code: string;
  message: string;
}

/** How a turn that left this tab stands. */
export type TurnState =
  /** `warnings`: what the game's hard limits would change of the turn as it is; handed in again, it goes out all the same. */
  | { kind: 'composing'; note: string | null; warnings?: readonly string[] }
  | { kind: 'sending' }
  /** It may have arrived or not: the same key again does no harm. */
  | { kind: 'unsure'; note: string }
  /** In; `here`: this tab handed it in, so that it knows what is in it. */
  | { kind: 'taken'; here: boolean }
  /** Another turn of the seat was first: what this tab composed was not handed in, and cannot be in this round. */
  | { kind: 'forestalled' };

const WORDS: Record<string, string> = {
  stale_round: 'The round closed before this turn arrived. Nothing of it was played.',
  early_round: 'That round has not begun.',
  seat_finished: 'You have finished: you wait to the end.',
  episode_done: 'The match is over.',
  seat_handed_over: 'A policy plays this seat. Take it back to play on yourself.',
};

/** Answers after which the same turn may be sent again, with the same key. */
const AGAIN = ['unanswered', 'unreachable', 'database_unavailable', 'internal', 'too_many_requests', 'lease_lost'];

/** What the answer to a turn means for whoever waits for it. */
export function stateAfter(answer: TurnAnswer): TurnState {
  if (answer.ok) return { kind: 'taken', here: true };
  if (answer.code === 'already_submitted') return { kind: 'forestalled' };
  return AGAIN.includes(answer.code)
    ? { kind: 'unsure', note: 'No answer yet. Your turn is kept; sending it again cannot double it.' }
    : { kind: 'composing', note: WORDS[answer.code] ?? answer.message };
}

/** The same for an answer that never came, or came as an error. */
export function stateAfterFault({ code, message }: Fault): TurnState {
  return stateAfter({ ok: false, code, message });
}

interface Found {
  handed: HandedIn | null;
  /** Has this tab composed something that it has not handed in? */
  drafted: boolean;
  /** The server has a turn of this seat. */
  inAlready: boolean;
}

/** Where a reload finds its turn: in, on its way, not handed in, or behind another turn of the seat. */
export function stateOnArrival({ handed, drafted, inAlready }: Found): TurnState {
  if (inAlready && handed === null && drafted) return { kind: 'forestalled' };
  if (inAlready || handed?.taken === true) return { kind: 'taken', here: handed !== null };
  return handed === null ? { kind: 'composing', note: null } : { kind: 'sending' };
}

/** What the list of the turn's actions says while it is empty; null: nothing. */
export function emptyTurnWords(state: TurnState, locked: boolean): string | null {
  switch (state.kind) {
    case 'composing':
      return locked ? null : 'Nothing yet. What you choose is listed here before it is handed in.';
    case 'sending':
    case 'unsure':
      return NO_ACTION;
    case 'taken':
      return state.here
        ? NO_ACTION
        : 'This page did not hand in this turn: a policy did, or you on another page. When the round closes, you can read here what it did.';
    case 'forestalled':
      return null;
  }
}

const NO_ACTION = 'No action: you wait this round.';

/** A key of its own for each turn that is handed in; works where the page is not served over https too. */
export function turnKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
