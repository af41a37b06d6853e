/** Joint plans under version 1: carried out at once by any member; what each lab states as its reserve is paid first. */
import type { OpenAction } from '../../shared/actions';
import type { Proceedings } from '../../shared/proceedings';
import { done, refuse } from '../../shared/refusal';
import { wrongMembership } from '../../shared/rules/coalitions';
import { tellMembers } from '../../shared/rules/messages';
import { signingOf, wrongPlan } from '../../shared/rules/plans';
import { endPledge } from '../../shared/rules/pledges';
import { signShares } from '../../shared/rules/splits';
import { coalitionOf } from '../../shared/state';
import type { OpenResult } from '../../shared/types';

export function executePlan(book: Proceedings, labId: string, action: OpenAction): OpenResult {
  const { state } = book;
  const outside = wrongMembership(state, labId, action.coalition_id);
  if (outside !== null) return outside;
  const coalition = coalitionOf(state, action.coalition_id ?? '');
  const plan = action.plan ?? (action.job_id === undefined ? [] : [{ job_id: action.job_id, block_ids: action.block_ids ?? [] }]);
  const wrong = wrongPlan(state, coalition, plan);
  if (wrong !== null) return wrong;
  const signing = signingOf(state, coalition, plan);
  const { participants, total, reserves } = signing;
  if (total < reserves || total <= 0) return refuse('below_reserve');
  const shares = signShares(state, coalition, signing);
  book.record({
    type: 'plan_executed',
    coalition_id: coalition.coalition_id,
    lab_id: labId,
    plan,
    participants,
    total_cents: total,
    reserves_cents: reserves,
    shares,
  });
  for (const lab_id of participants) endPledge(book, coalition, { lab_id, why: 'used' });
  tellMembers(book, { from: labId, coalition: coalition.coalition_id, text: action.message });
  return done('plan_executed');
}
