/** Messages between labs: to one, to the members of a coalition, to all. */
import type { Signal } from '../../../types';
import type { ActionFields } from '../actions';
import type { Proceedings } from '../proceedings';
import { done, refuse } from '../refusal';
import { coalitionOf, isSeat } from '../state';
import type { OpenResult } from '../types';

/** To all, to the named lab, or to the members of the named coalition. */
export function sendMessage(book: Proceedings, labId: string, action: ActionFields): OpenResult {
  if (action.coalition_id !== undefined) return sendToMembers(book, labId, action);
  const to = action.target_lab_id ?? null;
  if (to !== null && !isSeat(book.state, to)) return refuse('unknown_lab', to);
  tell(book, { from: labId, to, text: action.message });
  return done('message_sent');
}

function sendToMembers(book: Proceedings, labId: string, { coalition_id = '', message }: ActionFields): OpenResult {
  const coalition = book.state.coalitions[coalition_id];
  if (coalition === undefined) return refuse('unknown_coalition', coalition_id);
  if (!coalition.members.includes(labId)) return refuse('not_coalition_member', coalition_id);
  if (coalition.status === 'ended') return refuse('inactive_coalition', coalition_id);
  tellMembers(book, { from: labId, coalition: coalition_id, text: message });
  return done('message_sent');
}

/** Sends it to one lab or to all; empty text sends nothing. */
export function tell(book: Proceedings, words: { from: string; to: string | null; text: string | undefined }): void {
  if (words.text === undefined || words.text === '') return;
  book.record({
    type: 'message_posted',
    message: {
      from_lab_id: words.from,
      to_lab_id: words.to,
      coalition_id: null,
      round_index: book.state.round_index,
      message: words.text,
      signal: signalOf(words.text),
      readers: words.to === null ? null : [words.from, words.to],
    },
  });
}

/** Sends it to the current members and to the sender. */
export function tellMembers(book: Proceedings, words: { from: string; coalition: string; text: string | undefined }): void {
  if (words.text === undefined || words.text === '') return;
  const { members } = coalitionOf(book.state, words.coalition);
  book.record({
    type: 'message_posted',
    message: {
      from_lab_id: words.from,
      to_lab_id: null,
      coalition_id: words.coalition,
      round_index: book.state.round_index,
      message: words.text,
      signal: signalOf(words.text),
      readers: [...new Set([...members, words.from])],
    },
  });
}

const SIGNAL_WORDS: [Signal, RegExp][] = [
  ['urgency', /urgent|deadline|asap/],
  ['fairness', /fair|mutual|both/],
  ['coalition', /coalition|partner|commit/],
  ['threat', /punish|never|retaliate/],
];

/** The first signal that fits, in this order. */
export function signalOf(text: string): Signal {
  const lower = text.toLowerCase();
  return SIGNAL_WORDS.find(([, words]) => words.test(lower))?.[0] ?? 'neutral';
}
