import type { MatchCard } from '~/live/protocol';

/** Two matches picked to stand side by side, in the order they were picked. */
export type Picked = readonly MatchCard[];

/** Why this match cannot join those picked; null when it can, or is one of them. */
export function whyNotPick(picked: Picked, card: MatchCard): string | null {
  if (picked.some(({ id }) => id === card.id)) return null;
  if (card.seed === null) return 'Its seed is private until it ends.';
  if (card.head === 0) return 'It has no events yet.';
  const [first, second] = picked;
  if (first === undefined) return null;
  if (second !== undefined) return 'Two are picked already.';
  if (card.ruleset !== first.ruleset || card.task !== first.task) return `Pick another match of ${first.task}.`;
  return card.seed === first.seed ? null : `Pick another match on seed ${first.seed}.`;
}

/** Picks a match, or puts it back. */
export function togglePick(picked: Picked, card: MatchCard): Picked {
  if (picked.some(({ id }) => id === card.id)) return picked.filter(({ id }) => id !== card.id);
  return whyNotPick(picked, card) === null ? [...picked, card] : picked;
}
