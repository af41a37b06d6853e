/** How the feed shows the classic market: topics, marks, durations, and chapters. */
import type { MarkKind } from '~/contract/screens';
import { CLASSIC_LABS } from '../../screens/lab-names';
import { MARKET_TOPICS, shockTitle } from '../../screens/topics';
import type { ToldEvent } from '../../told-events';

/** Labs pledge nothing here. */
export const CLASSIC_TOPICS = MARKET_TOPICS.filter(({ topic }) => topic !== 'pledge');

/** null: other lines or the board already show it. */
export function topicOf(event: ToldEvent): string | null {
  switch (event.type) {
    case 'match_opened':
    case 'match_ended':
      return 'match';
    case 'offer_accepted':
      return 'deal';
    case 'offer_made':
    case 'offer_closed':
      return 'offer';
    case 'coalition_formed':
    case 'coalition_committed':
    case 'coalition_broken':
      return 'coalition';
    case 'job_allocated':
      return 'job';
    case 'pitches_judged':
      return 'prize';
    case 'message_posted':
      return 'talk';
    case 'block_marked':
      return 'capacity';
    case 'shock_struck':
      return 'shock';
    case 'action_resolved':
      return event.result.ok ? (event.result.code === 'waited' ? 'capacity' : null) : 'refusal';
    default:
      return null;
  }
}

/** A few words for the timeline. */
export function chapterOf(event: ToldEvent): string | null {
  switch (event.type) {
    case 'coalition_formed':
      return 'Coalition';
    case 'coalition_broken':
      return event.status === 'breached' ? 'Coalition broken' : null;
    case 'shock_struck':
      return shockTitle(event.kind);
    case 'pitches_judged':
      return `Pitch of ${CLASSIC_LABS.nameOf(event.decision.winner_lab_id)} wins`;
    case 'offer_accepted':
      return 'Deal';
    default:
      return null;
  }
}

/** Events with a mark on the scrubber; most have none. */
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

/** Long enough to read visible events, and almost nothing for bookkeeping. */
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
