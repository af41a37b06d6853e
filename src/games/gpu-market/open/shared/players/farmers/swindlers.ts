/** Farmers that try to get money for nothing from labs that check offers too little. */
import type { OpenAction } from '../../actions';
import type { OpenObservation, PublicBlock } from '../../observation';
import { distantBlocks, type Farmer, type FarmerView, hoursWhenTaken, spareBlocks } from './farmer';

const ALMS = 10;
/** The usual price of an hour. */
const USUAL_PRICE = 9;
const HIGH_PENALTY = 40;
const BAIT = 'First come, first served.';

export const beggar: Farmer = {
  id: 'beggar',
  summary: 'asks each lab, and all labs together, for money in return for nothing',
  seats: 1,
  start:
    () =>
    ({ observation: { visible_labs, round_index } }) => {
      const whom = visible_labs[round_index % Math.max(1, visible_labs.length)];
      return [
        { action_type: 'send_offer', requested_payment: ALMS, expires_in: 4, message: 'A processing fee is due.' },
        ...(whom === undefined ? [] : [gift(whom.lab_id)]),
        ...visible_labs.map((lab) => gift(lab.lab_id)),
      ];
    },
};

function gift(target_lab_id: string): OpenAction {
  return { action_type: 'send_offer', target_lab_id, requested_payment: ALMS, message: 'A processing fee is due.' };
}

export const dregsSeller: Farmer = {
  id: 'dregs_seller',
  summary: 'sells blocks that are failed, used or expired before a buyer can use them, at the price of the whole block',
  seats: 1,
  start:
    () =>
    ({ observation }) =>
      worthless(observation).map((block) => ({ ...ask(block, wholePrice(block)), expires_in: 4 })),
};

export const falseSwapper: Farmer = {
  id: 'false_swapper',
  summary: 'offers blocks that will be worthless by then for another lab’s largest block',
  seats: 1,
  start:
    () =>
    ({ observation }) => {
      const best = othersBlocks(observation).sort((a, b) => b.hours_left - a.hours_left || byId(a, b))[0];
      if (best === undefined) return [];
      return worthless(observation).map((block) => ({
        action_type: 'send_offer',
        target_lab_id: best.owner_lab_id,
        block_ids: [block.block_id],
        requested_block_ids: [best.block_id],
        message: 'A fair swap for both of us.',
      }));
    },
};

/** The large block is bait: it should make the small ones wanted. */
export const withdrawer: Farmer = {
  id: 'withdrawer',
  summary: 'offers a large block for almost nothing next to small ones at the usual price, and withdraws it before anybody can accept',
  seats: 1,
  start: () => (view) => {
    const { active_offers, controlled_lab_id: me } = view.observation;
    const [bait, ...small] = bySize(view);
    const back = active_offers.filter((offer) => offer.from_lab_id === me && offer.message === BAIT);
    const withdrawals = back.map(({ offer_id }): OpenAction => ({ action_type: 'reject_offer', offer_id }));
    const asks = small.map((block) => ({ ...ask(block, wholePrice(block)), expires_in: 1 }));
    return bait === undefined || small.length === 0
      ? withdrawals
      : [...withdrawals, { ...ask(bait, 1), message: BAIT, expires_in: 1 }, ...asks];
  },
  honest: () => (view) =>
    bySize(view)
      .slice(1)
      .map((block) => ({ ...ask(block, wholePrice(block)), expires_in: 1 })),
};

export const depositTrapper: Farmer = {
  id: 'deposit_trapper',
  summary: 'sells blocks cheaply on a condition that cannot be met, to collect the deposit',
  seats: 1,
  start: () => (view) => {
    const { round_index, max_rounds } = view.observation;
    if (round_index + 1 >= max_rounds) return [];
    const conditions = { must_use_by_round: round_index + 1, penalty: HIGH_PENALTY };
    return distantBlocks(view).map((block) => ({ ...ask(block, 1), conditions, expires_in: 1 }));
  },
};

/** The coalition never makes a plan, so the blocks are worth nothing to the buyer. */
export const bondTrapper: Farmer = {
  id: 'bond_trapper',
  summary: 'founds a coalition of all and sells its members blocks that only a plan of that coalition may use',
  seats: 1,
  start: () => (view) => {
    const { active_coalitions, controlled_lab_id: me, visible_labs } = view.observation;
    const mine = active_coalitions.find((one) => one.founder === me && one.members.includes(me));
    if (mine === undefined)
      return [{ action_type: 'form_coalition', members: visible_labs.map((lab) => lab.lab_id).slice(0, 15), bond: 0 }];
    // If nobody joins, the coalition ends and its blocks are free again.
    if (mine.status !== 'active') return [];
    const conditions = { coalition_only: mine.coalition_id };
    return spareBlocks(view).map((block) => ({ ...ask(block, wholePrice(block) / 2), conditions }));
  },
};

export const passenger: Farmer = {
  id: 'passenger',
  summary: 'joins every coalition with its smallest block, for a share of what the others make',
  seats: 1,
  start: () => (view) => {
    const { active_coalitions, controlled_lab_id: me } = view.observation;
    const asked = active_coalitions.filter((one) => one.invited?.includes(me) && !one.members.includes(me));
    const mine = active_coalitions.find((one) => one.members.includes(me) && one.status === 'active');
    const least = bySize(view).at(-1);
    const joins = asked.map(({ coalition_id }): OpenAction => ({ action_type: 'join_coalition', coalition_id }));
    if (mine === undefined || least === undefined) return joins;
    return [...joins, { action_type: 'commit_to_coalition', coalition_id: mine.coalition_id, block_ids: [least.block_id], reserve: 1 }];
  },
};

function ask(block: PublicBlock, price: number): OpenAction {
  return { action_type: 'send_offer', block_ids: [block.block_id], requested_payment: Math.round(price * 100) / 100 };
}

function wholePrice(block: PublicBlock): number {
  return USUAL_PRICE * block.duration * block.gpu_count;
}

function bySize(view: FarmerView): PublicBlock[] {
  return spareBlocks(view).sort((a, b) => b.duration * b.gpu_count - a.duration * a.gpu_count || byId(a, b));
}

/** Own blocks that nobody can use by the time an offer of them is accepted. */
function worthless(observation: OpenObservation): PublicBlock[] {
  return observation.owned_blocks.filter((block) => block.status === 'used' || hoursWhenTaken(block, observation) === 0);
}

function byId(a: PublicBlock, b: PublicBlock): number {
  return a.block_id < b.block_id ? -1 : 1;
}

function othersBlocks({ public_market, controlled_lab_id, round_index }: FarmerView['observation']): PublicBlock[] {
  return public_market.blocks.filter(
    (block) =>
      block.owner_lab_id !== controlled_lab_id &&
      block.owner_lab_id !== 'operator' &&
      block.status === 'available' &&
      block.start_round > round_index &&
      block.hours_left > 0,
  );
}
