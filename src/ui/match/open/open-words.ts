import type { ToldOpenEvent } from '~/games/gpu-market/open/told';
import type { Frame } from '~/live/protocol';
import type { MarkKind } from '../../replay/marks';
import type { FeedTopic } from '../feed-lines';

/** Under what a line stands in the feed; null: other lines or the floor tell it already. */
export function topicOf(event: ToldOpenEvent): FeedTopic | null {
  switch (event.type) {
    case 'offer_made':
      return event.offer === undefined ? null : 'trade';
    case 'offer_accepted':
      return 'trade';
    case 'offer_closed':
      return event.status === 'expired' ? null : 'trade';
    case 'message_posted':
    case 'pitches_judged':
    case 'grant_offered':
      return 'talk';
    case 'coalition_left':
      return event.breach ? 'refusal' : 'coalition';
    case 'coalition_formed':
    case 'coalition_joined':
    case 'coalition_declined':
    case 'coalition_ended':
    case 'coalition_pledged':
    case 'pledge_shrunk':
    case 'plan_executed':
      return 'coalition';
    case 'pledge_ended':
      return event.why === 'used' ? null : 'coalition';
    case 'job_settled':
      return event.payouts.length > 0 ? 'coalition' : 'capacity';
    case 'match_opened':
    case 'match_branched':
    case 'match_ended':
    case 'blocks_marked':
    case 'job_allocated':
    case 'capacity_delivered':
    case 'deposit_settled':
    case 'grant_given':
      return 'capacity';
    case 'round_started':
      return event.spent_block_ids.length + event.arrived.length > 0 ? 'capacity' : null;
    case 'round_closed':
      return event.silent.length > 0 ? 'talk' : null;
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

export function codeOf(event: ToldOpenEvent): string {
  return event.type === 'action_resolved' ? event.result.code : event.type;
}

/** What deserves a mark on the scrubber. Refusals do not: where everybody acts at once, many come second. */
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

/** Long enough to read what people see, next to nothing for bookkeeping. */
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

/** What has happened since the round before was closed, up to an instant: what the floor still shows as just done. */
export function recentEvents(frames: readonly Frame[], at: number): ToldOpenEvent[] {
  const recent: ToldOpenEvent[] = [];
  for (let place = Math.min(at, frames.length) - 1; place >= 0; place -= 1) {
    const event = openEvent(frames[place]);
    if (event?.type === 'round_closed') break;
    if (event) recent.push(event);
  }
  return recent.reverse();
}

/** Frames of this ruleset carry its events; the server made them with the same types. */
function openEvent(frame: Frame | undefined): ToldOpenEvent | null {
  return (frame?.event ?? null) as ToldOpenEvent | null;
}
