/** What a screen shows of an open market: plain JSON for one viewer, in wire names. */
import type { Viewer } from '~/contract/game';
import { bandsOf } from '../bands';
import { isPitchRound, RULESET } from '../config';
import type {
  PublicBlock,
  WireCoalition,
  WireDeposit,
  WireJob,
  WireLab,
  WireMessage,
  WireOffer,
  WirePromise,
  WireVerdict,
  WireWant,
} from '../observation';
import { wireLab } from '../observe';
import { awaited } from '../rules/rounds';
import { escrowCents, fromCents, type OpenState, profitCents } from '../state';
import type { OpenResult, OpenShockKind } from '../types';
import { publicBlock, wireCoalition, wireDeposit, wireJob, wireMessage, wireOffer, wireVerdict } from '../wire';

export interface OpenLabView extends WireLab {
  /** Private fields are null for a viewer who may not see them. */
  budget: number | null;
  /** Money held in bonds and deposits counts as the lab's own, so that every screen shows the same figure. */
  profit: number | null;
  escrow: number | null;
  jobs: WireJob[] | null;
  /** For its last turn, in the order submitted; a null entry is an answer still to come, because the rules go by phase. */
  results: (OpenResult | null)[] | null;
  finished: boolean;
  /** Whether this round's turn is in. */
  submitted: boolean;
}

export interface OpenBlockView extends PublicBlock {
  /** null for those who may not see it. */
  allocated_to_job_id: string | null;
  pledged_to: string | null;
}

export interface OpenMarketView {
  game: 'gpu-market';
  ruleset: string;
  ruleset_version: number;
  task: string;
  difficulty: null;
  judge_mode: string;
  /** null while it is secret. */
  seed: number | null;
  round_index: number;
  max_rounds: number;
  finished: boolean;
  /** Seats whose turn the round still needs. */
  awaited: string[];
  market_pressure: string;
  energy_factor: number;
  pitch_for_block_id: string | null;
  /** By number: lab_0 first. */
  labs: OpenLabView[];
  /** In order of creation, including dead ones. */
  blocks: OpenBlockView[];
  /** Those the viewer may see, in any status, in order of creation. */
  offers: WireOffer[];
  coalitions: WireCoalition[];
  messages: WireMessage[];
  deposits: WireDeposit[];
  shocks: { round_index: number; kind: OpenShockKind; text: string; block_id: string | null }[];
  verdicts: WireVerdict[];
  /** Absent: the rules have none. */
  wants?: WireWant[];
  /** Those that the viewer may see. */
  promises?: WirePromise[];
}

export function viewBy(version: number, state: OpenState, viewer: Viewer): OpenMarketView {
  const all = viewer.kind === 'all';
  const seat = viewer.kind === 'seat' ? viewer.seat : null;
  const sees = (...parties: (string | null)[]) => all || (seat !== null && parties.includes(seat));
  const bands = bandsOf(state);
  return {
    game: 'gpu-market',
    ruleset: RULESET,
    ruleset_version: version,
    task: state.config.task_type,
    difficulty: null,
    judge_mode: state.config.judge_mode,
    seed: all ? state.config.seed : null,
    round_index: state.round_index,
    max_rounds: state.config.rounds,
    finished: state.finished,
    awaited: awaited(state),
    market_pressure: bands.market_pressure,
    energy_factor: state.energy_factor,
    pitch_for_block_id: !state.finished && isPitchRound(state.config, state.round_index) ? `b_grant_${state.round_index}` : null,
    labs: Object.keys(state.labs).map((id) => labView(state, id, { bands, sees })),
    blocks: Object.values(state.blocks).map((block) => ({
      ...publicBlock(state, block),
      allocated_to_job_id: sees(block.owner_lab_id) ? block.allocated_to_job_id : null,
      pledged_to: sees(block.owner_lab_id, ...membersOf(state, block.pledged_to)) ? block.pledged_to : null,
    })),
    offers: Object.values(state.offers)
      .filter((offer) => offer.to_lab_id === null || sees(offer.to_lab_id, offer.from_lab_id))
      .map(wireOffer),
    coalitions: Object.values(state.coalitions).map((coalition) => wireCoalition(state, coalition, all ? null : (seat ?? ''))),
    messages: state.messages.filter((message) => message.readers === null || sees(...message.readers)).map(wireMessage),
    deposits: state.deposits.filter((deposit) => sees(deposit.from_lab_id, deposit.to_lab_id)).map(wireDeposit),
    shocks: state.shock_history,
    verdicts: state.verdicts.map((verdict) => wireVerdict(verdict, all ? null : (seat ?? ''))),
  };
}

interface Sight {
  bands: ReturnType<typeof bandsOf>;
  sees: (...parties: (string | null)[]) => boolean;
}

function labView(state: OpenState, labId: string, { bands, sees }: Sight): OpenLabView {
  const shown = wireLab(state, labId, bands);
  const lab = state.labs[labId];
  const open = sees(labId) && lab !== undefined;
  const jobs = lab?.job_ids.flatMap((id) => state.jobs[id] ?? []).filter((job) => job.arrival_round <= state.round_index) ?? [];
  return {
    ...shown,
    budget: open ? fromCents(lab.budget_cents) : null,
    profit: open ? fromCents(profitCents(state, lab)) : null,
    escrow: open ? fromCents(escrowCents(state, labId)) : null,
    jobs: open ? jobs.map((job) => wireJob(state, job)) : null,
    results: open ? Array.from(lab.results, (result) => result ?? null) : null,
    finished: lab?.finished === true,
    submitted: state.turns[labId] !== undefined,
  };
}

/** Who may see for which lab a block is held: a coalition's members, or the lab it was promised to. */
function membersOf(state: OpenState, holder: string | null): string[] {
  if (holder === null) return [];
  const promise = state.promises?.[holder];
  return promise === undefined ? (state.coalitions[holder]?.members ?? []) : [promise.to_lab_id];
}
