import type { OpenEvent } from '../events';

/** Each lab's profit in a finished match, in cents. */
export function profitsOf(events: readonly OpenEvent[]): Record<string, number> {
  const ended = events.findLast((event) => event.type === 'match_ended');
  if (ended === undefined) throw new Error('the score needs a match that is over');
  return ended.profits_cents;
}
