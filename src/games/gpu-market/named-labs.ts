import type { GameEvent } from '~/contract/game';
import type { Names } from '~/contract/narrator';

const LAB = /"(lab_\d+)"/g;

/** For readers of an evaluation's episode, of either ruleset. */
export const SEATED = 'The player sits in lab_0: “You” in ruleset classic, “Lab A” in open.';

/** The lab whose doing an event is; else all that it names. */
export function labsOf(event: GameEvent & { lab_id?: unknown }): string[] {
  if (typeof event.lab_id === 'string') return [event.lab_id];
  return [...new Set(Array.from(JSON.stringify(event).matchAll(LAB), ([, lab = '']) => lab))];
}

/** The rules write ids into their answers; people read names. */
export function withNames(text: string, names: Names): string {
  return text.replaceAll(/\blab_\d+\b/g, (id) => names[id] ?? id);
}
