/** A p-value that may be looked at after every world. */

/** How much is bet, in units of the typical lead so far; an equal part of the stake on each, and on either side. */
const BETS = [0.1, 0.2, 0.4, 0.8, 1.6];

export interface AnytimeEvidence {
  /** What a stake of 1 that bets on either lead has grown to; of separate tournaments in other worlds the product counts. */
  e: number;
  /** One over the most that it ever was: under no true lead it falls below 5% at any time in at most 5% of all cases. */
  p: number;
}

/**
 * Betting on the sign of each lead, world by world in the order of the schedule (Shafer 2021; Waudby-Smith and Ramdas 2024). Without a true
 * lead either sign is equally likely given the size of the lead and all that came before (what the sign-flip test assumes as well), so that
 * no way to bet grows on average, and by Ville's inequality the stake ever reaches 20 in at most 5% of all cases. null: no world yet.
 */
export function anytimeEvidence(leads: readonly number[]): AnytimeEvidence | null {
  if (leads.length === 0) return null;
  const stakes = BETS.flatMap((bet) => [bet, -bet]).map((bet) => ({ bet, log: 0 }));
  let squares = 0;
  let most = 0;
  let now = 0;
  for (const [i, lead] of leads.entries()) {
    squares += lead * lead;
    const size = Math.sqrt(squares / (i + 1));
    if (size > 0) for (const stake of stakes) stake.log += Math.log1p(Math.tanh(stake.bet * (lead / size)));
    now = stakes.reduce((sum, { log }) => sum + Math.exp(log), 0) / stakes.length;
    most = Math.max(most, now);
  }
  return { e: now, p: Math.min(1, 1 / most) };
}

const SIZE = 0.05;

export interface ToldLead {
  /** By the fixed p, over all pairs; null: too few worlds. */
  holm: number | null;
  /** By the any-time p. Absent: the table has none; null: no world is over. */
  anytime?: { holm: number } | null | undefined;
}

/** At 5%. Whoever watches a table that moves looks again and again: until it is over, a lead is sure by the p that allows that. */
export function isSureLead({ holm, anytime }: ToldLead, isOver: boolean): boolean {
  const p = isOver || anytime === undefined ? holm : (anytime?.holm ?? null);
  return p !== null && p < SIZE;
}

/** It would be sure if this were the only look: wait until it is. */
export function isSureAtTheEnd(lead: ToldLead, isOver: boolean): boolean {
  return !isSureLead(lead, isOver) && isSureLead(lead, true);
}
