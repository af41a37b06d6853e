/** Random trials of `open`. */
import type { Trial } from '~/contract/trial';
import type { Draws } from '~/lib/random/draws';
import type { OpenAction } from './actions';
import { bandsOf } from './bands';
import type { OpenEvent } from './events';
import type { LegalAction } from './legal-action';
import type { OpenObservation } from './observation';
import { fillIn } from './players/random';
import type { OpenState } from './state';

/** Types that lead to deals and joint plans are chosen more often than uniformly, and those that end them less often. */
const WEIGHTS: Partial<Record<LegalAction['action_type'], number>> = {
  accept_offer: 4,
  join_coalition: 4,
  commit_to_coalition: 4,
  allocate_to_job: 4,
  finish: 0.05,
  leave_coalition: 0.2,
};
const MOST_ACTIONS = 3;

export const trial: Trial<OpenObservation, OpenState, OpenEvent> = {
  most: { labs: 5, rounds: 8, blocks: 4, jobs: 4, shocks: 5 },
  /** The other side's money; what a joint plan would earn; the fields of a free condition. */
  unseen: ['budget_overspend', 'insufficient_capacity', 'idle_block', 'below_reserve', 'empty_offer', 'empty_block_list', 'unpledged_job'],
  listed: ({ legal_actions }, draws) => legal_actions.map((legal) => fillIn(legal, draws)),
  unlisted({ controlled_lab_budget, visible_labs, public_market, controlled_lab_id }): OpenAction[] {
    const [other] = visible_labs;
    const theirs = public_market.blocks.find((block) => block.owner_lab_id !== controlled_lab_id);
    return [
      { action_type: 'accept_offer', offer_id: 'o_none' },
      { action_type: 'accept_offer', offer_id: '__proto__' },
      { action_type: 'allocate_to_job', job_id: 'j_none', block_ids: [] },
      { action_type: 'join_coalition', coalition_id: 'c_none' },
      { action_type: 'send_message', message: 'x'.repeat(501) },
      ...(other ? [{ action_type: 'send_offer' as const, target_lab_id: other.lab_id, payment: controlled_lab_budget + 1 }] : []),
      ...(theirs ? [{ action_type: 'reserve_capacity' as const, block_ids: [theirs.block_id] }] : []),
    ];
  },
  play({ legal_actions }, draws): OpenAction[] {
    return Array.from({ length: draws.randint(0, MOST_ACTIONS) }, () => fillIn(weighted(legal_actions, draws), draws));
  },
  held: ({ labs, blocks, offers, coalitions }) => ({
    labs: Object.values(labs).map(({ budget_cents, block_ids, finished }) => ({ budget_cents, block_ids, finished })),
    blocks: Object.values(blocks),
    offers: Object.values(offers),
    coalitions: Object.values(coalitions),
  }),
  twin: (opening, seat) =>
    opening.map((event): OpenEvent => {
      if (event.type !== 'match_opened') return event;
      const changed = event.labs.map((lab) => {
        const jobs = lab.jobs.map((job) => ({ ...job, base_value: job.base_value + 1, private_notes: 'another note' }));
        return lab.lab_id === seat ? { ...lab, budget_cents: lab.budget_cents + 1, jobs } : lab;
      });
      return { ...event, labs: changed };
    }),
  parted: (one, twin, seat) => hasShared(one, seat) || JSON.stringify(shownOf(one, seat)) !== JSON.stringify(shownOf(twin, seat)),
};

/** Whether the members of its coalition can see its jobs. */
function hasShared({ coalitions, jobs }: OpenState, seat: string): boolean {
  const isPledged = Object.values(coalitions).some(({ pledges }) => pledges[seat] !== undefined);
  return isPledged || Object.values(jobs).some((job) => job.lab_id === seat && job.shares !== null);
}

/** What others learn by the rules: bands, a judge's scores, and whether it could pay. */
function shownOf(state: OpenState, seat: string): unknown {
  const deals = Object.values(state.offers).map(({ status }) => status);
  const others = Object.values(state.labs).flatMap(({ lab_id, budget_cents }) => (lab_id === seat ? [] : [budget_cents]));
  return [bandsOf(state), state.verdicts, deals, others];
}

function weighted(legal: readonly LegalAction[], draws: Draws): LegalAction {
  const weight = ({ action_type }: LegalAction): number => WEIGHTS[action_type] ?? 1;
  let at = draws.random() * legal.reduce((sum, one) => sum + weight(one), 0);
  for (const one of legal) {
    at -= weight(one);
    if (at < 0) return one;
  }
  return draws.choice(legal);
}
