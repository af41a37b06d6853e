/** Parts of the state in wire form, for those who may see them. */
import { shownScore } from '../../judge-score';
import type {
  JointJob,
  OwnBlock,
  PublicBlock,
  WireCoalition,
  WireDeposit,
  WireJob,
  WireMessage,
  WireOffer,
  WireVerdict,
} from './observation';
import { energyCents, fromCents, hoursByDeadline, hoursLeft, jobOf, type OpenState, scheduledHours } from './state';
import type { Deposit, OpenBlock, OpenCoalition, OpenJob, OpenMessage, OpenOffer, OpenVerdict } from './types';

export function publicBlock(state: OpenState, block: OpenBlock): PublicBlock {
  return {
    block_id: block.block_id,
    owner_lab_id: block.owner_lab_id,
    start_round: block.start_round,
    duration: block.duration,
    gpu_count: block.gpu_count,
    reliability: block.reliability,
    energy_cost: block.energy_cost,
    status: block.status,
    hours_left: block.status === 'spent' ? 0 : hoursLeft(state, block),
    conditions: block.conditions.map(({ must_not_resell, must_use_by_round, coalition_only }) => ({
      must_not_resell,
      must_use_by_round,
      coalition_only,
    })),
  };
}

export function ownBlock(state: OpenState, block: OpenBlock, known = publicBlock(state, block)): OwnBlock {
  // Field by field, because spreading the public part makes observations measurably slower.
  const { status, hours_left, conditions } = known;
  return {
    block_id: block.block_id,
    owner_lab_id: block.owner_lab_id,
    start_round: block.start_round,
    duration: block.duration,
    gpu_count: block.gpu_count,
    reliability: block.reliability,
    energy_cost: block.energy_cost,
    status,
    hours_left,
    conditions,
    reserved_by: block.reserved_by,
    allocated_to_job_id: block.allocated_to_job_id,
    pledged_to: block.pledged_to,
    energy_paid: block.energy_paid_cents === null ? null : fromCents(block.energy_paid_cents),
    hours_delivered: block.hours_delivered,
  };
}

export function wireJob(state: OpenState, job: OpenJob): WireJob {
  const { hours_by_deadline, hours_in_all } = hoursOf(state, job);
  return {
    job_id: job.job_id,
    lab_id: job.lab_id,
    arrival_round: job.arrival_round,
    gpu_hours_required: job.gpu_hours_required,
    deadline_round: job.deadline_round,
    base_value: job.base_value,
    urgency_multiplier: job.urgency_multiplier,
    value: fromCents(job.value_cents),
    min_reliability: job.min_reliability,
    partial_credit_allowed: job.partial_credit_allowed,
    private_notes: job.private_notes,
    allocated_block_ids: [...job.allocated_block_ids],
    hours_delivered: job.hours_delivered,
    hours_by_deadline,
    hours_in_all,
    energy_paid: fromCents(job.energy_paid_cents),
    energy_due: fromCents(energyDue(state, job)),
    pledged_to: job.pledged_to,
    shares: job.shares,
    settled: job.settled,
    completed: job.completed,
    paid: fromCents(job.paid_cents),
  };
}

/** A part of another lab's job, with what is needed to compute what it will pay. */
export function jointJob(state: OpenState, job: OpenJob, labId: string): JointJob | null {
  const share = job.shares?.find((one) => one.lab_id === labId)?.share;
  if (share === undefined || job.lab_id === labId || job.settled) return null;
  return {
    job_id: job.job_id,
    lab_id: job.lab_id,
    share,
    gpu_hours_required: job.gpu_hours_required,
    deadline_round: job.deadline_round,
    value: fromCents(job.value_cents),
    partial_credit_allowed: job.partial_credit_allowed,
    allocated_block_ids: [...job.allocated_block_ids],
    energy: fromCents(job.energy_paid_cents + energyDue(state, job)),
    ...hoursOf(state, job),
  };
}

function hoursOf(state: OpenState, job: OpenJob): { hours_by_deadline: number; hours_in_all: number } {
  if (job.settled) return { hours_by_deadline: job.hours_delivered, hours_in_all: job.hours_delivered };
  return {
    hours_by_deadline: hoursByDeadline(state, job),
    hours_in_all: job.hours_delivered + scheduledHours(state, job, state.config.rounds),
  };
}

/** Unpaid energy of its blocks that will still deliver. */
function energyDue(state: OpenState, job: OpenJob): number {
  if (job.settled) return 0;
  return job.allocated_block_ids.reduce((sum, id) => {
    const block = state.blocks[id];
    return block === undefined || block.energy_paid_cents !== null || hoursLeft(state, block) === 0 ? sum : sum + energyCents(state, block);
  }, 0);
}

export function wireOffer(offer: OpenOffer): WireOffer {
  const { conditions } = offer;
  return {
    offer_id: offer.offer_id,
    from_lab_id: offer.from_lab_id,
    to_lab_id: offer.to_lab_id,
    round_created: offer.round_created,
    expires_round: offer.expires_round,
    offered_blocks: offer.offered_blocks,
    requested_blocks: offer.requested_blocks,
    message: offer.message,
    status: offer.status,
    linked_offer_id: offer.linked_offer_id,
    payment: fromCents(offer.payment_cents),
    requested_payment: fromCents(offer.requested_payment_cents),
    conditions:
      conditions === null
        ? null
        : {
            must_not_resell: conditions.must_not_resell,
            must_use_by_round: conditions.must_use_by_round,
            coalition_only: conditions.coalition_only,
            penalty: fromCents(conditions.penalty_cents),
          },
  };
}

/** Terms and members are public; texts and invitations are for those invited; pledges for members. `null`: sees everything. */
export function wireCoalition(state: OpenState, coalition: OpenCoalition, labId: string | null): WireCoalition {
  const member = labId === null || coalition.members.includes(labId);
  const asked = member || coalition.invited.includes(labId);
  return {
    coalition_id: coalition.coalition_id,
    founder: coalition.founder,
    members: [...coalition.members],
    split: coalition.split,
    owner_share: coalition.owner_share,
    bond: fromCents(coalition.bond_cents),
    round_created: coalition.round_created,
    status: coalition.status,
    message: asked ? coalition.message : null,
    invited: asked ? [...coalition.invited] : null,
    invited_through: coalition.invited_through,
    pledges: member ? wirePledges(state, coalition) : null,
  };
}

function wirePledges(state: OpenState, coalition: OpenCoalition): WireCoalition['pledges'] {
  const pledges = Object.entries(coalition.pledges).map(([lab, pledge]) => [
    lab,
    {
      block_ids: [...pledge.block_ids],
      jobs: pledge.job_ids.map((id) => wireJob(state, jobOf(state, id))),
      reserve: fromCents(pledge.reserve_cents),
      until_round: pledge.until_round,
      ...(pledge.at_once !== undefined && { at_once: pledge.at_once }),
    },
  ]);
  return Object.fromEntries(pledges) as NonNullable<WireCoalition['pledges']>;
}

export function wireMessage({ from_lab_id, to_lab_id, coalition_id, round_index, message, signal }: OpenMessage): WireMessage {
  return { from_lab_id, to_lab_id, coalition_id, round_index, message, signal };
}

/** Claims and reasons are private to their author until the end. `null`: sees everything. */
export function wireVerdict(verdict: OpenVerdict, labId: string | null): WireVerdict {
  return {
    judge: verdict.judge,
    round_index: verdict.round_index,
    block_id: verdict.block_id,
    winner_lab_id: verdict.winner_lab_id,
    ...(verdict.fallback !== undefined && { fallback: verdict.fallback, disagreement: verdict.disagreement ?? null }),
    pitches: verdict.pitches.map(({ lab_id, pitch, score, reason, claims, quote, rule_score }) => {
      const own = labId === null || lab_id === labId;
      return {
        ...(rule_score !== undefined && { rule_score: shownScore(rule_score), quote: own ? (quote ?? null) : null }),
        lab_id,
        pitch,
        score: shownScore(score),
        reason: own ? reason : null,
        claims: own ? claims : null,
      };
    }),
  };
}

export function wireDeposit(deposit: Deposit): WireDeposit {
  const { amount_cents, ...rest } = deposit;
  return { ...rest, amount: fromCents(amount_cents) };
}
