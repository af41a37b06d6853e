/** A match of ruleset open as a person reads it in a terminal: what happened round by round, and what each lab made. */
import type { GameEvent } from '~/games/game';
import { type Names, namesOf } from '~/games/gpu-market/describe';
import { describeOpen } from '~/games/gpu-market/open/describe';
import type { ToldOpenEvent } from '~/games/gpu-market/open/told';
import type { ToldOpening } from '~/games/gpu-market/told-events';
import { oneLine } from './one-line';

/** Told by the lines around them; of actions only those that were refused are told. */
const SILENT: ReadonlySet<string> = new Set(['turn_taken', 'round_started', 'reputation_changed']);

export function openTranscriptLines(events: readonly GameEvent[]): string[] {
  const lines: string[] = [];
  let names: Names = {};
  for (const event of events) {
    const told = event as ToldOpenEvent;
    if (told.type === 'match_opened') {
      names = namesOf(event as ToldOpening);
      lines.push(describeOpen(told, names), '', 'Round 0');
    } else if (told.type === 'match_branched') lines.push(describeOpen(told, names));
    else if (told.type === 'round_started') lines.push('', `Round ${told.round_index}`);
    else if (!SILENT.has(told.type) && !(told.type === 'action_resolved' && told.result.ok))
      lines.push(`    ${oneLine(describeOpen(told, names))}`);
  }
  return lines;
}
