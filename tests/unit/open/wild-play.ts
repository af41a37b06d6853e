/** Seats that play by chance and hold nothing back: legal moves of every kind, and moves that are none. */

import fc from 'fast-check';
import type { Chooser } from '~/engine/memory-run';
import type { OpenAction } from '~/games/gpu-market/open/shared/actions';
import { MAX_SEED, type OpenConfig, parseOpenConfig } from '~/games/gpu-market/open/shared/config';
import type { LegalAction } from '~/games/gpu-market/open/shared/legal-action';
import type { OpenObservation } from '~/games/gpu-market/open/shared/observation';
import { pairOf } from '~/games/gpu-market/open/shared/plans/potential';
import { fillIn } from '~/games/gpu-market/open/shared/players/random';
import { Draws } from '~/lib/random/draws';
import { streamOf } from '~/lib/random/mt19937';

/** Kinds that lead to deals and joint plans come up more often than by a fair choice. */
const EAGER: Partial<Record<LegalAction['action_type'], number>> = {
  accept_offer: 4,
  join_coalition: 6,
  commit_to_coalition: 8,
  allocate_to_job: 5,
  send_offer: 2,
  finish: 0.05,
  decline_coalition: 0.5,
  leave_coalition: 0.2,
};

const NONSENSE_SHARE = 0.08;
const TUNED_SHARE = 0.7;

type Legal<T extends LegalAction['action_type']> = Extract<LegalAction, { action_type: T }>;

const NONSENSE: unknown[] = [
  null,
  7,
  'wait',
  {},
  { action_type: 'steal' },
  { action_type: 'send_offer', payment: -1 },
  { action_type: 'send_offer', payment: 1e300 },
  { action_type: 'accept_offer', offer_id: 'o_1' },
  { action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0', 'b_0_0'] },
  { action_type: 'allocate_to_job', job_id: '__proto__', block_ids: ['constructor'] },
  { action_type: 'accept_offer', offer_id: '__proto__' },
  { action_type: 'join_coalition', coalition_id: 'toString' },
  { action_type: 'release_capacity', block_ids: ['b_0_0', 'b_1_0'] },
  { action_type: 'send_message', message: 'x'.repeat(501) },
  { action_type: 'commit_to_coalition', coalition_id: 'c_1', reserve: -5, until_round: 99 },
];

/** The numbers from which a seat plays wildly. */
export function wildDraws(seed: number, seat: string): Draws {
  return new Draws(streamOf(seed, [99, Number(seat.slice(4))]), 0);
}

/** One seat's wild player; the same seed plays the same. */
export function wildPlayer(seed: number, seat: string): Chooser<OpenObservation> {
  const draws = wildDraws(seed, seat);
  return (observation) => {
    const count = draws.randint(0, 5);
    return Array.from({ length: count }, () => {
      if (draws.random() < NONSENSE_SHARE || observation.legal_actions.length === 0) return draws.choice(NONSENSE);
      return legalMove(observation, draws);
    });
  };
}

/** A move from the list of legal ones. */
export function legalMove(observation: OpenObservation, draws: Draws): OpenAction {
  const legal = weighted(observation.legal_actions, draws);
  const move = fillIn(legal, draws);
  if (draws.random() >= TUNED_SHARE) return move;
  switch (legal.action_type) {
    case 'send_offer':
      return bound(move, legal.conditions.coalition_ids, draws);
    case 'allocate_to_job':
      return jointPlan(observation, legal.plans, draws) ?? move;
    case 'make_pitch':
      return { ...move, ...pitchFor(observation, draws) };
    case 'join_coalition':
    case 'commit_to_coalition':
      return { ...move, ...everything(legal, move.coalition_id ?? '') };
    default:
      return move;
  }
}

/** One of its jobs as it is, or, sometimes, as it is not. */
function pitchFor({ private_jobs }: OpenObservation, draws: Draws): Pick<OpenAction, 'message' | 'claims'> {
  const open = private_jobs.filter((job) => !job.settled);
  if (open.length === 0) return {};
  const { job_id, gpu_hours_required, deadline_round } = draws.choice(open);
  const claims = [
    { job_id, field: 'hours' as const, value: gpu_hours_required + (draws.random() < 0.2 ? 1 : 0) },
    { job_id, field: 'deadline' as const, value: deadline_round },
  ];
  return draws.random() < 0.5 ? { claims } : { message: `Job ${job_id} needs ${gpu_hours_required} hours by round ${deadline_round}.` };
}

/** All that may be pledged, for as long as it may be. */
function everything(legal: Legal<'join_coalition' | 'commit_to_coalition'>, coalition_id: string): Partial<OpenAction> {
  const block_ids = legal.block_ids.filter((id) => (legal.bound[id] ?? coalition_id) === coalition_id);
  return block_ids.length + legal.job_ids.length === 0 ? {} : { block_ids, job_ids: legal.job_ids, until_round: legal.until_round.max };
}

/** Words and bonds that plain chance rarely hits upon. */
function bound(offer: OpenAction, coalitions: readonly string[], draws: Draws): OpenAction {
  const inside = offer.target_lab_id === undefined && (offer.block_ids ?? []).length > 0 && coalitions.length > 0;
  if (!inside || draws.random() < 0.5) return offer;
  return { ...offer, conditions: { ...offer.conditions, coalition_only: draws.choice(coalitions) } };
}

/** A plan for one pledged job with as many blocks as it takes and none to spare; null: there is nothing to plan. */
function jointPlan(observation: OpenObservation, plans: Record<string, Record<string, string[]>>, draws: Draws): OpenAction | null {
  const coalitions = Object.entries(plans);
  if (coalitions.length === 0) return null;
  const [coalition_id, fits] = draws.choice(coalitions);
  const [job_id, ids] = draws.choice(Object.entries(fits));
  const pledges = observation.active_coalitions.find((one) => one.coalition_id === coalition_id)?.pledges ?? {};
  const job = Object.values(pledges)
    .flatMap((pledge) => pledge.jobs)
    .find((one) => one.job_id === job_id);
  if (job === undefined) return null;
  const block_ids: string[] = [];
  let hours = 0;
  for (const block of observation.public_market.blocks.filter((one) => ids.includes(one.block_id))) {
    const pair = pairOf(observation, block, job);
    if (pair === null || pair.hours === 0 || hours >= job.gpu_hours_required) continue;
    hours += pair.hours;
    block_ids.push(block.block_id);
  }
  return { action_type: 'allocate_to_job', coalition_id, plan: [{ job_id, block_ids }] };
}

function weighted(legal: readonly LegalAction[], draws: Draws): LegalAction {
  const weights = legal.map((one) => EAGER[one.action_type] ?? 1);
  let at = draws.random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [i, weight] of weights.entries()) {
    at -= weight;
    const one = legal[i];
    if (at < 0 && one !== undefined) return one;
  }
  return draws.choice(legal);
}

/** Large enough that none of a match's own numbers looks like its seed. */
const LEAST_SEED = 1_000_000_000_000;

/** Matches small enough for many of them. */
export const anyMatch = fc
  .record({
    task_type: fc.constantFrom('single_trade', 'market_round', 'coalition_market', 'grand_market'),
    coalitions: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    seed: fc.integer({ min: LEAST_SEED, max: MAX_SEED }),
    labs: fc.integer({ min: 2, max: 5 }),
    rounds: fc.integer({ min: 4, max: 8 }),
    blocks: fc.integer({ min: 1, max: 4 }),
    jobs: fc.integer({ min: 1, max: 4 }),
    shocks: fc.integer({ min: 0, max: 5 }),
    judge_mode: fc.constantFrom('off', 'rule'),
    players: fc.integer({ min: 0, max: 1_000_000 }),
  })
  .map(({ players, ...raw }) => ({ config: configOf({ ...raw, shocks: Math.min(raw.shocks, raw.rounds - 1) }), players }));

export type AnyMatch = { config: OpenConfig; players: number };

export function configOf(raw: object): OpenConfig {
  const read = parseOpenConfig(raw);
  if (!read.ok) throw new Error(read.why);
  return read.value;
}
