/** What one seat may know: its own things, public data, and messages and offers to it. Never the seed. */
import { type Bands, bandsOf } from './bands';
import { isPitchRound, RULESET } from './config';
import { legalActions } from './legal';
import type { OpenFacts, OpenObservation, PublicBlock, PublicMarket, WireLab, WireOffer } from './observation';
import { awaited } from './rules/rounds';
import { escrowCents, fromCents, labOf, mayReadOffer, type OpenState } from './state';
import type { OpenMessage } from './types';
import { jointJob, ownBlock, publicBlock, wireCoalition, wireDeposit, wireJob, wireMessage, wireOffer, wireVerdict } from './wire';

const REMEMBERED_MESSAGES = 20;

export function observe(state: OpenState, seat: string): OpenObservation {
  return withLegal(factsFor(state, seat));
}

export function observeAll(state: OpenState, seats: readonly string[]): OpenObservation[] {
  const common = commonTo(state);
  return seats.map((seat) => withLegal(factsFor(state, seat, common)));
}

/** Adds the list to the same object, because spreading this many fields takes a hundred times as long. */
function withLegal(facts: OpenFacts): OpenObservation {
  return Object.assign(facts, { legal_actions: legalActions(facts) });
}

/** Common parts of all observations of one state. */
export interface Common {
  bands: Bands;
  awaited: readonly string[];
  blocks: ReadonlyMap<string, PublicBlock>;
  labs: readonly WireLab[];
  /** Offers already converted for some seat. */
  offers: Map<string, WireOffer>;
}

export function commonTo(state: OpenState): Common {
  const bands = bandsOf(state);
  return {
    bands,
    awaited: awaited(state),
    blocks: new Map(Object.values(state.blocks).map((block) => [block.block_id, publicBlock(state, block)])),
    labs: Object.keys(state.labs).map((id) => wireLab(state, id, bands)),
    offers: new Map(),
  };
}

/** An observation without its legal list. */
export function factsFor(state: OpenState, seat: string, common = commonTo(state)): OpenFacts {
  const lab = labOf(state, seat);
  const own = ownThings(state, seat, common);
  return {
    task_id: `${RULESET}-${state.config.task_type}`,
    ruleset: RULESET,
    task_type: state.config.task_type,
    difficulty: null,
    round_index: state.round_index,
    max_rounds: state.config.rounds,
    actions_per_round: state.config.actions_per_round,
    coalitions_allowed: state.config.coalitions,
    controlled_lab_id: seat,
    controlled_lab_budget: fromCents(lab.budget_cents),
    controlled_lab_escrow: fromCents(escrowCents(state, seat)),
    controlled_lab_start_budget: fromCents(lab.start_cents),
    controlled_lab_reputation: lab.reputation,
    submitted: !common.awaited.includes(seat),
    finished: lab.finished,
    private_jobs: own.private_jobs,
    joint_jobs: own.joint_jobs,
    owned_blocks: own.owned_blocks,
    deposits: own.deposits,
    public_market: publicMarket(state, seat, common),
    visible_labs: common.labs.filter(({ lab_id }) => lab_id !== seat),
    active_offers: offersFor(state, seat, common),
    active_coalitions: Object.values(state.coalitions)
      .filter((coalition) => coalition.status !== 'ended')
      .map((coalition) => wireCoalition(state, coalition, seat)),
    message_history: heardBy(state, seat),
    last_action_results: lab.results,
    reward: null,
    cumulative_reward: null,
    reward_breakdown: null,
    done: state.finished,
  };
}

function ownThings(
  state: OpenState,
  seat: string,
  { blocks }: Common,
): Pick<OpenFacts, 'private_jobs' | 'joint_jobs' | 'owned_blocks' | 'deposits'> {
  const lab = labOf(state, seat);
  const known = lab.job_ids.flatMap((id) => state.jobs[id] ?? []).filter((job) => job.arrival_round <= state.round_index);
  return {
    private_jobs: known.map((job) => wireJob(state, job)),
    joint_jobs: Object.values(state.jobs).flatMap((job) => jointJob(state, job, seat) ?? []),
    owned_blocks: lab.block_ids.flatMap((id) => state.blocks[id] ?? []).map((block) => ownBlock(state, block, blocks.get(block.block_id))),
    deposits: state.deposits.filter((deposit) => deposit.from_lab_id === seat || deposit.to_lab_id === seat).map(wireDeposit),
  };
}

function publicMarket(state: OpenState, seat: string, { blocks, bands }: Common): PublicMarket {
  return {
    blocks: [...blocks.values()],
    energy_factor: state.energy_factor,
    shock_history: state.shock_history.map(({ round_index, kind, text }) => ({ round_index, kind, text })),
    pitch_for_block_id: !state.finished && isPitchRound(state.config, state.round_index) ? `b_grant_${state.round_index}` : null,
    verdicts: state.verdicts.map((verdict) => wireVerdict(verdict, seat)),
    market_pressure: bands.market_pressure,
  };
}

function offersFor(state: OpenState, seat: string, { offers }: Common): WireOffer[] {
  const shown: WireOffer[] = [];
  for (const id in state.offers) {
    const offer = state.offers[id];
    if (offer === undefined || offer.status !== 'active' || !mayReadOffer(offer, seat)) continue;
    const known = offers.get(id) ?? wireOffer(offer);
    offers.set(id, known);
    shown.push(known);
  }
  return shown;
}

/** The last messages to the seat or to all. */
function heardBy(state: OpenState, seat: string): OpenFacts['message_history'] {
  const heard: OpenMessage[] = [];
  for (let i = state.messages.length - 1; i >= 0 && heard.length < REMEMBERED_MESSAGES; i--) {
    const message = state.messages[i];
    if (message && (message.readers === null || message.readers.includes(seat))) heard.push(message);
  }
  return heard.reverse().map(wireMessage);
}

/** Public data of a lab. */
export function wireLab(state: OpenState, labId: string, bands: Bands): WireLab {
  const lab = labOf(state, labId);
  return {
    lab_id: labId,
    public_name: lab.public_name,
    reputation: lab.reputation,
    public_budget_band: bands.labs[labId]?.budget ?? 'low',
    public_demand: bands.labs[labId]?.demand ?? 'low',
    owned_block_ids: [...lab.block_ids],
    active_offer_count: bands.labs[labId]?.open_offers ?? 0,
    coalition_ids: [...(bands.labs[labId]?.coalition_ids ?? [])],
  };
}
