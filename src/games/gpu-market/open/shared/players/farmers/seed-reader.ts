/** A farmer that looks for the world's seed, and, where it finds it, deals with what nobody else can know. */
import type { OpenAction } from '../../actions';
import type { OpenObservation, PublicBlock, WireJob } from '../../observation';
import { bestPlan } from '../../plans/plan';
import { problemOf } from '../../plans/potential';
import type { JobOpening } from '../../types';
import type { World } from '../../world';
import { type Farmer, type FarmerView, spareBlocks } from './farmer';
import { type FoundWorld, findSeed } from './find-seed';

/** The part of a buyer's gain that is asked, where its gain is known to the cent. */
const SHARE_ASKED = 0.85;
const LEAST_PRICE = 2;
const USUAL_PRICE = 9;

export const seedReader: Farmer = {
  id: 'seed_reader',
  summary: 'looks for the seed in all it sees and in the published ranges; with it, sells what will fail, and at each buyer’s own price',
  seats: 1,
  start: () => {
    let found: FoundWorld | null | undefined;
    return (view) => {
      found ??= view.observation.round_index === 0 ? findSeed(view.observation) : null;
      return found === null || found === undefined ? usualAsks(view) : knowingAsks(view, found.world);
    };
  },
  honest: () => usualAsks,
};

function usualAsks(view: FarmerView): OpenAction[] {
  return spareBlocks(view).map(usualAsk);
}

/** To the lab that would gain most by it where that is above the usual price, or where the block will fail; else as anybody would. */
function knowingAsks(view: FarmerView, world: World): OpenAction[] {
  const { observation } = view;
  return spareBlocks(view).map((block): OpenAction => {
    const best = bestBuyer(observation, block, world);
    const price = Math.floor(SHARE_ASKED * best.gain) / 100;
    const known = price > usualPrice(block) || (price > LEAST_PRICE && willFail(world, block, observation.round_index));
    return known ? { ...usualAsk(block), target_lab_id: best.lab_id, requested_payment: price } : usualAsk(block);
  });
}

function usualAsk(block: PublicBlock): OpenAction {
  return { action_type: 'send_offer', block_ids: [block.block_id], requested_payment: usualPrice(block), expires_in: 1 };
}

function usualPrice({ duration, gpu_count }: PublicBlock): number {
  return USUAL_PRICE * duration * gpu_count;
}

function willFail(world: World, block: PublicBlock, round: number): boolean {
  return world.shocks.some((shock) => shock.block_id === block.block_id && shock.round_index > round);
}

function bestBuyer(observation: OpenObservation, block: PublicBlock, world: World): { lab_id: string; gain: number } {
  let best = { lab_id: '', gain: 0 };
  for (const lab of world.labs.filter((one) => one.lab_id !== observation.controlled_lab_id)) {
    const jobs = lab.jobs
      .filter((job) => job.arrival_round <= observation.round_index + 1 && job.deadline_round > observation.round_index)
      .map((job) => wire(job, lab.lab_id));
    const blocks = observation.public_market.blocks.filter(
      (one) => one.owner_lab_id === lab.lab_id && ['available', 'reserved'].includes(one.status) && one.hours_left > 0,
    );
    const worth = (held: PublicBlock[]) => bestPlan(problemOf(observation, { blocks: held, jobs })).value;
    const gain = worth([...blocks, block]) - worth(blocks);
    if (gain > best.gain) best = { lab_id: lab.lab_id, gain };
  }
  return best;
}

/** Another's job as it was drawn: what has been done for it since cannot be known. */
function wire(job: JobOpening, lab_id: string): WireJob {
  const value = Math.round(job.base_value * job.urgency_multiplier * 100) / 100;
  return {
    ...job,
    lab_id,
    value,
    allocated_block_ids: [],
    hours_delivered: 0,
    hours_by_deadline: 0,
    hours_in_all: 0,
    energy_paid: 0,
    energy_due: 0,
    pledged_to: null,
    shares: null,
    settled: false,
    completed: false,
    paid: 0,
  };
}
