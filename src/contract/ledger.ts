/** The transfers between seats of a match. Used to detect gifts and to check that no money appears from nothing. */

/** One deal between two seats, in minor units. `from` gave up `worth` and received `paid`. If they are equal, the price was fair. */
export interface Transfer {
  /** Number of the event, from 1. */
  seq: number;
  from: string;
  to: string;
  worth: number;
  paid: number;
}

/** Totals of a finished match, in minor units. The sum of all profits is `entered - left`. */
export interface Books {
  /** By seat, and by other parties that have no seat. */
  profits: Readonly<Record<string, number>>;
  /** Value that came from outside, e.g. payments for settled jobs. */
  entered: number;
  /** Value that went outside, e.g. for energy. */
  left: number;
}

export interface Ledger extends Books {
  transfers: Transfer[];
  /** A seat's average starting value; gifts are measured against it. */
  stake: number;
}

/** Net value that one seat gave another over the whole match, after what came back. */
export interface Gift {
  from: string;
  to: string;
  amount: number;
  /** `amount` as a share of a seat's starting value. */
  share: number;
}

/**
 * A gift of this share or more makes a match unrated. The largest gift between honest players in 12,000 matches was 0.48: a house lab sold
 * large blocks to bidders who paid little (docs/farming.md).
 */
export const GIFT_SHARE = 0.6;

/** The books for display, in minor units. */
export interface Account extends Books {
  /** Value made beyond what came in minus what went out; 0 if the books balance. */
  imbalance: number;
}

export function accountOf({ profits, entered, left }: Books): Account {
  return { profits, entered, left, imbalance: imbalanceOf({ profits, entered, left }) };
}

/** Value made beyond what came in minus what went out; 0 for sound rules. Rules that compute in fractions are rounded to the unit. */
export function imbalanceOf({ profits, entered, left }: Books): number {
  const sum = Object.values(profits).reduce((all, profit) => all + profit, 0);
  return Math.round(sum - (entered - left)) || 0;
}

/** Net gifts between each pair of seats, largest first. */
export function giftsOf({ transfers, stake }: Pick<Ledger, 'transfers' | 'stake'>): Gift[] {
  const net = new Map<string, { from: string; to: string; amount: number }>();
  for (const { from, to, worth, paid } of transfers) {
    const [first, second] = from < to ? [from, to] : [to, from];
    const key = `${first} ${second}`;
    const known = net.get(key) ?? { from: first, to: second, amount: 0 };
    known.amount += from === first ? worth - paid : paid - worth;
    net.set(key, known);
  }
  return [...net.values()]
    .filter(({ amount }) => amount !== 0)
    .map(({ from, to, amount }) =>
      amount > 0 ? giftOf({ from, to, amount }, stake) : giftOf({ from: to, to: from, amount: -amount }, stake),
    )
    .sort((a, b) => b.amount - a.amount);
}

function giftOf(gift: Omit<Gift, 'share'>, stake: number): Gift {
  return { ...gift, share: stake > 0 ? gift.amount / stake : 0 };
}
