/** The published judge in its rule form: in which of two conversations the buyer did better. */

export interface JudgedEntry {
  role?: string | undefined;
  action?: string | null | undefined;
  price?: number | null | undefined;
}

export type Winner = 'a' | 'b' | 'tie';

const SAME_SHARE = 0.05;
const SAME_PRICE = 0.02;

export interface Judged {
  a: readonly JudgedEntry[];
  b: readonly JudgedEntry[];
  budget: number;
  cost: number;
}

export function judge({ a, b, budget, cost }: Judged): Winner {
  const [one, other] = [a, b].map((entries) => shareOf(entries, { budget, cost }));
  if (one !== null && one !== undefined && other !== null && other !== undefined) {
    if (Math.abs(one - other) < SAME_SHARE) return 'tie';
    return one > other ? 'a' : 'b';
  }
  if (one !== null) return 'a';
  if (other !== null) return 'b';
  const [lastOne, lastOther] = [a, b].map(lastAsk);
  if (typeof lastOne !== 'number' || typeof lastOther !== 'number') return 'tie';
  if (Math.abs(lastOne - lastOther) < SAME_PRICE * budget) return 'tie';
  return lastOne < lastOther ? 'a' : 'b';
}

/** null: no deal. */
function shareOf(entries: readonly JudgedEntry[], { budget, cost }: Pick<Judged, 'budget' | 'cost'>): number | null {
  const at = entries.findIndex(({ action }) => action === 'accept');
  const accepted = entries[at];
  if (accepted === undefined || budget <= cost) return null;
  const theirs = entries.slice(0, at).findLast(({ role, price }) => role !== accepted.role && typeof price === 'number');
  const agreed = theirs?.price ?? accepted.price;
  return typeof agreed === 'number' ? (budget - agreed) / (budget - cost) : null;
}

function lastAsk(entries: readonly JudgedEntry[]): number | null {
  return entries.findLast(({ role, price }) => role === 'seller' && typeof price === 'number')?.price ?? null;
}
