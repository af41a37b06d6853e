import type { Bubble, MarkKind } from '~/contract/screens';
import type { OffersEvent, TurnEvent } from '../types';

/** The frames carry this game's events; the server built them with the same types. */
export function topicOf(event: OffersEvent): string | null {
  switch (event.type) {
    case 'haggle_opened':
      return 'match';
    case 'price_named':
      return 'price';
    case 'price_taken':
    case 'table_left':
      return 'deal';
    case 'move_refused':
    case 'turn_lapsed':
      return 'lost';
  }
}

export function markOf(event: OffersEvent): MarkKind | null {
  if (event.type === 'price_taken') return 'trade';
  if (event.type === 'table_left') return 'breach';
  return event.type === 'move_refused' ? 'refusal' : null;
}

export function dwellOf(event: OffersEvent | null): number {
  return event === null ? 50 : event.type === 'price_taken' ? 1200 : 700;
}

/** What a seat said or did, as part of the conversation. */
export function bubbleOf(event: OffersEvent): Bubble | null {
  return event.type === 'haggle_opened' ? null : turnBubble(event);
}

export function turnBubble(event: TurnEvent): Bubble {
  const { seat } = event;
  switch (event.type) {
    case 'price_named':
      return { seat, text: event.message ?? '', chip: String(event.price) };
    case 'price_taken':
      return { seat, text: 'Deal.', chip: String(event.price) };
    case 'table_left':
      return { seat, text: 'Left the table.' };
    case 'move_refused':
      return { seat, text: `Illegal move: ${event.why}` };
    case 'turn_lapsed':
      return { seat, text: 'Did not answer in time.' };
  }
}
