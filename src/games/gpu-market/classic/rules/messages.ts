/** Messages between labs, and their signals. */
import type { Action, Signal } from '../../types';
import { CONTROLLED, findLab } from '../state';
import { type Answer, done, emit, refuse, type Turn } from '../turn';

const SIGNAL_WORDS: readonly (readonly [Signal, readonly string[]])[] = [
  ['urgency', ['urgent', 'deadline', 'asap']],
  ['fairness', ['fair', 'mutual', 'both']],
  ['coalition', ['coalition', 'partner', 'commit']],
  ['threat', ['punish', 'never', 'retaliate']],
];

export function signalOf(message: string): Signal {
  const lower = message.toLowerCase();
  for (const [signal, words] of SIGNAL_WORDS) {
    if (words.some((word) => lower.includes(word))) return signal;
  }
  return 'neutral';
}

export function sendMessage(turn: Turn, action: Action): Answer {
  const target = action.target_lab_id ?? null;
  if (target !== null && target !== '' && findLab(turn.state, target) === null) return refuse('unknown_lab', `There is no lab ${target}.`);
  const message = action.message ?? '';
  if (message !== '') {
    post(turn, { from: CONTROLLED, to: target, message, signal: signalOf(message) });
  }
  return done('message_sent', message === '' ? 'Nothing was said.' : 'The message is out.');
}

/** Appends a message with the current round's index. `to: null` or an empty name addresses everyone. */
export function post(turn: Turn, said: { from: string; to: string | null; message: string; signal: Signal }): void {
  emit(turn, {
    type: 'message_posted',
    message: {
      from_lab_id: said.from,
      to_lab_id: said.to,
      round_index: turn.state.round_index,
      message: said.message,
      signal: said.signal,
    },
  });
}
