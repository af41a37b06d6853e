/** Generates an opening from a seed: the draws of the classic reset, in order. */
import { round } from '~/lib/numbers';
import { type Draws, drawsOf } from '~/lib/random/draws';
import type { Stream } from '~/lib/random/mt19937';
import type { LabOpening, MarketEvent } from '../events';
import { ARCHETYPES, type Archetype, type Block, type Difficulty, type Job, type Offer, type ShockKind } from '../types';
import type { ClassicConfig } from './config';
import { offerId } from './rules/offer-ids';
import { CONTROLLED, known } from './state';

interface Size {
  rounds: number;
  blocks: number;
  jobs: number;
}

const SIZES: Record<Difficulty, Size> = {
  easy: { rounds: 3, blocks: 2, jobs: 1 },
  medium: { rounds: 5, blocks: 3, jobs: 2 },
  hard: { rounds: 9, blocks: 4, jobs: 3 },
};

const HARD_LABS = [4, 5] as const;
const DURATIONS = [1, 2, 3] as const;
const GPU_COUNTS = [1, 2, 4] as const;
const HOURS = [2, 3, 4, 6, 8] as const;
const NOTES = ['paper_deadline', 'customer_incident', 'benchmark_run'] as const;

/** Ids by number, created once: at most 5 labs with 4 blocks and 3 jobs. */
const LAB_IDS = [0, 1, 2, 3, 4].map((i) => `lab_${i}`);
const BLOCK_IDS = LAB_IDS.map((_, i) => [0, 1, 2, 3].map((j) => `b_${i}_${j}`));
const JOB_IDS = LAB_IDS.map((_, i) => [0, 1, 2].map((j) => `j_${i}_${j}`));
const NAMES = LAB_IDS.map((_, i) => (i === 0 ? 'You' : `Lab ${String.fromCharCode(64 + i)}`));

export const RULESET = 'classic';
export const VERSION = 1;

export function openMatch(config: ClassicConfig, stream?: Stream): MarketEvent[] {
  const draws = drawsOf(config.seed, 0, stream);
  const size = SIZES[config.difficulty];
  const hardLabs = draws.choice(HARD_LABS);
  const count = config.difficulty === 'easy' ? 2 : config.difficulty === 'medium' ? 3 : hardLabs;
  const labs: LabOpening[] = [];
  for (let i = 0; i < count; i++) labs.push(drawLab(draws, i, size));
  const offers = config.difficulty === 'easy' ? [] : drawOpeningOffers(draws, labs);
  const opened: MarketEvent = {
    type: 'match_opened',
    ruleset: RULESET,
    version: VERSION,
    task_type: config.task_type,
    difficulty: config.difficulty,
    judge_mode: config.judge_mode,
    seed: config.seed,
    max_rounds: size.rounds,
    labs,
    shocks: shocksOf(config),
    draws: draws.drawn,
  };
  return [opened, ...offers.map((offer): MarketEvent => ({ type: 'offer_made', offer }))];
}

function shocksOf(config: ClassicConfig): { round_index: number; kind: ShockKind }[] {
  if (config.difficulty === 'easy') return [];
  const failure = { round_index: 3, kind: 'capacity_failure' } as const;
  if (config.difficulty === 'medium') return [failure];
  const last = config.seed % 2 === 0 ? 'reliability_degradation' : 'demand_surge';
  return [failure, { round_index: 6, kind: 'energy_spike' }, { round_index: 8, kind: last }];
}

function drawLab(draws: Draws, number: number, size: Size): LabOpening {
  const labId = known(LAB_IDS[number], 'lab');
  const budget = round(draws.uniform(70, 130), 2);
  const reputation = labId === CONTROLLED ? 0.65 : round(draws.uniform(0.35, 0.85), 2);
  const blocks: Block[] = [];
  for (let j = 0; j < size.blocks; j++)
    blocks.push(drawBlock(draws, known(BLOCK_IDS[number]?.[j], 'block'), { owner: labId, rounds: size.rounds }));
  const jobs: Job[] = [];
  for (let j = 0; j < size.jobs; j++) jobs.push(drawJob(draws, known(JOB_IDS[number]?.[j], 'job'), size.rounds));
  const public_name = known(NAMES[number], 'name');
  return { lab_id: labId, public_name, archetype: archetypeOf(number), budget, reputation, blocks, jobs };
}

function archetypeOf(number: number): Archetype | null {
  return number === 0 ? null : (ARCHETYPES[(number - 1) % ARCHETYPES.length] ?? null);
}

function drawBlock(draws: Draws, blockId: string, of: { owner: string; rounds: number }): Block {
  return {
    block_id: blockId,
    start_round: draws.randint(0, Math.max(1, of.rounds - 2)),
    duration: draws.choice(DURATIONS),
    gpu_count: draws.choice(GPU_COUNTS),
    reliability: round(draws.uniform(0.72, 0.99), 2),
    energy_cost: round(draws.uniform(1.5, 6), 2),
    owner_lab_id: of.owner,
    reserved_by: null,
    allocated_to_job_id: null,
    status: 'available',
  };
}

function drawJob(draws: Draws, jobId: string, rounds: number): Job {
  return {
    job_id: jobId,
    gpu_hours_required: draws.choice(HOURS),
    deadline_round: draws.randint(2, rounds),
    base_value: round(draws.uniform(30, 95), 2),
    urgency_multiplier: round(draws.uniform(1, 1.8), 2),
    min_reliability: round(draws.uniform(0.7, 0.9), 2),
    partial_credit_allowed: draws.random() < 0.35,
    private_notes: draws.choice(NOTES),
    completed: false,
    allocated_block_ids: [],
  };
}

/** Every other lab offers lab_0 to swap first blocks. */
function drawOpeningOffers(draws: Draws, labs: readonly LabOpening[]): Offer[] {
  const asked = labs[0]?.blocks[0]?.block_id ?? '';
  return labs.slice(1).map((lab, i) => ({
    offer_id: offerId(i + 1),
    from_lab_id: lab.lab_id,
    to_lab_id: CONTROLLED,
    round_created: 0,
    expires_round: 2,
    offered_blocks: [lab.blocks[0]?.block_id ?? ''],
    requested_blocks: [asked],
    payment: round(draws.uniform(2, 8), 2),
    message: 'Initial capacity swap proposal.',
    conditions: {},
    status: 'active',
    linked_offer_id: null,
  }));
}
