import { playerOf, type SeatCard } from '~/store/match-words';

/** From which event on a seat was whose. */
interface SeatSpan {
  seat: string;
  from: number;
  player: string;
}

/** The seats as they were taken when that event happened; a seat that never changed hands stays as its card has it. */
export function seatsThen(seats: readonly SeatCard[], spans: readonly SeatSpan[], at: number): SeatCard[] {
  return seats.map((card) => {
    const span = spans.findLast((one) => one.seat === card.seat && one.from <= at);
    return span === undefined || span.player === playerOf(card) ? card : { seat: card.seat, kind: 'script', policy: span.player };
  });
}
