/** Farmers with two seats that trade with each other. */
import type { OpenAction } from '../../actions';
import type { OpenObservation } from '../../observation';
import { type Farmer, type FarmerView, spareBlocks } from './farmer';

const SMALL_SUM = 5;
const BOND = 1;
const BREACHES_FROM_END = 4;

export const washTraders: Farmer = {
  id: 'wash_traders',
  summary: 'two seats sell the same blocks back and forth',
  seats: 2,
  start: () => (view) => {
    const { observation, partner } = view;
    if (partner === null) return [];
    // The block that starts last, so that neither seat needs it while it is traded back and forth.
    const block_ids = spareBlocks(view)
      .sort((a, b) => b.start_round - a.start_round || (a.block_id < b.block_id ? -1 : 1))
      .slice(0, 1)
      .map((block) => block.block_id);
    return [
      ...accepted(observation, partner).slice(0, 2),
      { action_type: 'send_offer', target_lab_id: partner, block_ids, payment: Math.min(SMALL_SUM, observation.controlled_lab_budget) },
      { action_type: 'send_offer', target_lab_id: partner, requested_payment: SMALL_SUM },
    ];
  },
};

export const feeder: Farmer = {
  id: 'feeder',
  summary: 'one of two seats gives all its blocks and money to the other',
  seats: 2,
  start: () => (view) => {
    const { observation, partner } = view;
    if (partner === null) return [];
    if (observation.controlled_lab_id > partner) return accepted(observation, partner);
    const block_ids = spareBlocks(view).map((block) => block.block_id);
    const payment = observation.controlled_lab_budget;
    return block_ids.length === 0 && payment === 0 ? [] : [{ action_type: 'send_offer', target_lab_id: partner, block_ids, payment }];
  },
};

export const bondCycler: Farmer = {
  id: 'bond_cycler',
  summary: 'two seats found and leave coalitions with bonds again and again, and at the end break pledges to collect the bonds',
  seats: 2,
  start: () => (view) => {
    const { observation, partner } = view;
    const { active_coalitions, controlled_lab_id: me } = observation;
    const ours = active_coalitions.filter((one) => [me, partner].includes(one.founder));
    const mine = ours.find((one) => one.members.includes(me));
    const asked = ours.find((one) => one.invited?.includes(me) && !one.members.includes(me));
    if (asked !== undefined) return [{ action_type: 'join_coalition', coalition_id: asked.coalition_id }];
    if (mine === undefined) {
      const bond = Math.min(BOND, observation.controlled_lab_budget);
      return partner === null ? [] : [{ action_type: 'form_coalition', members: [partner], bond }];
    }
    const late = observation.round_index >= observation.max_rounds - BREACHES_FROM_END;
    const pledged = mine.pledges?.[me] !== undefined;
    // Breaking a pledge costs the other labs' trust, and so trade. Near the end that matters little.
    if (pledged || (!late && mine.status === 'active')) return [{ action_type: 'leave_coalition', coalition_id: mine.coalition_id }];
    const job_ids = late ? idleJob(view) : [];
    return job_ids.length === 0 ? [] : [{ action_type: 'commit_to_coalition', coalition_id: mine.coalition_id, job_ids }];
  },
};

/** A job that no block works for. */
function idleJob({ observation, turn }: FarmerView): string[] {
  const served = new Set(turn.map((action) => action.job_id));
  return observation.private_jobs
    .filter((job) => !job.settled && job.allocated_block_ids.length === 0 && job.pledged_to === null && !served.has(job.job_id))
    .sort((a, b) => b.deadline_round - a.deadline_round || (a.job_id < b.job_id ? -1 : 1))
    .slice(0, 1)
    .map((job) => job.job_id);
}

function accepted({ active_offers }: OpenObservation, partner: string): OpenAction[] {
  const received = active_offers.filter((offer) => offer.from_lab_id === partner && offer.to_lab_id !== null);
  return received.map(({ offer_id }) => ({ action_type: 'accept_offer', offer_id }));
}
