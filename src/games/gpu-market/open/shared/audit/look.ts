/** The result of a quick look at a match: unexplained money, and what the program reached. */
import { Account, type Books } from '../books/conservation';
import type { OpenEvent } from '../events';
import type { Apply } from '../proceedings';
import type { OpenState } from '../state';

/**
 * In cents: the balance of these seats, and the total. Amounts on no lab's account count for these seats, which alone may have caused them.
 */
export function unexplainedOf(books: Books, seats: readonly string[]): { own: number; all: number } {
  const amounts = Object.values(books.unexplained_cents);
  const nobodys = books.difference_cents - amounts.reduce((sum, cents) => sum + cents, 0);
  const own = seats.reduce((sum, seat) => sum + (books.unexplained_cents[seat] ?? 0), 0);
  return { own: own + nobodys, all: amounts.reduce((sum, cents) => sum + Math.abs(cents), 0) + Math.abs(nobodys) };
}

/** Kinds of events with their distinguishing fields and whether they came late, as numbers. */
export function reachedBy(events: readonly OpenEvent[], rounds: number): number[] {
  const reached = new Set<number>();
  let round = 0;
  for (const event of events) {
    if (event.type === 'round_started') round = event.round_index;
    const kind = kindOf(event);
    if (kind === null) continue;
    reached.add(hashOf(kind));
    if (round >= rounds - 2) reached.add(hashOf(`${kind} late`));
  }
  return [...reached];
}

/** null: it happens whatever anyone does. */
export function kindOf(event: OpenEvent): string | null {
  switch (event.type) {
    case 'action_resolved':
      return `${event.action_type ?? 'unreadable'} ${event.result.code}`;
    case 'offer_closed':
      return `offer ${event.status}`;
    case 'offer_made':
      return `offer made ${event.offer.conditions === null ? '' : 'with conditions'}${event.offer.requested_blocks.length > 0 ? ' for blocks' : ''}`;
    case 'offer_accepted':
      return `offer accepted ${event.open ? 'open' : ''}${event.deposit === null ? '' : ' deposit'}${event.condition === null ? '' : ' condition'}`;
    case 'deposit_settled':
      return `deposit ${event.kept_word ? 'returned' : 'forfeited'}`;
    case 'coalition_left':
      return event.breach ? 'pledge broken' : 'coalition left';
    case 'coalition_ended':
      return `coalition ended: ${event.why}`;
    case 'pledge_ended':
      return `pledge ended: ${event.why}`;
    case 'job_settled':
      return `job settled${event.completed ? '' : ' in part'}${event.late ? ' late' : ''}${event.payouts.length > 0 ? ' with shares' : ''}`;
    case 'plan_executed':
      return `plan of ${event.plan.length} with ${event.participants.length}`;
    case 'grant_given':
      return event.lab_id === null ? null : 'grant won';
    case 'coalition_formed':
      return `coalition formed ${event.coalition.split}`;
    case 'coalition_joined':
    case 'coalition_declined':
    case 'coalition_pledged':
    case 'pledge_shrunk':
    case 'job_allocated':
    case 'blocks_marked':
    case 'message_posted':
      return event.type;
    default:
      return null;
  }
}

/** The first event with unexplained money; null: none. */
export function firstFault(events: readonly OpenEvent[], apply: Apply): string | null {
  const account = new Account();
  let state: OpenState | null = null;
  let round = 0;
  for (const event of events) {
    if (event.type === 'round_started') round = event.round_index;
    const [before, due] = [moneyOf(state), sumOf(account.due_cents)];
    account.hear(event);
    state = apply(state, event);
    const moved = event.type === 'match_opened' ? 0 : moneyOf(state) - before;
    const accounted = sumOf(account.due_cents) - due;
    if (Math.abs(moved - accounted) < 1) continue;
    const cents = ((moved - accounted) / 100).toFixed(2);
    return `${kindOf(event) ?? event.type} in round ${round}: ${cents} from nowhere`;
  }
  return null;
}

function moneyOf(state: OpenState | null): number {
  if (state === null) return 0;
  return Object.values(state.labs).reduce((sum, lab) => sum + lab.budget_cents, 0);
}

function sumOf(record: Readonly<Record<string, number>>): number {
  return Object.values(record).reduce((sum, cents) => sum + cents, 0);
}

function hashOf(text: string): number {
  let hash = 5381;
  for (let i = 0; i < text.length; i += 1) hash = (hash * 33 + text.charCodeAt(i)) | 0;
  return hash >>> 15;
}
