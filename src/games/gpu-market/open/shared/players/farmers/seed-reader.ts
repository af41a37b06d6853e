/** A farmer that looks for the world's seed and, if it finds it, trades on what nobody else can know. */

import { round } from '~/lib/numbers';
import type { Draws } from '~/lib/random/draws';
import type { OpenAction } from '../../actions';
import { type OpenConfig, PRESETS, parseOpenConfig } from '../../config';
import type { OpenObservation, PublicBlock, WireJob } from '../../observation';
import { bestPlan } from '../../plans/plan';
import { problemOf } from '../../plans/potential';
import type { JobOpening } from '../../types';
import { drawWorld, openDraws, STREAMS, type World } from '../../world';
import { type Farmer, type FarmerView, spareBlocks } from './farmer';

/** The share of a buyer's gain that it asks for. The seed tells the gain to the cent. */
const SHARE_ASKED = 0.85;
const LEAST_PRICE = 2;
const USUAL_PRICE = 9;

export const seedReader: Farmer = {
  id: 'seed_reader',
  summary:
    'searches what it sees and the published ranges for the seed; if it finds it, sells blocks that will fail, at each buyer’s highest price',
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

/**
 * Offers a block to the lab that would gain most by it, if that brings more than the usual price or the block will fail. Otherwise it
 * sells like anybody else.
 */
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

/** Another lab's job as it was drawn. The seed does not tell what has been delivered to it since. */
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

/** Training, validation and test worlds. Their seeds are published so that tables can be reproduced. */
const PUBLISHED_RANGES = [{ first: 0, last: 59_999 }] as const;

const LEAST_DIGITS = 1;
const BASES = [10, 16, 36] as const;

interface FoundWorld {
  seed: number;
  world: World;
}

/** The world of this match, if its seed is a published one or a number that the seat can see. The code is public, so the seed tells everything. */
export function findSeed(observation: OpenObservation, sights: readonly string[] = []): FoundWorld | null {
  const config = settingOf(observation);
  if (config === null) return null;
  const first = observation.public_market.blocks.find((block) => block.owner_lab_id === 'lab_0' && block.block_id.startsWith('b_0_'));
  if (first === undefined) return null;
  const told = numbersIn([JSON.stringify(observation), ...sights].join(' '));
  for (const seed of told) if (isWorld(seed, { config, first, observation })) return { seed, world: worldAt(config, seed) };
  for (const range of PUBLISHED_RANGES) {
    for (let seed = range.first; seed <= range.last; seed++) {
      if (isWorld(seed, { config, first, observation })) return { seed, world: worldAt(config, seed) };
    }
  }
  return null;
}

/** Every whole number in the text, in the bases in which ids are written. */
function numbersIn(text: string): Set<number> {
  const found = new Set<number>();
  for (const word of text.match(/[0-9a-z]+/gi) ?? []) {
    for (const base of BASES) {
      const number = Number.parseInt(word, base);
      if (word.length >= LEAST_DIGITS && Number.isSafeInteger(number)) found.add(number);
    }
  }
  return found;
}

/** The match's config as far as a seat can tell. Judge mode and shocks do not affect the world's first draws. */
function settingOf({ task_type, max_rounds, visible_labs, public_market, private_jobs }: OpenObservation): OpenConfig | null {
  const labs = visible_labs.length + 1;
  const first = (i: number) => public_market.blocks.filter((block) => block.block_id.startsWith(`b_${i}_`)).length;
  const blocks = Math.round((first(0) + first(1)) / 2);
  const preset = PRESETS[task_type as keyof typeof PRESETS];
  const jobs = preset?.jobs ?? private_jobs.length;
  const read = parseOpenConfig({
    task_type,
    labs,
    rounds: max_rounds,
    blocks,
    jobs,
    shocks: Math.min(preset?.shocks ?? 0, max_rounds - 1),
  });
  return read.ok ? read.value : null;
}

interface Evidence {
  config: OpenConfig;
  first: PublicBlock;
  observation: OpenObservation;
}

/** Checks the first block first, which rules out almost every seed cheaply. */
function isWorld(seed: number, { config, first, observation }: Evidence): boolean {
  if (!isFirstBlock(openDraws({ seed }, [STREAMS.world, 0]), first, config.rounds)) return false;
  const blocks = new Map(observation.public_market.blocks.map((block) => [block.block_id, block]));
  return worldAt(config, seed).labs.every((lab) =>
    lab.blocks.every((drawn) => {
      const shown = blocks.get(drawn.block_id);
      return shown?.start_round === drawn.start_round && shown.energy_cost === drawn.energy_cost && shown.gpu_count === drawn.gpu_count;
    }),
  );
}

function isFirstBlock(draws: Draws, block: PublicBlock, rounds: number): boolean {
  draws.choice([-1, 1]);
  draws.uniform(100, 200);
  const duration = draws.choice([1, 2, 3]);
  const gpu_count = draws.choice([1, 2, 4]);
  if (duration !== block.duration || gpu_count !== block.gpu_count) return false;
  if (draws.randint(2, Math.max(2, rounds - duration)) !== block.start_round) return false;
  draws.random(); // reliability, which a shock may have changed
  return round(draws.uniform(0.3, 1.2) * duration * gpu_count, 2) === block.energy_cost;
}

function worldAt(config: OpenConfig, seed: number): World {
  return drawWorld({ ...config, seed });
}
