/** The conditions that an offer puts on its blocks, parsed once, when it is sent. */
import { MAX_MONEY } from '../actions';
import { boundTo, type OpenState, toCents } from '../state';
import type { OpenConditions } from '../types';

const KEYS = ['must_not_resell', 'must_use_by_round', 'penalty', 'coalition_only'];

export interface ConditionsAsked {
  given: Record<string, unknown> | undefined;
  to: string | null;
  blocks: readonly string[];
}

/** null: none. A string: why they cannot be met. A key set to null, or must_not_resell set to false, is left out. */
export function readConditions(state: OpenState, labId: string, { given, to, blocks }: ConditionsAsked): OpenConditions | null | string {
  const asked = Object.entries(given ?? {}).filter(([key, value]) => value !== null && !(key === 'must_not_resell' && value === false));
  if (asked.length === 0) return null;
  if (blocks.length === 0) return 'conditions need at least one block';
  if (asked.some(([key]) => !KEYS.includes(key))) return `the only conditions are ${KEYS.join(', ')}`;
  const { must_not_resell, must_use_by_round, penalty, coalition_only } = Object.fromEntries(asked);
  if (must_not_resell !== undefined && must_not_resell !== true) return 'must_not_resell must be true or false';
  if (must_use_by_round !== undefined && !isComingRound(state, must_use_by_round))
    return `must_use_by_round must be a round from ${state.round_index + 1} to ${state.config.rounds - 1}`;
  if (penalty !== undefined && (must_use_by_round === undefined || !isAmount(penalty)))
    return `a penalty needs must_use_by_round, and must be from 0 to ${MAX_MONEY}`;
  if (coalition_only !== undefined && !canBind(state, coalition_only, { parties: [labId, to], blocks }))
    return 'coalition_only must name a coalition that both sides belong to, and no block may be bound to another';
  return {
    must_not_resell: must_not_resell === true,
    must_use_by_round: typeof must_use_by_round === 'number' ? must_use_by_round : null,
    penalty_cents: typeof penalty === 'number' ? toCents(penalty) : 0,
    coalition_only: typeof coalition_only === 'string' ? coalition_only : null,
  };
}

function isComingRound(state: OpenState, value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value > state.round_index && value < state.config.rounds;
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_MONEY;
}

/** An existing coalition that includes both named parties, where no block has an older bond that conflicts with it. */
function canBind(state: OpenState, value: unknown, deal: { parties: (string | null)[]; blocks: readonly string[] }): boolean {
  const coalition = typeof value === 'string' && Object.hasOwn(state.coalitions, value) ? state.coalitions[value] : undefined;
  if (coalition === undefined || coalition.status === 'ended') return false;
  if (!deal.parties.every((lab) => lab === null || coalition.members.includes(lab))) return false;
  return deal.blocks.every((id) => {
    const block = state.blocks[id];
    const bond = block === undefined ? null : boundTo(state, block);
    return bond === null || bond === coalition.coalition_id;
  });
}
