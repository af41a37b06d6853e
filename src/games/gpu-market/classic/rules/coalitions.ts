/** Coalitions of two: form, commit, break. In classic, they bind nobody and pay by themselves. */
import type { Action, Coalition } from '../../types';
import { type ClassicState, CONTROLLED, controlled, findBlock, findCoalition, findLab } from '../state';
import { type Answer, done, emit, refuse, type Turn } from '../turn';
import { changeReputation } from './reputation';

const NOTHING: readonly string[] = [];

export function formCoalition(turn: Turn, action: Action): Answer {
  const { state } = turn;
  if (state.difficulty === 'easy') return refuse('coalitions_disabled', 'There are no coalitions at this difficulty.');
  const partner = findLab(state, action.target_lab_id);
  if (partner === null || partner.lab_id === CONTROLLED) return refuse('invalid_coalition_target', 'A coalition needs another lab.');
  emit(turn, {
    type: 'coalition_formed',
    coalition: {
      coalition_id: `c_${state.coalitions.length + 1}`,
      members: [CONTROLLED, partner.lab_id],
      purpose: action.message || 'shared_capacity',
      commitments: {},
      trust_score: Math.min(1, (controlled(state).reputation + partner.reputation) / 2),
      round_created: state.round_index,
      expires_round: state.max_rounds,
      breach_status: 'none',
    },
  });
  return done('coalition_created', `The coalition with ${partner.lab_id} is formed.`, 0.06);
}

/** Blocks before the one that fails stay committed; only success changes the coalition's list. */
export function commitToCoalition(turn: Turn, action: Action): Answer {
  const { state } = turn;
  const coalition = findCoalition(state, action.coalition_id);
  if (coalition === null) return refuse('unknown_coalition', 'There is no such coalition.');
  if (!coalition.members.includes(CONTROLLED)) return refuse('not_coalition_member', `You are no member of ${coalition.coalition_id}.`);
  const blockIds = action.block_ids ?? NOTHING;
  for (const blockId of blockIds) {
    const block = findBlock(state, blockId);
    if (block === null || block.owner_lab_id !== CONTROLLED) return refuse('unowned_block', `Block ${blockId} is not yours.`);
    if (block.status === 'failed') return refuse('failed_block', `Block ${blockId} has failed.`);
    emit(turn, { type: 'block_marked', block_id: blockId, lab_id: CONTROLLED, status: 'committed', reserved_by: block.reserved_by });
  }
  emit(turn, { type: 'coalition_committed', coalition_id: coalition.coalition_id, lab_id: CONTROLLED, block_ids: blockIds.slice() });
  return done('coalition_committed', `The commitment to ${coalition.coalition_id} stands.`, 0.08);
}

/** A committed block that failed excuses its member; one that now belongs to another lab is a breach. */
export function checkBreaches(turn: Turn): void {
  for (const coalition of turn.state.coalitions.slice()) {
    if (coalition.breach_status === 'none') checkCommitments(turn, coalition);
  }
}

function checkCommitments(turn: Turn, coalition: Coalition): void {
  for (const member of coalition.members) {
    for (const blockId of coalition.commitments[member] ?? NOTHING) {
      const broken = breachOf(turn.state, blockId, member);
      if (broken === null) continue;
      emit(turn, { type: 'coalition_broken', coalition_id: coalition.coalition_id, lab_id: member, block_id: blockId, status: broken });
      if (broken === 'breached') changeReputation(turn, member, { delta: -0.12, why: 'breach' });
    }
  }
}

function breachOf(state: ClassicState, blockId: string, member: string): 'excused' | 'breached' | null {
  const block = findBlock(state, blockId);
  if (block === null) return null;
  if (block.status === 'failed') return 'excused';
  return block.owner_lab_id === member ? null : 'breached';
}
