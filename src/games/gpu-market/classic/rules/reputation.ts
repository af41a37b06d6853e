/** Changes of a lab's reputation. */
import { clamp01, round } from '~/lib/numbers';
import type { ReputationChanged } from '../../events';
import { findLab, known } from '../state';
import { emit, type Turn } from '../turn';

export function changeReputation(turn: Turn, labId: string, change: { delta: number; why: ReputationChanged['why'] }): void {
  const before = known(findLab(turn.state, labId), labId).reputation;
  emit(turn, { type: 'reputation_changed', lab_id: labId, reputation: clamp01(round(before + change.delta, 4)), why: change.why });
}
