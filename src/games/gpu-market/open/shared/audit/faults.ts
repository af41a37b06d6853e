/** Malformed actions for audits. */

import { type Place, placeOf, type Step } from '~/contract/audit';
import type { OpenAction } from '../actions';
import type { LegalAction } from '../legal-action';
import type { OpenObservation } from '../observation';

/** The action as the step wants it: unchanged, duplicated, or with one fault. */
export function blamed(action: OpenAction, step: Step, { observation, place }: { observation: OpenObservation; place: Place }): unknown[] {
  switch (step.fault) {
    case 'none':
      return [action];
    case 'twice':
      return [action, action];
    case 'negative':
      return [mapNumbers(action, (value, name) => (AMOUNTS.includes(name) ? -Math.max(1, value) : value))];
    case 'numbers as text':
      return [mapNumbers(action, (value) => String(value))];
    case 'no such id':
      return [mapIds(action, () => '__proto__')];
    case 'somebody else’s':
      return [mapIds(action, (name) => stranger(name, observation))];
    case 'things not listed':
    case 'target not listed': {
      const ending = step.fault === 'things not listed' ? '_ids' : '_id';
      const choices = (name: string) => (name.endsWith(ending) ? unlisted(name, action, observation) : []);
      // If no such fault is possible, the action would be an ordinary one.
      if (Object.keys(action).every((name) => choices(name).length === 0)) return [];
      const chosen = (name: string) => {
        const ids = choices(name);
        return ids[placeOf(step.pick, Math.max(1, ids.length), place)];
      };
      return [mapIds(action, (name, id) => chosen(name) ?? id)];
    }
  }
}

/** Amounts that may not be negative and that a separate rule checks; the rest of the action stays valid. */
const AMOUNTS = ['payment', 'requested_payment', 'reserve', 'bond', 'owner_share'];

function mapNumbers(action: OpenAction, change: (value: number, name: string) => unknown): object {
  return Object.fromEntries(Object.entries(action).map(([name, value]) => [name, typeof value === 'number' ? change(value, name) : value]));
}

function mapIds(action: OpenAction, other: <T>(name: string, id: T) => T | string): object {
  const entries = Object.entries(action).map(([name, value]): [string, unknown] => {
    if (name.endsWith('_id')) return [name, other(name, value)];
    if (!name.endsWith('_ids')) return [name, value];
    const id = other(name, null);
    return [name, id === null ? value : [id]];
  });
  return Object.fromEntries(entries);
}

/** Ids of the kind that the seat knows but the legal list excludes: unsuitable blocks, settled jobs, its own offers. */
function unlisted(name: string, action: OpenAction, observation: OpenObservation): string[] {
  const legal = observation.legal_actions.find(({ action_type }) => action_type === action.action_type);
  if (legal === undefined) return [];
  const listed = new Set(idsIn(legal, action));
  return knownOf(name, observation).filter((id) => !listed.has(id));
}

function idsIn(legal: LegalAction, action: OpenAction): string[] {
  if (legal.action_type !== 'allocate_to_job') {
    const lists: unknown[] = Object.values(legal).filter(Array.isArray).flat();
    return lists.filter((id) => typeof id === 'string');
  }
  return [...Object.keys(legal.jobs), ...(legal.jobs[action.job_id ?? ''] ?? [])];
}

function knownOf(
  name: string,
  { owned_blocks, private_jobs, active_offers, active_coalitions, controlled_lab_id }: OpenObservation,
): string[] {
  switch (name) {
    case 'block_ids':
      return owned_blocks.map((block) => block.block_id);
    case 'job_id':
    case 'job_ids':
      return private_jobs.map((job) => job.job_id);
    case 'offer_id':
      return active_offers.map((offer) => offer.offer_id);
    case 'coalition_id':
      return active_coalitions.map((coalition) => coalition.coalition_id);
    case 'target_lab_id':
      return [controlled_lab_id];
    default:
      return [];
  }
}

/** Something of the kind that does not belong to the seat. */
function stranger(name: string, { public_market, controlled_lab_id: me, visible_labs }: OpenObservation): string {
  if (name.includes('block')) return public_market.blocks.find((block) => block.owner_lab_id !== me)?.block_id ?? 'b_9_9';
  if (name.includes('lab')) return visible_labs[0]?.lab_id ?? 'lab_9';
  return { offer_id: 'o_1', coalition_id: 'c_1' }[name] ?? 'j_0_0';
}
