/** What a thread of `accounts-beside.ts` does: it takes a match's events, answers with its accounts. Started through `accounts-entry.mjs`. */
import type { OpenEvent } from '~/games/gpu-market/open/events';
import { type Accounts, accountsOf } from './accounts';

export function work(events: readonly OpenEvent[]): Accounts {
  return accountsOf(events);
}
