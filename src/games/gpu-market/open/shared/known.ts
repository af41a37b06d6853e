/** What a seat knows of a market, as a state: its own and public data are kept; everything else is blank or removed. */
import { copyState } from './copy';
import { mayReadOffer, type OpenState } from './state';
import type { OpenBlock, OpenCoalition, OpenJob, PlannedGrant } from './types';

/** A separate state in which nothing depends on what this seat may not know. */
export function knownTo(state: OpenState, seat: string): OpenState {
  const { house_drawn: _, ...known } = copyState(state);
  const past = (round: number) => round <= state.round_index;
  known.turns = {};
  known.receipts = {};
  known.order_drawn = 0;
  known.shocks = state.shocks
    .filter((shock) => past(shock.round_index))
    .map((shock) => ({ ...shock, jobs: shock.jobs.filter((job) => job.lab_id === seat) }));
  known.live_shocks = known.shocks.filter((shock) => shock.live).length;
  known.grants = Object.values(state.blocks).flatMap((block) => (block.origin === 'grant' ? [shownGrant(block)] : []));
  known.jobs = Object.fromEntries(Object.entries(known.jobs).filter(([, job]) => mayKnow(state, job, seat)));
  known.messages = state.messages.filter((message) => message.readers === null || message.readers.includes(seat));
  known.deposits = state.deposits.filter((deposit) => [deposit.from_lab_id, deposit.to_lab_id].includes(seat));
  blankLabs(known, seat);
  if (known.promises !== undefined) {
    const own = Object.entries(known.promises).filter(([, one]) => one.from_lab_id === seat || one.to_lab_id === seat);
    known.promises = Object.fromEntries(own);
  }
  for (const block of Object.values(known.blocks)) blankBlock(known, block, seat);
  blankOffers(known, seat);
  for (const coalition of Object.values(known.coalitions)) blankCoalition(coalition, seat);
  blankVerdicts(known, seat);
  return known;
}

/** A spare block is shown in its pitch round, one round before it can be used. */
function shownGrant(block: OpenBlock): PlannedGrant {
  const { block_id, start_round, duration, gpu_count, reliability_drawn, energy_cost } = block;
  const drawn = { block_id, start_round, duration, gpu_count, reliability: reliability_drawn, energy_cost };
  return { pitch_round: block.release_round - 1, block: drawn };
}

/** Own and arrived, pledged to a coalition of the seat, or partly its own by a joint plan. */
function mayKnow(state: OpenState, job: OpenJob, seat: string): boolean {
  if (job.lab_id === seat) return job.arrival_round <= state.round_index;
  const shown = job.pledged_to !== null && state.coalitions[job.pledged_to]?.members.includes(seat) === true;
  return shown || job.shares?.some((share) => share.lab_id === seat) === true;
}

/** Money, results and jobs of others are private. */
function blankLabs(known: OpenState, seat: string): void {
  for (const lab of Object.values(known.labs)) {
    lab.job_ids = lab.job_ids.filter((id) => known.jobs[id] !== undefined);
    if (lab.lab_id !== seat) Object.assign(lab, { budget_cents: 0, start_cents: 0, results: [] });
  }
}

/** That a block is used, pledged or reserved is public; the purpose is not. */
function blankBlock(known: OpenState, block: OpenBlock, seat: string): void {
  if (block.owner_lab_id !== seat) block.reserved_by = block.status === 'reserved' ? block.owner_lab_id : null;
  if (block.pledged_to !== null && !mayKnowHolder(known, block.pledged_to, seat)) block.pledged_to = null;
  if (block.allocated_to_job_id !== null && known.jobs[block.allocated_to_job_id] !== undefined) return;
  block.allocated_to_job_id = null;
  block.allocated_round = null;
  block.allocation_number = null;
  block.energy_paid_cents = null;
  block.hours_delivered = 0;
}

/** The coalition or promise for which a block is held. */
function mayKnowHolder(known: OpenState, holder: string, seat: string): boolean {
  return known.coalitions[holder]?.members.includes(seat) === true || known.promises?.[holder] !== undefined;
}

/** That an offer exists is public; offers between others count as closed, with unknown terms and parties. */
function blankOffers(known: OpenState, seat: string): void {
  for (const offer of Object.values(known.offers)) {
    if (mayReadOffer(offer, seat)) continue;
    const nobody = { offer_id: offer.offer_id, from_lab_id: '', to_lab_id: '', round_created: 0, expires_round: 0, accepted_by: null };
    const nothing = { offered_blocks: [], requested_blocks: [], payment_cents: 0, requested_payment_cents: 0, conditions: null };
    known.offers[offer.offer_id] = { ...nobody, ...nothing, message: '', status: 'expired', linked_offer_id: null };
  }
}

/** Terms and members are public. Pledges are visible to members; message and invitations to members and invited labs. */
function blankCoalition(coalition: OpenCoalition, seat: string): void {
  if (coalition.members.includes(seat)) return;
  coalition.pledges = {};
  if (coalition.proposals !== undefined) coalition.proposals = coalition.proposals.filter(({ costs }) => costs === null);
  if (coalition.invited.includes(seat)) return;
  if (coalition.proposals !== undefined) coalition.proposals = [];
  coalition.message = '';
  coalition.invited = [...coalition.members];
}

/** Its score is public; the reason is private to its author. */
function blankPitch(pitch: OpenState['verdicts'][number]['pitches'][number]): typeof pitch {
  return { ...pitch, ...(pitch.quote === undefined ? {} : { quote: null }), reason: '', claims: [] };
}

function blankVerdicts(known: OpenState, seat: string): void {
  known.verdicts = known.verdicts.map((verdict) => ({
    ...verdict,
    pitches: verdict.pitches.map((pitch) => (pitch.lab_id === seat ? pitch : blankPitch(pitch))),
  }));
}
