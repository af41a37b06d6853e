/** How well the rule judge reads: its claims against those that a person found in the same pitches. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { judgePitch } from '~/games/gpu-market/open/shared/rules/pitches';
import { CLAIM_FIELDS, type OpenBlock } from '~/games/gpu-market/open/shared/types';

const claimShape = z.object({ job_id: z.string(), field: z.enum(CLAIM_FIELDS), value: z.number(), true: z.boolean() });
const halfShape = z.object({
  half: z.string(),
  pitches: z.array(z.object({ id: z.string(), observation: z.string(), trait: z.string(), text: z.string(), claims: z.array(claimShape) })),
});
const factsShape = z.object({
  job_id: z.string(),
  hours: z.number(),
  deadline: z.number(),
  value: z.number(),
  base: z.number(),
  reliability: z.number(),
  scheduled: z.number(),
});
const observationShape = z.object({
  id: z.string(),
  round: z.number(),
  rounds: z.number(),
  lab: z.string(),
  block: z.object({
    block_id: z.string(),
    start_round: z.number(),
    duration: z.number(),
    gpu_count: z.number(),
    reliability: z.number(),
  }),
  jobs: z.array(factsShape),
});

export const HALVES = ['development', 'held-out', 'fresh'] as const;
export type Half = (typeof HALVES)[number];
export type LabelledPitch = z.infer<typeof halfShape>['pitches'][number];
export type Observation = z.infer<typeof observationShape>;

/** Claims that are right, invented, and missed. */
export interface Count {
  right: number;
  wrong: number;
  missed: number;
}

export interface ReadingError {
  pitch: string;
  kind: 'wrong' | 'missed';
  claim: string;
  quote: string | null;
}

export interface Figures {
  half: Half;
  pitches: number;
  claims: Count;
  lies: Count;
  /** Pitches of which every claim was read and none invented. */
  whole: number;
  errors: ReadingError[];
}

export function figuresOf(half: Half): Figures {
  const pitches = pitchesOf(half);
  const figures: Figures = { half, pitches: pitches.length, claims: zero(), lies: zero(), whole: 0, errors: [] };
  for (const pitch of pitches) addPitch(figures, pitch);
  return figures;
}

export const precision = ({ right, wrong }: Count): number => right / (right + wrong);
export const recall = ({ right, missed }: Count): number => right / (right + missed);

export function pitchesOf(half: Half): LabelledPitch[] {
  return halfShape.parse(fixture(`${half}.json`)).pitches;
}

export function observationOf(id: string): Observation {
  const all = z.object({ observations: z.array(observationShape) }).parse(fixture('observations.json')).observations;
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no observation ${id}`);
  return found;
}

/** The rule judge's verdict on a text, as if it had been pitched at that observation. */
export function verdictOn(text: string, observation: Observation) {
  const { block, jobs, round, rounds, lab } = observation;
  return judgePitch({ text, claims: [] }, { lab_id: lab, block: spare(block), facts: jobs, rounds, round });
}

function addPitch(figures: Figures, pitch: LabelledPitch): void {
  const read = verdictOn(pitch.text, observationOf(pitch.observation)).claims;
  const told = new Map(pitch.claims.map((claim) => [keyOf(claim), claim]));
  const heard = new Map(read.map((claim) => [keyOf(claim), claim]));
  const errors: ReadingError[] = [];
  for (const [key, claim] of heard) {
    if (!told.has(key)) errors.push({ pitch: pitch.id, kind: 'wrong', claim: key, quote: claim.quote });
  }
  for (const key of told.keys()) if (!heard.has(key)) errors.push({ pitch: pitch.id, kind: 'missed', claim: key, quote: null });
  add(figures.claims, { told: [...told.keys()], heard: [...heard.keys()] });
  const lies = {
    told: [...told].filter(([, claim]) => !claim.true).map(([key]) => key),
    heard: [...heard].filter(([, claim]) => !claim.verdict).map(([key]) => key),
  };
  add(figures.lies, lies);
  if (errors.length === 0) figures.whole += 1;
  figures.errors.push(...errors);
}

function add(count: Count, { told, heard }: { told: string[]; heard: string[] }): void {
  count.right += heard.filter((key) => told.includes(key)).length;
  count.wrong += heard.filter((key) => !told.includes(key)).length;
  count.missed += told.filter((key) => !heard.includes(key)).length;
}

function keyOf({ job_id, field, value }: { job_id: string; field: string; value: number }): string {
  return `${job_id} ${field} ${value}`;
}

function zero(): Count {
  return { right: 0, wrong: 0, missed: 0 };
}

function fixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../tests/fixtures/pitches/${name}`, import.meta.url), 'utf8'));
}

function spare(block: Observation['block']): OpenBlock {
  return {
    ...block,
    reliability_drawn: block.reliability,
    energy_cost: 0,
    owner_lab_id: 'operator',
    origin: 'grant',
    release_round: block.start_round,
    reserved_by: null,
    allocated_to_job_id: null,
    allocated_round: null,
    allocation_number: null,
    pledged_to: null,
    status: 'available',
    failed_round: null,
    energy_paid_cents: null,
    hours_delivered: 0,
    conditions: [],
  };
}
