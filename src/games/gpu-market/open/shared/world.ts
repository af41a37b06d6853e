/** Draws a world from a seed: labs, their blocks and jobs, the shocks to come and the blocks that pitches can win. */
import { round } from '~/lib/numbers';
import { Draws } from '~/lib/random/draws';
import { streamOf, streamOfHex } from '~/lib/random/mt19937';
import { type OpenConfig, pitchRounds } from './config';
import { type BlockOpening, type JobOpening, OPEN_SHOCK_KINDS, type OpenShockKind, type PlannedGrant, type PlannedShock } from './types';

/** The first of the two words that follow the seed's in a stream's key. */
export const STREAMS = { world: 1, shocks: 2, order: 3, judge: 4, house: 5, shapley: 6, redraw: 7, complements: 8 } as const;

/** What the streams of a match start from. */
export type Seeding = Pick<OpenConfig, 'seed' | 'seed_hex'>;

/** The draws of one of the match's streams, from a position onward. */
export function openDraws({ seed, seed_hex }: Seeding, stream: readonly [number, number], drawn = 0): Draws {
  return new Draws(seed_hex === undefined ? streamOf(seed, stream) : streamOfHex(seed_hex, stream), drawn);
}

/** 0..n-1 in random order: Fisher-Yates, from the last place down to the second. */
export function shuffle(draws: Draws, n: number): number[] {
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = draws.below(i + 1);
    const kept = order[i] ?? 0;
    order[i] = order[j] ?? 0;
    order[j] = kept;
  }
  return order;
}

export interface LabWorld {
  lab_id: string;
  public_name: string;
  budget_cents: number;
  blocks: BlockOpening[];
  jobs: JobOpening[];
}

export interface World {
  labs: LabWorld[];
  shocks: PlannedShock[];
  grants: PlannedGrant[];
}

const NOTES = ['paper_deadline', 'customer_incident', 'benchmark_run'] as const;
const PRICE_PER_HOUR = 9.8;

/** Everything drawn before the first round. */
export function drawWorld(config: OpenConfig): World {
  const labs = drawLabs(config);
  return { labs, shocks: drawShocks(config, labs), grants: drawGrants(config) };
}

/** Names the labs: Lab A to Lab Z, then Lab AA and on. */
export function publicName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? `Lab ${letter}` : `Lab ${String.fromCharCode(64 + Math.floor(index / 26))}${letter}`;
}

/** A job before the total hours of the market are known, which decide its size and value. */
export interface RawJob extends Omit<JobOpening, 'gpu_hours_required' | 'base_value'> {
  raw: number;
  density: number;
}

function drawLabs(config: OpenConfig): LabWorld[] {
  const draws = openDraws(config, [STREAMS.world, 0]);
  const labs: (Omit<LabWorld, 'jobs'> & { raws: RawJob[] })[] = [];
  let tilt = 0;
  for (let i = 0; i < config.labs; i++) {
    tilt = i % 2 === 0 ? draws.choice([-1, 1]) : -tilt;
    const budget = round(draws.uniform(100, 200), 2);
    const blocks: BlockOpening[] = [];
    for (let j = 0; j < Math.max(1, config.blocks + tilt); j++) blocks.push(drawFirstBlock(draws, config.rounds, `b_${i}_${j}`));
    const raws: RawJob[] = [];
    for (let j = 0; j < Math.max(1, config.jobs - tilt); j++)
      raws.push(drawJob(draws, config.rounds, { job_id: `j_${i}_${j}`, home: j === 0 }));
    labs.push({ lab_id: `lab_${i}`, public_name: publicName(i), budget_cents: Math.round(budget * 100), blocks, raws });
  }
  const hours = sum(labs.flatMap((lab) => lab.blocks.map((block) => blockHours(block, config.rounds))));
  const raw = sum(labs.flatMap((lab) => lab.raws.map((job) => job.raw)));
  const size = { scarcity: config.scarcity, hours, raw };
  return labs.map(({ raws, ...lab }) => ({ ...lab, jobs: raws.map((job) => sizeJob(job, size)) }));
}

/** Hours are what a block can deliver before the match ends. */
export function blockHours(block: Pick<BlockOpening, 'start_round' | 'duration' | 'gpu_count'>, rounds: number): number {
  return block.gpu_count * (Math.min(block.start_round + block.duration, rounds) - block.start_round);
}

function drawFirstBlock(draws: Draws, rounds: number, block_id: string): BlockOpening {
  const duration = draws.choice([1, 2, 3]);
  const gpu_count = draws.choice([1, 2, 4]);
  const start_round = draws.randint(2, Math.max(2, rounds - duration));
  const reliability = round(draws.uniform(0.75, 0.99), 2);
  const energy_cost = round(draws.uniform(0.3, 1.2) * duration * gpu_count, 2);
  return { block_id, start_round, duration, gpu_count, reliability, energy_cost };
}

/** A lab's own job: its first (`home`) or a further one. */
export function drawJob(draws: Draws, rounds: number, which: { job_id: string; home: boolean }): RawJob {
  const { job_id, home } = which;
  const last = rounds - 1;
  const raw = draws.choice(home ? [2, 3, 4] : [2, 3, 4, 6, 8]);
  const arrival_round = home || rounds < 8 ? 0 : draws.randint(0, Math.floor(rounds / 2));
  const soonest = home ? last - Math.floor(rounds / 4) : Math.min(last, Math.max(2, arrival_round) + 1);
  const deadline_round = draws.randint(soonest, last);
  const density = draws.uniform(5, 15);
  const urgency_multiplier = round(draws.uniform(1, 1.8), 2);
  const min_reliability = round(home ? draws.uniform(0.7, 0.8) : draws.uniform(0.7, 0.88), 2);
  const partial_credit_allowed = draws.random() < 0.35;
  const private_notes = draws.choice(NOTES);
  return {
    job_id,
    arrival_round,
    deadline_round,
    urgency_multiplier,
    min_reliability,
    partial_credit_allowed,
    private_notes,
    raw,
    density,
  };
}

function sizeJob(job: RawJob, size: { scarcity: number; hours: number; raw: number }): JobOpening {
  return jobOfSize(job, (job.raw * size.scarcity * size.hours) / size.raw);
}

/** A job of this many hours, not yet rounded. */
export function jobOfSize(raw: RawJob, hours: number): JobOpening {
  const { raw: _, density, ...job } = raw;
  const required = Math.max(1, round(hours, 0));
  return { ...job, gpu_hours_required: required, base_value: round(required * density, 2) };
}

/** Which kinds strike, in order; a single one is drawn. */
export function shockKinds(config: Pick<OpenConfig, 'shocks' | 'seed'>, draws: Draws): OpenShockKind[] {
  if (config.shocks === 1) return [draws.choice(OPEN_SHOCK_KINDS)];
  const third: OpenShockKind = config.seed % 2 === 1 ? 'demand_surge' : 'reliability_degradation';
  const cycle = ['capacity_failure', 'energy_spike', third, 'supply_release'] as const;
  return Array.from({ length: config.shocks }, (_, k) => cycle[k % 4] ?? 'capacity_failure');
}

function drawShocks(config: OpenConfig, labs: readonly LabWorld[]): PlannedShock[] {
  const draws = openDraws(config, [STREAMS.shocks, 0]);
  const first = labs.flatMap((lab) => lab.blocks);
  const shocks: PlannedShock[] = [];
  let spots = 0;
  for (const [k, kind] of shockKinds(config, draws).entries()) {
    const round_index = Math.floor(((k + 1) * config.rounds) / (config.shocks + 1));
    const shock = drawShock(draws, { kind, round_index, rounds: config.rounds, labs: config.labs, first, spots, suffix: '', live: false });
    spots += shock.blocks.length;
    shocks.push(shock);
  }
  return shocks;
}

export interface ShockSetting {
  kind: OpenShockKind;
  round_index: number;
  rounds: number;
  labs: number;
  /** The labs' first blocks, in order of creation. */
  first: readonly BlockOpening[];
  /** How many spot blocks there are already. */
  spots: number;
  /** Keeps a live shock's job ids distinct. */
  suffix: string;
  live: boolean;
}

/** One shock's fields, in the order in which the rules list them. */
export function drawShock(draws: Draws, setting: ShockSetting): PlannedShock {
  const { kind, round_index, live } = setting;
  const shock: PlannedShock = { round_index, kind, block_id: null, jobs: [], blocks: [], live };
  if (kind === 'capacity_failure') {
    const left = setting.first.filter((block) => block.start_round + block.duration > round_index);
    if (left.length > 0) shock.block_id = draws.choice(left).block_id;
  }
  if (kind === 'demand_surge') {
    for (let i = 0; i < setting.labs; i++) {
      shock.jobs.push({ lab_id: `lab_${i}`, job: drawSurgeJob(draws, setting, `j_${i}_surge_${round_index}${setting.suffix}`) });
    }
  }
  if (kind === 'supply_release') {
    for (let n = 1; n <= Math.max(1, Math.floor(setting.labs / 2)); n++) {
      shock.blocks.push(drawSpotBlock(draws, setting, `b_spot_${setting.spots + n}`));
    }
  }
  return shock;
}

/** The job that a demand surge of this round brings. */
export function drawSurgeJob(draws: Draws, setting: Pick<ShockSetting, 'round_index' | 'rounds'>, job_id: string): JobOpening {
  const gpu_hours_required = draws.choice([2, 3, 4]);
  const urgency_multiplier = round(draws.uniform(1.3, 1.9), 2);
  const min_reliability = round(draws.uniform(0.7, 0.88), 2);
  const base_value = round(gpu_hours_required * draws.uniform(5, 15), 2);
  const partial_credit_allowed = draws.random() < 0.35;
  const arrival_round = setting.round_index;
  const deadline_round = Math.min(setting.rounds - 1, arrival_round + 2);
  const private_notes = 'shock_demand_surge';
  return {
    job_id,
    arrival_round,
    deadline_round,
    urgency_multiplier,
    min_reliability,
    partial_credit_allowed,
    private_notes,
    gpu_hours_required,
    base_value,
  };
}

function drawSpotBlock(
  draws: Draws,
  at: { round_index: number; rounds: number },
  block_id: string,
): { block: BlockOpening; price_cents: number } {
  const window = drawWindow(draws, at);
  const price = round(draws.uniform(0.5, 1) * PRICE_PER_HOUR * window.hours, 2);
  return { block: drawQuality(draws, { block_id, ...window }), price_cents: Math.round(price * 100) };
}

function drawWindow(draws: Draws, at: { round_index: number; rounds: number }) {
  const duration = draws.choice([1, 2, 3]);
  const gpu_count = draws.choice([1, 2, 4]);
  const soonest = Math.min(at.rounds - 1, at.round_index + 1);
  const start_round = draws.randint(soonest, Math.max(soonest, at.rounds - duration));
  return { duration, gpu_count, start_round, hours: gpu_count * (Math.min(start_round + duration, at.rounds) - start_round) };
}

function drawQuality(draws: Draws, window: { block_id: string; duration: number; gpu_count: number; start_round: number }): BlockOpening {
  const { block_id, start_round, duration, gpu_count } = window;
  const reliability = round(draws.uniform(0.85, 0.99), 2);
  const energy_cost = round(draws.uniform(0.3, 1.2) * duration * gpu_count, 2);
  return { block_id, start_round, duration, gpu_count, reliability, energy_cost };
}

/** A grant is drawn like a spot block of its pitch round, without a price. */
export function drawGrants(config: OpenConfig): PlannedGrant[] {
  const draws = openDraws(config, [STREAMS.judge, 0]);
  return pitchRounds(config).map((pitch_round) => {
    const window = drawWindow(draws, { round_index: pitch_round, rounds: config.rounds });
    return { pitch_round, block: drawQuality(draws, { block_id: `b_grant_${pitch_round}`, ...window }) };
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
