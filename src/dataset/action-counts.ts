/** Which actions the rows teach, by type. A model learns the most frequent ones best. */

import { promptFor } from '~/agents/prompt-formats';
import { typeOfAction } from '~/contract/actions-of-move';
import type { ChatRow } from './formats';

/** `said`: chats. `chosen`, `rejected`: the two sides of a pair. */
export const SIDES = ['said', 'chosen', 'rejected'] as const;
export type Side = (typeof SIDES)[number];

/** `chosen send_offer`: sums of these names give the manifest's `actions`. */
export function actionsIn(row: object): string[] {
  const sides: [Side, unknown][] = [
    ['said', 'messages' in row ? row.messages : null],
    ['chosen', 'chosen' in row ? row.chosen : null],
    ['rejected', 'rejected' in row ? row.rejected : null],
  ];
  return sides.flatMap(([side, messages]) => {
    const last: unknown = Array.isArray(messages) ? messages.at(-1) : null;
    if (typeof last !== 'object' || last === null || !('content' in last)) return [];
    return typesOf(String(last.content), row).map((type) => `${side} ${type}`);
  });
}

/** Answers that are not actions (a judge's, a pitch) have no type; in a turn of several actions, each counts. */
function typesOf(text: string, row: Partial<Pick<ChatRow, 'ruleset' | 'ruleset_version' | 'prompt_version'>>): string[] {
  try {
    const value: unknown = JSON.parse(text);
    const { ruleset: key, ruleset_version: version, prompt_version } = row;
    const format = key === undefined || version === undefined ? null : promptFor({ key, version }, prompt_version);
    const named = typeOfAction(value);
    return named === null ? (format?.decide.types?.(value) ?? ['text']) : [named];
  } catch {
    return ['text'];
  }
}
