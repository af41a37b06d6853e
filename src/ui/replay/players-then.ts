import { playerOf, type ShownSeat } from '~/store/match-words';
import { isAgentRef } from '../thought/agent-seats';

/** From which event on a seat was whose. */
interface SeatSpan {
  seat: string;
  from: number;
  player: string;
}

/** The seats as they were taken when that event happened; a seat that never changed hands stays as its card has it. */
export function seatsThen(seats: readonly ShownSeat[], spans: readonly SeatSpan[], at: number): ShownSeat[] {
  return seats.map((card) => {
    const span = spans.findLast((one) => one.seat === card.seat && one.from <= at);
    return span === undefined || span.player === playerOf(card)
      ? card
      : { seat: card.seat, kind: isAgentRef(span.player) ? 'agent' : 'script', policy: span.player };
  });
}
