/** What a game brings to the browser. React appears as a type only. */
import type { SeatId } from './game';

/** How a game calls its seats, and the color of each. */
export interface SeatNaming {
  /** One or two letters, for a chip. */
  letterOf(seat: SeatId): string;
  /** For sentences: `Lab A`. */
  nameOf(seat: SeatId): string;
  /** A CSS color. */
  colorOf(seat: SeatId): string;
}
