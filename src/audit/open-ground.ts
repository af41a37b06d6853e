/** Ruleset `open`: the audited program in one seat, house labs in the others. */
import type { OpenAction } from '~/games/gpu-market/open/actions';
import { type OpenConfig, parseOpenConfig } from '~/games/gpu-market/open/config';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import type { LegalAction, Range } from '~/games/gpu-market/open/legal-action';
import type { OpenObservation } from '~/games/gpu-market/open/observation';
import { profitsOf } from '~/optimum/profits';
import { graft, withRoom } from '~/policies/open/farmers/farmer';
import { FARMERS } from '~/policies/open/farmers/registry';
import { type OpenPlayer, playOpen } from '~/policies/open/play-open';
import { house, pitchingPlanner, planner } from '~/policies/open/policies';
import type { Ground, Outcome } from './ground';
import { type Amount, HONEST, type Place, type Program, placeOf, SHARES, type Step } from './program';

const SEARCH = { from: 0, worlds: 8 };
const HOLDOUT = { from: 40_000, worlds: 30 };
/** A farmer's moves come on top of those that the player beneath it has. */
const ROOM = 4;
/** More money than anybody has is never asked for. */
const MOST_ASKED = 100;
const TYPES: readonly (LegalAction['action_type'] | typeof HONEST)[] = [
  HONEST,
  'send_offer',
  'counter_offer',
  'accept_offer',
  'reject_offer',
  'make_pitch',
  'reserve_capacity',
  'release_capacity',
  'form_coalition',
  'join_coalition',
  'commit_to_coalition',
  'decline_coalition',
  'leave_coalition',
  'allocate_to_job',
  'send_message',
  'wait',
];

/** What a rule that was changed for a test pays a seat on top of its profit, in money. */
export type Extra = (events: readonly OpenEvent[], seat: string) => number;

export function openGround(task: string, range: Partial<typeof HOLDOUT> = {}, extra: Extra = () => 0): Ground {
  const holdout = { ...HOLDOUT, ...range };
  const play = (seed: number, player: OpenPlayer, room = 0) => playIn(configOf(task, seed, room), player, { room, extra });
  return {
    name: `open/${task}`,
    // In one world autarky and scale are the same for every player: a difference in profit is one in gain.
    units: { score: 'profit of the seat', welfare: 'profits of all seats together' },
    types: TYPES,
    honest: planner.id,
    seeds: { search: seedsOf(SEARCH), holdout: seedsOf(holdout) },
    weight: 100,
    playHonest: (seed) => play(seed, pitchingPlanner),
    playWait: (seed) => play(seed, () => []),
    playProgram: (program, seed) =>
      program.some(isHonest)
        ? play(seed, besideHonest(program.filter((step) => !isHonest(step))), ROOM)
        : play(seed, programPlayer(program)),
    // Farmers that need a partner in a second seat are the farming table's (docs/farming.md).
    known: FARMERS.filter((farmer) => farmer.seats === 1).map((farmer) => ({
      name: farmer.id,
      play: (seed) => play(seed, graft(pitchingPlanner, farmer.start(), { room: ROOM }), ROOM),
    })),
  };
}

/** In every round the whole loop, as far as a turn has room. */
function programPlayer(program: Program): OpenPlayer {
  return (observation) => movesOf(program, observation).slice(0, observation.actions_per_round);
}

/** The honest player's turn as it would be, and the loop with actions of its own beside it, as known farmers have them. */
function besideHonest(program: Program): OpenPlayer {
  return graft(pitchingPlanner, ({ observation }) => movesOf(program, observation), { room: ROOM });
}

function isHonest({ type }: Step): boolean {
  return type === HONEST;
}

function movesOf(program: Program, observation: OpenObservation): OpenAction[] {
  const legal = new Map<string, LegalAction>(observation.legal_actions.map((one) => [one.action_type, one]));
  return program.flatMap((step, index) => {
    const kind = legal.get(step.type);
    const action = kind && fillIn(kind, step, { observation, place: { round: observation.round_index, index } });
    return action ? [action] : [];
  });
}

interface Situation {
  observation: OpenObservation;
  place: Place;
}

/** null: there is nothing to choose from. */
function fillIn(legal: LegalAction, step: Step, { observation, place }: Situation): OpenAction | null {
  const one = <T>(list: readonly T[]): T | undefined => list[placeOf(step.pick, Math.max(1, list.length), place)];
  const some = (list: readonly string[]) => take(list, step.things);
  switch (legal.action_type) {
    case 'send_offer': {
      const target_lab_id = step.pick === 'last' ? undefined : one(legal.target_lab_ids);
      const asked = target_lab_id === undefined ? [] : (legal.requested_block_ids[target_lab_id] ?? []);
      const wanted = step.words === 'plain' ? take(asked, 'little') : [];
      return {
        action_type: 'send_offer',
        ...(target_lab_id !== undefined && { target_lab_id }),
        block_ids: some(legal.block_ids),
        requested_block_ids: wanted,
        ...moneyOf(legal, step),
      };
    }
    case 'counter_offer': {
      const offer_id = one(legal.offer_ids);
      return offer_id === undefined
        ? null
        : { action_type: 'counter_offer', offer_id, block_ids: some(legal.block_ids), ...moneyOf(legal, step) };
    }
    case 'accept_offer':
    case 'reject_offer': {
      const offer_id = one(legal.offer_ids);
      return offer_id === undefined ? null : { action_type: legal.action_type, offer_id };
    }
    case 'make_pitch':
      return { action_type: 'make_pitch', message: pitchOf(observation, step) };
    case 'reserve_capacity':
    case 'release_capacity':
      return { action_type: legal.action_type, block_ids: take(legal.block_ids, step.things === 'none' ? 'all' : step.things) };
    case 'form_coalition':
      return {
        action_type: 'form_coalition',
        members: legal.members.slice(0, Math.max(1, Math.ceil((legal.most_members - 1) * SHARES[step.things]))),
        split: one(legal.splits) ?? 'equal',
        owner_share: at(legal.owner_share, step.ask),
        bond: at({ ...legal.bond, max: Math.min(legal.bond.max, 50) }, step.give),
      };
    case 'join_coalition':
    case 'commit_to_coalition': {
      const coalition_id = one(legal.coalition_ids);
      if (coalition_id === undefined) return null;
      const blocks = legal.block_ids.filter((id) => (legal.bound[id] ?? coalition_id) === coalition_id);
      const until_round = Math.round(at(legal.until_round, step.give));
      return {
        action_type: legal.action_type,
        coalition_id,
        block_ids: take(blocks, step.things),
        job_ids: take(legal.job_ids, step.ask),
        reserve: 0,
        until_round,
      };
    }
    case 'decline_coalition':
    case 'leave_coalition': {
      const coalition_id = one(legal.coalition_ids);
      return coalition_id === undefined ? null : { action_type: legal.action_type, coalition_id };
    }
    case 'allocate_to_job': {
      const own = one(Object.entries(legal.jobs));
      if (own && step.words !== 'keywords')
        return { action_type: 'allocate_to_job', job_id: own[0], block_ids: take(own[1], step.things === 'none' ? 'little' : step.things) };
      const plan = one(Object.entries(legal.plans));
      const [job_id, block_ids] = (plan && Object.entries(plan[1])[0]) ?? [];
      return plan && job_id && block_ids
        ? { action_type: 'allocate_to_job', coalition_id: plan[0], plan: [{ job_id, block_ids: take(block_ids, step.things) }] }
        : null;
    }
    case 'send_message':
      return { action_type: 'send_message', message: step.words === 'none' ? 'Hello.' : 'Fair deal, coalition, guarantee, deadline!' };
    case 'wait':
    case 'finish':
      return { action_type: 'wait' };
  }
}

function moneyOf(legal: { payment: Range; requested_payment: Range; expires_in: Range }, { give, ask }: Step) {
  return {
    payment: at({ ...legal.payment, max: Math.min(legal.payment.max, MOST_ASKED) }, give),
    requested_payment: give === 'none' ? at({ ...legal.requested_payment, max: MOST_ASKED }, ask) : 0,
    expires_in: legal.expires_in.max,
  };
}

/** True or false by the step's words: a lie names a value that is not so. */
function pitchOf({ private_jobs }: OpenObservation, { words, pick }: Step): string {
  const open = private_jobs.filter((job) => !job.completed);
  const job = pick === 'last' ? open.at(-1) : open[0];
  if (job === undefined || words === 'none' || words === 'keywords')
    return 'deadline value reliability hours fair coalition guarantee urgent';
  const { job_id, gpu_hours_required, deadline_round, value } = job;
  const claimed = words === 'facts' ? Math.round(value) : Math.round(value * 3);
  return `Job ${job_id} needs ${gpu_hours_required} GPU-hours by round ${deadline_round} and is worth ${claimed}.`;
}

function take(list: readonly string[], amount: Amount): string[] {
  return list.slice(0, Math.ceil(list.length * SHARES[amount]));
}

function at({ min, max }: Range, amount: Amount): number {
  return Math.floor((min + (max - min) * SHARES[amount]) * 100) / 100;
}

async function playIn(config: OpenConfig, player: OpenPlayer, { room, extra }: { room: number; extra: Extra }): Promise<Outcome> {
  const own = `lab_${config.seed % config.labs}`;
  const { events } = playOpen(config, (seat) => (seat === own ? player : (view, chance) => house.choose(withRoom(view, room), chance)));
  const profits = profitsOf(events);
  const all = Object.values(profits).reduce((sum, one) => sum + one, 0);
  return { score: (profits[own] ?? 0) / 100 + extra(events, own), welfare: all / 100 };
}

function configOf(task: string, seed: number, room: number): OpenConfig {
  const read = parseOpenConfig({ task_type: task, seed, judge_mode: 'rule' });
  if (!read.ok) throw new Error(read.why);
  return { ...read.value, actions_per_round: read.value.actions_per_round + room };
}

function seedsOf({ from, worlds }: { from: number; worlds: number }): number[] {
  return Array.from({ length: worlds }, (_, i) => from + i);
}
