/** An anytime-valid p-value, which may be looked at after every world. */

/** Sizes of the bets, in units of the typical lead so far; each gets an equal part of the stake, on each side. */
const BETS = [0.1, 0.2, 0.4, 0.8, 1.6];

export interface AnytimeEvidence {
  /** The value of an initial stake of 1 that bets on either lead. For separate tournaments in different worlds, multiply them. */
  e: number;
  /** One over the maximum so far: without a true lead, it ever falls below 5% in at most 5% of all cases. */
  p: number;
}

/**
 * Bets on the sign of each lead, world by world in schedule order (Shafer 2021; Waudby-Smith and Ramdas 2024). Without a true lead, both
 * signs are equally likely given the size of the lead and the past (as in the sign-flip test), so no betting strategy gains on average, and
 * by Ville's inequality the stake ever reaches 20 in at most 5% of all cases. null: no world yet.
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
  /** By the fixed p-value, over all pairs; null: too few worlds. */
  holm: number | null;
  /** By the anytime-valid p-value. Absent: the table has none; null: no world is over. */
  anytime?: { holm: number } | null | undefined;
}

/** At 5%. Until a table is final, uses the anytime-valid p-value, because readers look repeatedly. */
export function isSureLead({ holm, anytime }: ToldLead, isOver: boolean): boolean {
  const p = isOver || anytime === undefined ? holm : (anytime?.holm ?? null);
  return p !== null && p < SIZE;
}

/** Significant only if this were the single look, so it is not reported until the end. */
export function isSureAtTheEnd(lead: ToldLead, isOver: boolean): boolean {
  return !isSureLead(lead, isOver) && isSureLead(lead, true);
}
