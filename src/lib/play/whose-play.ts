/** Whose play a result shows, and who has no rank and no rating because of it. One rule for standings, leaderboard, evaluation and cards. */

/** Turns of a model or a program. */
export interface PlayedTurns {
  turns: number;
  /** Played by the declared fallback, or the ruleset's safe action; null: not counted, or there is nothing to count (scripts, people). */
  fallback: number | null;
}

/** Somebody who may stand in a ranking. */
export interface Ranked extends PlayedTurns {
  isNull: boolean;
  matches: number;
}

/** `null_policy`: shown for comparison. `not_played`: no match yet. `mostly_fallback`: its figure is its fallback's. `no_score`: all its matches are unrated. `too_few_worlds`: its season is open, and a figure would tell of single matches. */
export const UNRANKED = ['null_policy', 'not_played', 'mostly_fallback', 'no_score', 'too_few_worlds'] as const;
export type WhyUnranked = (typeof UNRANKED)[number];

/** Above this share of turns played by the fallback, a result shows the fallback's play. */
const MOST_FALLBACKS = 0.5;

export function isMostlyFallback({ turns, fallback }: PlayedTurns): boolean {
  return fallback !== null && fallback > MOST_FALLBACKS * turns;
}

/** Why it has no rank and no rating; null: it has both. */
export function whyUnranked(one: Ranked): WhyUnranked | null {
  if (one.isNull) return 'null_policy';
  if (one.matches === 0) return 'not_played';
  return isMostlyFallback(one) ? 'mostly_fallback' : null;
}

/** `its fallback's score: 12 of 16 turns`; what stands beside a figure that is not its bearer's. */
export function fallbackWords({ turns, fallback }: PlayedTurns): string {
  return `its fallback’s score: ${fallback ?? 0} of ${turns} turns`;
}

/** Beside standings of a tournament whose season is open. */
export function sealedWords({ step }: { step: number }): string {
  return `While the season is open, figures move in steps of ${step} matches and have two digits, so that nobody can work out a single score.`;
}

/** Beside a mean: how much of it is the player’s own. `–`: a script or a person, of whom there is nothing to tell apart. */
export function ownTurnsWords(counts: (PlayedTurns & { own: number }) | null | undefined): string {
  if (!counts || counts.turns === 0) return '–';
  const share = `${((100 * counts.own) / counts.turns).toFixed(1)}%`;
  return isMostlyFallback(counts) ? `${share} (fallback’s score)` : share;
}
