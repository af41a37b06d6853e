/** Accounts worked out on a thread of their own, one match after the other: whatever else this process does goes on meanwhile. */
import type { OpenEvent } from '~/games/gpu-market/open/events';
import { Threads } from '~/lib/threads/threads';
import type { Accounts } from './accounts';

const threads = new Threads<readonly OpenEvent[], Accounts>({
  entry: new URL('./accounts-entry.mjs', import.meta.url),
  most: 1,
  /** More would wait for minutes. */
  mostWaiting: 7,
  /** The largest matches take seconds; what takes this long has gone wrong. */
  limitMs: 180_000,
});

export function accountsBeside(events: readonly OpenEvent[]): Promise<Accounts> {
  return threads.run(events);
}
