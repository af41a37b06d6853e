/** A seat's player failed: the match cannot go on, and says whose fault it was. */
export class SeatFault extends Error {
  override readonly name = 'SeatFault';
}
