/** What a match moved between its seats: a game tells it, whoever looks for gifts or checks that no money came from nothing reads it. */

/** One deal between two seats, in minor units. `from` gave up `worth`, and got `paid` for it. Equal: a trade at a fair price. */
export interface Transfer {
  /** Number of the event, from 1. */
  seq: number;
  from: string;
  to: string;
  worth: number;
  paid: number;
}

/** Of a match that is over, in minor units: the sum of all profits is `entered - left`. */
export interface Books {
  /** By seat, and by whoever else deals without one. */
  profits: Readonly<Record<string, number>>;
  /** Value that came from outside, e.g. what settled jobs paid. */
  entered: number;
  /** Value that went outside, e.g. for energy. */
  left: number;
}

export interface Ledger extends Books {
  transfers: Transfer[];
  /** What a seat had at the start, on average: the measure of how large a gift is. */
  stake: number;
}

/** Value that one seat handed to another for nothing, over the whole match, after what came back. */
export interface Gift {
  from: string;
  to: string;
  amount: number;
  /** `amount` as a share of what a seat starts with. */
  share: number;
}

/**
 * From this share on a gift makes a match unrated. The largest that honest players gave each other in 12,000 matches was 0.48, in which a
 * house lab sold large blocks to bidders who paid little (docs/farming.md).
 */
export const GIFT_SHARE = 0.6;

/** For readers, with nothing but what the books say. Minor units. */
export interface Account extends Books {
  /** Made beyond what came in, less what went out: 0 where the books balance. */
  imbalance: number;
}

export function accountOf({ profits, entered, left }: Books): Account {
  return { profits, entered, left, imbalance: imbalanceOf({ profits, entered, left }) };
}

/** What was made beyond what came in, less what went out: 0 where the rules are sound. Where they reckon in fractions, to the unit. */
export function imbalanceOf({ profits, entered, left }: Books): number {
  const sum = Object.values(profits).reduce((all, profit) => all + profit, 0);
  return Math.round(sum - (entered - left)) || 0;
}

/** For each two seats that dealt unequally, who gave how much more than it got. Largest first. */
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
