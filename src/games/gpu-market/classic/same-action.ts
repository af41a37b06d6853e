/**
 * The repetition rule: whether two actions are equal, ignoring messages. Every set field counts: an explicit default differs from a missing
 * field.
 */
import type { Action } from '../types';

export function isSameAction(a: Action, b: Action): boolean {
  return (
    a.action_type === b.action_type &&
    a.target_lab_id === b.target_lab_id &&
    a.offer_id === b.offer_id &&
    a.coalition_id === b.coalition_id &&
    a.job_id === b.job_id &&
    a.payment === b.payment &&
    areSame(a.block_ids, b.block_ids) &&
    areSame(a.requested_block_ids, b.requested_block_ids) &&
    (a.conditions === b.conditions || JSON.stringify(a.conditions) === JSON.stringify(b.conditions))
  );
}

function areSame(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((entry, i) => entry === b[i]);
}
