/** A seat's player failed. The match cannot continue, and its card says which player failed. */
export class SeatFault extends Error {
  override readonly name = 'SeatFault';
}
