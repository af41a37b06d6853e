import type { ToldEvent } from '~/games/gpu-market/told-events';
import type { MarkKind } from '../../replay/marks';
import type { FeedTopic } from '../feed-lines';

export function topicOf(event: ToldEvent): FeedTopic | null {
  switch (event.type) {
    case 'offer_made':
    case 'offer_accepted':
    case 'offer_closed':
      return 'trade';
    case 'message_posted':
    case 'pitches_judged':
    case 'coalition_formed':
    case 'coalition_committed':
      return 'talk';
    case 'block_marked':
    case 'job_allocated':
    case 'match_opened':
    case 'match_ended':
      return 'capacity';
    case 'shock_struck':
      return 'shock';
    case 'coalition_broken':
      return 'refusal';
    case 'action_resolved':
      return event.result.ok ? (event.result.code === 'waited' ? 'capacity' : null) : 'refusal';
    default:
      return null;
  }
}

export function codeOf(event: ToldEvent): string {
  return event.type === 'action_resolved' ? event.result.code : event.type;
}

/** What deserves a mark on the scrubber; most events do not. */
export function markOf(event: ToldEvent): MarkKind | null {
  switch (event.type) {
    case 'offer_accepted':
      return 'trade';
    case 'coalition_formed':
    case 'coalition_committed':
      return 'coalition';
    case 'coalition_broken':
      return event.status === 'breached' ? 'breach' : 'coalition';
    case 'pitches_judged':
      return 'pitch';
    case 'shock_struck':
      return 'shock';
    case 'action_resolved':
      return event.result.ok ? null : 'refusal';
    default:
      return null;
  }
}

/** Long enough to read what people see, next to nothing for bookkeeping. */
export function dwellOf(event: ToldEvent | null): number {
  switch (event?.type) {
    case 'shock_struck':
    case 'offer_accepted':
    case 'pitches_judged':
    case 'coalition_broken':
      return 1100;
    case 'round_started':
      return 700;
    case 'offer_made':
    case 'offer_closed':
    case 'message_posted':
    case 'coalition_formed':
    case 'coalition_committed':
    case 'job_allocated':
    case 'block_marked':
    case 'match_opened':
    case 'match_ended':
      return 600;
    case 'action_resolved':
      return event.result.ok ? 60 : 900;
    default:
      return 60;
  }
}
