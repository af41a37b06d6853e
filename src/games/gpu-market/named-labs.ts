import type { GameEvent } from '~/contract/game';
import type { Names } from '~/contract/narrator';

const LAB = /"(lab_\d+)"/g;

/** For readers of an episode of an evaluation, in either ruleset. */
export const SEATED = 'The player sits in lab_0: “You” in ruleset classic, “Lab A” in open.';

/** The lab that caused an event, otherwise all labs it names. */
export function labsOf(event: GameEvent & { lab_id?: unknown }): string[] {
  if (typeof event.lab_id === 'string') return [event.lab_id];
  return [...new Set(Array.from(JSON.stringify(event).matchAll(LAB), ([, lab = '']) => lab))];
}

/** Replaces ids in the rules' answers with names for people. */
export function withNames(text: string, names: Names): string {
  return text.replaceAll(/\blab_\d+\b/g, (id) => names[id] ?? id);
}
