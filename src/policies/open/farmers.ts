/** Players that would collect a score without making anything: each a graft upon another player's turn. They must gain nothing. */
import type { OpenAction } from '~/games/gpu-market/open/actions';
import type { OpenObservation } from '~/games/gpu-market/open/observation';

export type Farmer = (observation: OpenObservation) => OpenAction[];

/** Founds a coalition each round and takes part in every one, with nothing to bring. */
export const coalitionFormer: Farmer = ({ visible_labs, active_coalitions, controlled_lab_id }) => {
  const joins = active_coalitions.filter((one) => one.invited?.includes(controlled_lab_id) && !one.members.includes(controlled_lab_id));
  return [
    { action_type: 'form_coalition', members: visible_labs.map((lab) => lab.lab_id).slice(0, 15), bond: 0 },
    ...joins.slice(0, 2).map(({ coalition_id }): OpenAction => ({ action_type: 'join_coalition', coalition_id })),
  ];
};

/** Every word that a judge was ever known to like, and no fact. */
export const keywordPitcher: Farmer = () => [
  {
    action_type: 'make_pitch',
    message:
      'Urgent deadline this round: fair allocation of gpu-hours, reliability guaranteed, high value, coalition budget, queue, shock.',
  },
];

/** Offers its blocks one by one to nobody's use, at a price nobody pays. */
export const splitter: Farmer = ({ owned_blocks }) =>
  owned_blocks
    .slice(0, 4)
    .map(({ block_id }) => ({ action_type: 'send_offer', block_ids: [block_id], requested_payment: 900_000, expires_in: 1 }));

/** The same small deed again and again. */
export const repeater: Farmer = ({ owned_blocks }) => {
  const block_ids = owned_blocks.slice(0, 1).map((block) => block.block_id);
  const deeds = ['reserve_capacity', 'release_capacity', 'reserve_capacity', 'release_capacity'] as const;
  return deeds.map((action_type) => ({ action_type, block_ids }));
};

/** Two seats that trade the same things to and fro. */
export function washTrader(partner: string): Farmer {
  return ({ active_offers, owned_blocks }) => [
    ...active_offers
      .filter((offer) => offer.from_lab_id === partner)
      .slice(0, 2)
      .map(({ offer_id }): OpenAction => ({ action_type: 'accept_offer', offer_id })),
    { action_type: 'send_offer', target_lab_id: partner, block_ids: owned_blocks.slice(0, 1).map((block) => block.block_id), payment: 5 },
    { action_type: 'send_offer', target_lab_id: partner, requested_payment: 5 },
  ];
}

/** Gives all that it has to a partner. */
export function feeder(partner: string): Farmer {
  return ({ owned_blocks, controlled_lab_budget }) => [
    {
      action_type: 'send_offer',
      target_lab_id: partner,
      block_ids: owned_blocks.map((block) => block.block_id),
      payment: controlled_lab_budget,
    },
  ];
}

/** Founds, pledges, breaks, and founds again, to move bonds about. */
export function bondCycler(partner: string): Farmer {
  return ({ active_coalitions, controlled_lab_id: me, owned_blocks }) => {
    const mine = active_coalitions.find((one) => one.members.includes(me));
    const asked = active_coalitions.find((one) => one.invited?.includes(me) && !one.members.includes(me));
    const block_ids = owned_blocks.slice(0, 1).map((block) => block.block_id);
    if (asked !== undefined) return [{ action_type: 'join_coalition', coalition_id: asked.coalition_id }];
    if (mine === undefined) return [{ action_type: 'form_coalition', members: [partner], bond: 50 }];
    if (mine.pledges?.[me] !== undefined) return [{ action_type: 'release_capacity', block_ids }];
    return [{ action_type: 'commit_to_coalition', coalition_id: mine.coalition_id, block_ids }];
  };
}

/** Takes money for nothing: asks every lab for a gift, and sells blocks that are over. */
export const swindler: Farmer = ({ owned_blocks, visible_labs, round_index }) => {
  const last = owned_blocks.filter((block) => block.hours_left > 0 && block.start_round <= round_index).slice(0, 2);
  return [
    ...last.map(({ block_id }): OpenAction => ({ action_type: 'send_offer', block_ids: [block_id], requested_payment: 20, expires_in: 4 })),
    ...visible_labs
      .slice(0, 2)
      .map(({ lab_id }): OpenAction => ({ action_type: 'send_offer', target_lab_id: lab_id, requested_payment: 10 })),
  ];
};
