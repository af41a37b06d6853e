/** The house labs: they answer offers, and in even rounds may make one. */
import { round } from '~/lib/numbers';
import type { Offer } from '../../types';
import { type ClassicState, CONTROLLED, controlled, findBlock, findLab, isFree, known, type LabState } from '../state';
import { emit, type Turn } from '../turn';
import { offerId } from './offer-ids';
import { close, executeOffer } from './offers';

export function opponentsAct(turn: Turn): void {
  for (const offer of turn.state.offers) {
    if (offer.status === 'active' && offer.to_lab_id !== CONTROLLED) answer(turn, offer);
  }
  if (turn.state.round_index % 2 !== 0) return;
  for (const lab of turn.state.labs) {
    if (lab.lab_id !== CONTROLLED && turn.draws.random() < 0.35) proposeSwap(turn, lab.lab_id);
  }
}

function answer(turn: Turn, offer: Offer): void {
  const lab = known(findLab(turn.state, offer.to_lab_id), offer.to_lab_id);
  if (offer.expires_round >= turn.state.round_index && isWilling(turn, offer, lab)) {
    executeOffer(turn, offer);
  } else if (lab.archetype === 'retaliatory' && controlled(turn.state).reputation < 0.45) {
    close(turn, offer, 'rejected');
  }
}

/** Draws nothing if the offer's value suffices. */
function isWilling(turn: Turn, offer: Offer, lab: LabState): boolean {
  const pressure = pressureOf(turn.state, lab);
  const value = 0.22 * offer.requested_blocks.length + offer.payment / 100 - 0.16 * offer.offered_blocks.length;
  return value >= threshold(lab, pressure) || turn.draws.random() < Math.max(0.02, 0.12 * pressure);
}

function threshold(lab: LabState, pressure: number): number {
  switch (lab.archetype) {
    case 'cooperative':
      return 0.35 - 0.1;
    case 'selfish':
      return 0.75;
    case 'deadline_panicked':
      return 0.45 - 0.35 * pressure;
    case 'deceptive':
      return 0.55;
    default:
      return 0.65;
  }
}

/** The share of a lab's jobs that are open and due within two rounds. */
function pressureOf(state: ClassicState, lab: LabState): number {
  if (lab.jobs.length === 0) return 0;
  let pressing = 0;
  for (const job of lab.jobs) if (!job.completed && job.deadline_round - state.round_index <= 2) pressing++;
  return pressing / lab.jobs.length;
}

function proposeSwap(turn: Turn, labId: string): void {
  const { state, draws } = turn;
  const lab = known(findLab(state, labId), labId);
  const own = freeBlocks(state, lab);
  const wanted = freeBlocks(state, controlled(state));
  if (own.length === 0 || wanted.length === 0) return;
  const panicked = lab.archetype === 'deadline_panicked';
  const payment = round(draws.uniform(0, 15), 2) + (panicked ? 10 : 0);
  emit(turn, {
    type: 'offer_made',
    offer: {
      offer_id: offerId(state.offers.length + 1),
      from_lab_id: lab.lab_id,
      to_lab_id: CONTROLLED,
      round_created: state.round_index,
      expires_round: Math.min(state.max_rounds, state.round_index + 2),
      offered_blocks: [draws.choice(own)],
      requested_blocks: [draws.choice(wanted)],
      payment,
      message: panicked ? 'Urgent swap needed.' : 'Capacity swap?',
      conditions: {},
      status: 'active',
      linked_offer_id: null,
    },
  });
}

function freeBlocks(state: ClassicState, lab: LabState): string[] {
  const free: string[] = [];
  for (const blockId of lab.block_ids) if (isFree(known(findBlock(state, blockId), blockId))) free.push(blockId);
  return free;
}
