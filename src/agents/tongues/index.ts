/** The tongues, one a ruleset. A new one is a file and a line here. */
import type { Tongue } from '../tongue';
import { classicTongue } from './classic';
import { openTongue } from './open';

const TONGUES = [openTongue, classicTongue] as unknown as readonly Tongue[];

/** null: no model can be put to that ruleset yet. */
export function findTongue(ruleset: string): Tongue | null {
  return TONGUES.find((tongue) => tongue.ruleset === ruleset) ?? null;
}

/** Rulesets that a model can play. */
export function spokenRulesets(): string[] {
  return TONGUES.map((tongue) => tongue.ruleset);
}

/** The version that an agent names, where this tongue speaks it; else its default. Which one it was stands in every turn. */
export function promptVersion(tongue: Tongue, wanted: string): string {
  return tongue.prompts.includes(wanted) ? wanted : (tongue.prompts[0] ?? wanted);
}
