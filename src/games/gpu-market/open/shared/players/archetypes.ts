/** House labs: planners that agree on what a block is worth and differ in how they bargain. None deals at a loss. */

import { ARCHETYPES, type Archetype } from '../../../types';
import type { OpenAction } from '../actions';
import type { OpenObservation, WireJob } from '../observation';
import { openJobs } from '../plans/potential';
import { STRONGEST, type Style, styledTurn } from './planner';

const POOR_REPUTATION = 0.45;
const NEAR = 3;

/** A house lab counts blocks that it does not use itself as worth nothing. */
const HOUSE: Style = { ...STRONGEST, weighs_sale: false };

/** Also bids to labs with an open offer. */
const BIDDER: Style = { ...HOUSE, bids_to_askers: true };

export const STYLES: Record<Archetype, (observation: OpenObservation) => Style> = {
  cooperative: () => ({ ...BIDDER, ask_over_loss: 1.05, ask_per_hour: 7, bid_share: 0.6 }),
  selfish: () => ({ ...BIDDER, least_gain: 3, ask_over_loss: 1.6, ask_per_hour: 13, bid_share: 0.25, bid_most: 0.5 }),
  deadline_panicked: (observation) => (presses(observation) ? { ...BIDDER, bid_share: 0.8, bid_most: 0.95 } : HOUSE),
  deceptive: () => ({ ...BIDDER, ask_over_loss: 1.3, ask_per_hour: 11, bid_share: 0.3, bid_most: 0.7 }),
  retaliatory: () => ({ ...HOUSE, deals_with: isRespectable }),
};

/** The deceptive lab also lies in messages, which changes nothing: no house lab's plan depends on words. */
export function archetypeTurn(observation: OpenObservation, archetype: Archetype): OpenAction[] {
  const turn = styledTurn(observation, STYLES[archetype](observation));
  if (archetype !== 'deceptive' || turn.length >= observation.actions_per_round || observation.round_index % 3 !== 0) return turn;
  return [...turn, { action_type: 'send_message', message: 'We have more capacity than we need; prices will fall.' }];
}

/** The archetype of a seat without an assigned one. The cycle starts at lab_1. */
export function archetypeOf(seat: string): Archetype {
  const number = Number(seat.slice(4));
  return ARCHETYPES[(number + ARCHETYPES.length - 1) % ARCHETYPES.length] ?? 'cooperative';
}

function presses(observation: OpenObservation): boolean {
  return openJobs(observation).some((job) => lacks(job) && job.deadline_round - observation.round_index <= NEAR);
}

function lacks(job: WireJob): boolean {
  return job.hours_by_deadline < job.gpu_hours_required;
}

/** The operator has no reputation, so it counts as respectable. */
export function isRespectable(observation: OpenObservation, labId: string): boolean {
  const lab = observation.visible_labs.find((one) => one.lab_id === labId);
  return lab === undefined || lab.reputation >= POOR_REPUTATION;
}
