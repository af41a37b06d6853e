/** How the feed shows the open market: topics, marks, durations, and chapters. */
import type { MarkKind } from '~/contract/screens';
import { formatMoney } from '~/kit/format';
import { OPEN_LABS } from '../../screens/lab-names';
import { shockTitle } from '../../screens/topics';
import type { ToldOpenEvent } from '../shared/told/told';

/** null: other lines or the board already show it. */
export function topicOf(event: ToldOpenEvent): string | null {
  switch (event.type) {
    case 'match_opened':
    case 'match_branched':
    case 'match_ended':
      return 'match';
    case 'offer_accepted':
      return 'deal';
    case 'want_posted':
    case 'want_closed':
    case 'promise_made':
    case 'promise_ended':
      return 'offer';
    case 'offer_made':
      return event.offer === undefined ? null : 'offer';
    case 'offer_closed':
      return event.status === 'expired' ? null : 'offer';
    case 'message_posted':
      return 'talk';
    case 'pitches_judged':
    case 'grant_offered':
      return 'prize';
    case 'coalition_formed':
    case 'coalition_joined':
    case 'coalition_left':
    case 'coalition_ended':
    case 'plan_executed':
      return 'coalition';
    case 'plan_proposed':
    case 'plan_vetoed':
    case 'plan_dropped':
    case 'coalition_declined':
    case 'coalition_pledged':
    case 'pledge_shrunk':
      return 'pledge';
    case 'pledge_ended':
      return event.why === 'used' ? null : 'pledge';
    case 'job_settled':
      return 'job';
    case 'blocks_marked':
    case 'job_allocated':
    case 'capacity_delivered':
    case 'deposit_settled':
    case 'grant_given':
      return 'capacity';
    case 'round_started':
      return event.spent_block_ids.length + event.arrived.length > 0 ? 'capacity' : null;
    case 'round_closed':
      return event.silent.length > 0 ? 'capacity' : null;
    case 'shock_struck':
    case 'shock_scheduled':
      return 'shock';
    case 'action_resolved':
      return event.result.ok ? null : 'refusal';
    case 'turn_taken':
    case 'judgement_heard':
    case 'reputation_changed':
      return null;
  }
}

/** Smaller deals are not highlighted. */
const BIG_DEAL_CENTS = 2_000;
const BIG_JOB_CENTS = 6_000;

/** A few words for the timeline. */
export function chapterOf(event: ToldOpenEvent): string | null {
  const { letterOf } = OPEN_LABS;
  switch (event.type) {
    case 'coalition_formed':
      return `Coalition of ${letterOf(event.coalition.founder)}`;
    case 'plan_executed':
      return `Joint plan ${event.participants.map(letterOf).join(' + ')}`;
    case 'coalition_left':
      return event.breach ? `${letterOf(event.lab_id)} breaks a pledge` : null;
    case 'shock_struck':
      return shockTitle(event.shock.kind);
    case 'pitches_judged':
      return event.verdict.winner_lab_id === null ? null : `Prize for ${letterOf(event.verdict.winner_lab_id)}`;
    case 'offer_accepted': {
      const cents = Math.max(event.payment_cents ?? 0, event.requested_payment_cents ?? 0);
      return cents < BIG_DEAL_CENTS ? null : `${formatMoney(cents / 100)} deal`;
    }
    case 'job_settled':
      return (event.value_cents ?? 0) < BIG_JOB_CENTS
        ? null
        : `${letterOf(event.lab_id)} earns ${formatMoney((event.value_cents ?? 0) / 100)}`;
    default:
      return null;
  }
}

/** Events with a mark on the scrubber. Not refusals, because they are common when all seats act simultaneously. */
export function markOf(event: ToldOpenEvent): MarkKind | null {
  switch (event.type) {
    case 'offer_accepted':
      return 'trade';
    case 'coalition_formed':
    case 'coalition_joined':
    case 'plan_executed':
      return 'coalition';
    case 'coalition_left':
      return event.breach ? 'breach' : 'coalition';
    case 'pitches_judged':
      return event.verdict.pitches.length > 0 ? 'pitch' : null;
    case 'shock_struck':
      return 'shock';
    case 'job_settled':
      return event.value_cents === 0 ? null : 'settlement';
    default:
      return null;
  }
}

/** Long enough to read visible events, and almost nothing for bookkeeping. */
export function dwellOf(event: ToldOpenEvent | null): number {
  if (event === null) return 30;
  if (event.type === 'round_started') return 700;
  if (event.type === 'job_settled' && event.payouts.length > 0) return 1100;
  if (SLOW.has(event.type)) return 1100;
  if (event.type === 'match_ended' || event.type === 'match_opened') return 900;
  const topic = topicOf(event);
  return topic === null ? 30 : topic === 'refusal' ? 350 : 500;
}

const SLOW: ReadonlySet<string> = new Set(['shock_struck', 'offer_accepted', 'pitches_judged', 'coalition_formed', 'plan_executed']);
