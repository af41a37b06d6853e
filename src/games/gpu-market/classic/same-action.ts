/** The repetition rule: is it the same action again, messages apart? A default spelt out is the same as one left out. */
import type { Action } from '../types';

const NOTHING: readonly string[] = [];

export function isSameAction(a: Action, b: Action): boolean {
  return (
    a.action_type === b.action_type &&
    a.target_lab_id === b.target_lab_id &&
    a.offer_id === b.offer_id &&
    a.coalition_id === b.coalition_id &&
    a.job_id === b.job_id &&
    (a.payment ?? 0) === (b.payment ?? 0) &&
    areSame(a.block_ids ?? NOTHING, b.block_ids ?? NOTHING) &&
    areSame(a.requested_block_ids ?? NOTHING, b.requested_block_ids ?? NOTHING) &&
    sorted(a.conditions) === sorted(b.conditions)
  );
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((entry, i) => entry === b[i]);
}

/** Conditions are the same whatever the order of their keys. */
function sorted(conditions: Record<string, unknown> | undefined): string {
  if (conditions === undefined || Object.keys(conditions).length === 0) return '';
  const inOrder = (_: string, value: unknown): unknown =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify(conditions, inOrder);
}
