import { copyState } from '~/games/gpu-market/open/shared/copy';
import type { OpenState } from '~/games/gpu-market/open/shared/state';
import type { OpenJob } from '~/games/gpu-market/open/shared/types';

/** The same market with everything that this seat may not know made different; null: that the public may not know. */
export function scrambled(state: OpenState, seat: string | null): OpenState {
  const other = copyState(state);
  other.config = { ...other.config, seed: other.config.seed - 1 };
  other.shocks = other.shocks.filter((shock) => shock.round_index <= state.round_index);
  other.grants = [];
  other.order_drawn += 7;
  other.house_drawn = { lab_0: 99 };
  scrambleJobs(other, seat);
  scrambleDeals(other, seat);
  for (const lab of Object.values(other.labs)) {
    if (lab.lab_id === seat) continue;
    lab.results = [];
    lab.budget_cents = bandOf(lab.budget_cents) + 1;
    if (other.turns[lab.lab_id] !== undefined) other.turns[lab.lab_id] = { actions: [], left_out: 0 };
  }
  return other;
}

function scrambleJobs(other: OpenState, seat: string | null): void {
  for (const job of Object.values(other.jobs)) {
    if (mayKnow(other, job, seat)) continue;
    Object.assign(job, {
      value_cents: job.value_cents + 111,
      base_value: 1,
      deadline_round: 0,
      min_reliability: 0.5,
      private_notes: 'other',
    });
    if (job.arrival_round > other.round_index) job.gpu_hours_required += 5;
  }
}

/** Own and arrived, pledged to a coalition it is in, or partly its own by a joint plan. */
function mayKnow(state: OpenState, job: OpenJob, seat: string | null): boolean {
  if (seat === null) return false;
  if (job.lab_id === seat) return job.arrival_round <= state.round_index;
  const pledged = Object.values(state.coalitions).some(
    (one) => one.members.includes(seat) && Object.values(one.pledges).some((pledge) => pledge.job_ids.includes(job.job_id)),
  );
  return pledged || job.shares?.some((share) => share.lab_id === seat) === true;
}

function scrambleDeals(other: OpenState, seat: string | null): void {
  for (const block of Object.values(other.blocks))
    if (block.owner_lab_id !== seat && block.reserved_by !== null) block.reserved_by = 'lab_9';
  for (const offer of Object.values(other.offers)) {
    if (offer.to_lab_id !== null && ![offer.to_lab_id, offer.from_lab_id].includes(seat ?? ''))
      Object.assign(offer, { payment_cents: 1, message: 'other', offered_blocks: [] });
  }
  other.messages = other.messages.filter((message) => message.readers === null || message.readers.includes(seat ?? ''));
  other.deposits = other.deposits.filter((deposit) => [deposit.from_lab_id, deposit.to_lab_id].includes(seat ?? ''));
  for (const coalition of Object.values(other.coalitions)) {
    if (coalition.members.includes(seat ?? '')) continue;
    for (const pledge of Object.values(coalition.pledges)) Object.assign(pledge, { reserve_cents: 1, until_round: 0 });
    if (!coalition.invited.includes(seat ?? '')) Object.assign(coalition, { message: 'other', invited: [] });
  }
  other.verdicts = other.verdicts.map((verdict) => ({
    ...verdict,
    pitches: verdict.pitches.map((pitch) => (pitch.lab_id === seat ? pitch : { ...pitch, reason: 'other', claims: [] })),
  }));
}

/** The least money of the public band in which this is. */
function bandOf(cents: number): number {
  if (cents < 6000) return 0;
  return cents < 11500 ? 6000 : 11500;
}
