/** Messages bind nobody. A claim about a rival's offer is structured, so that it can be checked. */
import type { Book } from '../book';
import { done, refuse } from '../refusal';
import { type BazaarState, type SeatState, seatOf, standingOffers } from '../state';
import type { Action, Claim, Result } from '../types';

export function sendMessage(book: Book, seat: SeatState, { target_id: to = null, message = '', claim }: Action): Result {
  const { state } = book;
  if (to !== null && (!Object.hasOwn(state.seats, to) || to === seat.seat)) return refuse('unknown_seat');
  if (to !== null && seatOf(state, to).left) return refuse('gone_seat');
  const is_true = claim ? isTrue(state, seat, { to, claim }) : null;
  book.record({ type: 'message_sent', message: { from: seat.seat, to, round: state.round, text: message, claim: claim ?? null, is_true } });
  return done('message_sent');
}

/** Whether the sender can accept another seat's offer at that price or better. */
function isTrue(state: BazaarState, { seat, side }: SeatState, { to, claim }: { to: string | null; claim: Claim }): boolean {
  return standingOffers(state).some((offer) => {
    if (offer.side === side || offer.from === to || (offer.to !== null && offer.to !== seat)) return false;
    return side === 'seller' ? offer.price_cents >= claim.price_cents : offer.price_cents <= claim.price_cents;
  });
}
