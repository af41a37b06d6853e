/**
 * Decides whether a result reflects a player's own play, and why a player has no rank or rating. Shared by standings, leaderboards,
 * evaluations and cards.
 */

/** Turns of a model or a program. */
export interface PlayedTurns {
  turns: number;
  /** Turns played by the declared fallback or the ruleset's safe action; null if not counted or not applicable (scripts, people). */
  fallback: number | null;
}

/** A candidate for a ranking. */
export interface Ranked extends PlayedTurns {
  isNull: boolean;
  matches: number;
}

/**
 * `null_policy`: shown for comparison. `not_played`: no match yet. `mostly_fallback`: the result is mostly its fallback's. `no_score`: all
 * its matches are unrated. `too_few_worlds`: its season is open, and a figure would reveal single matches.
 */
export const UNRANKED = ['null_policy', 'not_played', 'mostly_fallback', 'no_score', 'too_few_worlds'] as const;
export type WhyUnranked = (typeof UNRANKED)[number];

/** With a larger share of fallback turns, a result shows the fallback's play. */
const MOST_FALLBACKS = 0.5;

export function isMostlyFallback({ turns, fallback }: PlayedTurns): boolean {
  return fallback !== null && fallback > MOST_FALLBACKS * turns;
}

/** Turn counts, including the player's own turns. */
export interface OwnTurns extends PlayedTurns {
  own: number;
}

/** Counts of a model or program, where all fields are known. */
export interface FallbackTurns extends OwnTurns {
  fallback: number;
}

/** Picks only these counts. */
export function fallbackTurns({ turns, own, fallback }: FallbackTurns): FallbackTurns {
  return { turns, own, fallback };
}

export function addTurns(before: FallbackTurns | undefined, more: FallbackTurns): FallbackTurns {
  if (!before) return fallbackTurns(more);
  return { turns: before.turns + more.turns, own: before.own + more.own, fallback: before.fallback + more.fallback };
}

/** Why the player has no rank and no rating; null if it has both. */
export function whyUnranked(one: Ranked): WhyUnranked | null {
  if (one.isNull) return 'null_policy';
  if (one.matches === 0) return 'not_played';
  return isMostlyFallback(one) ? 'mostly_fallback' : null;
}

/** `its fallback's score: 12 of 16 turns`, shown next to a figure that is not the player's own. */
export function fallbackWords({ turns, fallback }: PlayedTurns): string {
  return `its fallback’s score: ${fallback ?? 0} of ${turns} turns`;
}

/** Reasons for fallback turns. In the remaining ones, the player was asked and could not answer. */
export interface FallbackParts {
  overBudget?: number | undefined;
  notAsked?: number | undefined;
}

/** ` (2 over budget, 3 not asked)`; empty if it was always asked or not counted. */
export function fallbackReasons(parts: FallbackParts | null | undefined): string {
  const { overBudget = 0, notAsked = 0 } = parts ?? {};
  const words = [overBudget > 0 ? `${overBudget} over budget` : '', notAsked > 0 ? `${notAsked} not asked` : ''].filter(Boolean);
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/** Shown below tables that list such reasons. */
export const FALLBACK_REASONS_NOTE =
  'Fallbacks: it was asked and could not answer, or not in time, except where a budget was spent or it was not asked (in parentheses).';

/** Players left out of a comparison for this reason; empty if none. */
export function leftOutWords(names: readonly string[]): string {
  return names.length === 0 ? '' : `Left out, because its fallback played most of its turns: ${names.join(', ')}.`;
}

/** Shown next to a score that combines several builds of a model. */
export function severalBuilds(builds: readonly string[]): string {
  return `answered by ${builds.length} builds of its model (${builds.join('; ')}), so this is not the score of one of them.`;
}

/** Shown with standings of a tournament whose season is open. */
export function sealedWords({ step }: { step: number }): string {
  return `While the season is open, figures move in steps of ${step} matches and have two digits, so that nobody can work out a single score.`;
}

/** Shown next to a mean: the share of the player's own turns. `–` for scripts and people. */
export function ownTurnsWords(counts: OwnTurns | null | undefined): string {
  if (!counts || counts.turns === 0) return '–';
  const share = `${((100 * counts.own) / counts.turns).toFixed(1)}%`;
  return isMostlyFallback(counts) ? `${share} (fallback’s score)` : share;
}
