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

/** Turns with how many were its own. */
export interface OwnTurns extends PlayedTurns {
  own: number;
}

/** The same of a model or a program, of which all are counted. */
export interface FallbackTurns extends OwnTurns {
  fallback: number;
}

/** These counts alone. */
export function fallbackTurns({ turns, own, fallback }: FallbackTurns): FallbackTurns {
  return { turns, own, fallback };
}

export function addTurns(before: FallbackTurns | undefined, more: FallbackTurns): FallbackTurns {
  if (!before) return fallbackTurns(more);
  return { turns: before.turns + more.turns, own: before.own + more.own, fallback: before.fallback + more.fallback };
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

/** Parts of the turns that a fallback played; in the others it was asked and could not answer. */
export interface FallbackParts {
  overBudget?: number | undefined;
  notAsked?: number | undefined;
}

/** ` (2 over budget, 3 not asked)`; empty: it was asked every time, or nobody counted. */
export function fallbackReasons(parts: FallbackParts | null | undefined): string {
  const { overBudget = 0, notAsked = 0 } = parts ?? {};
  const words = [overBudget > 0 ? `${overBudget} over budget` : '', notAsked > 0 ? `${notAsked} not asked` : ''].filter(Boolean);
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/** Below tables that have such. */
export const FALLBACK_REASONS_NOTE =
  'Fallbacks: it was asked and could not answer, or not in time, except where a budget was spent or it was not asked (in parentheses).';

/** Who was left out of a comparison because of it; empty: nobody. */
export function leftOutWords(names: readonly string[]): string {
  return names.length === 0 ? '' : `Left out, because its fallback played most of its turns: ${names.join(', ')}.`;
}

/** Beside a score to which several builds of a model came. */
export function severalBuilds(builds: readonly string[]): string {
  return `answered by ${builds.length} builds of its model (${builds.join('; ')}), so this is not the score of one of them.`;
}

/** Beside standings of a tournament whose season is open. */
export function sealedWords({ step }: { step: number }): string {
  return `While the season is open, figures move in steps of ${step} matches and have two digits, so that nobody can work out a single score.`;
}

/** Beside a mean: how much of it is the player’s own. `–`: a script or a person, of whom there is nothing to tell apart. */
export function ownTurnsWords(counts: OwnTurns | null | undefined): string {
  if (!counts || counts.turns === 0) return '–';
  const share = `${((100 * counts.own) / counts.turns).toFixed(1)}%`;
  return isMostlyFallback(counts) ? `${share} (fallback’s score)` : share;
}
