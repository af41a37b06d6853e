/** The request for a branch: from which event, and who plays which seat. */
import type { SeatCard } from '~/live/protocol';

/** A seat for someone else. */
export const FREE = 'open';
/** The person filling in the form. */
export const MYSELF = 'myself';
/** The same player as before. */
export const AS_BEFORE = '';

/** By seat: one of the above, or a policy's id. */
export type ForkSeats = Readonly<Record<string, string>>;

/** The player if nothing is chosen: a built-in policy for a person's seat. */
export function playedBefore(seat: SeatCard): string {
  return seat.kind === 'script' || seat.kind === 'agent' ? seat.policy : 'house';
}

/** The label of that player; a person's seat is not played by the same person. */
export function playerBefore(seat: SeatCard, titleOf: (policy: string) => string): string {
  const title = titleOf(playedBefore(seat));
  if (seat.kind === 'script' || seat.kind === 'agent') return `as before: ${title}`;
  return seat.kind === 'open' ? title : `${title}, in place of ${seat.name}`;
}

/** The seat for the person filling in the form; null: none. */
export function ownSeat(seats: ForkSeats): string | null {
  return Object.keys(seats).find((seat) => seats[seat] === MYSELF) ?? null;
}

/** Seats in the request: unchanged ones are left out, and the person's own seat is open until claimed. */
export function seatsAsked(seats: ForkSeats): Record<string, string> {
  const named = Object.entries(seats).filter(([, player]) => player !== AS_BEFORE);
  return Object.fromEntries(named.map(([seat, player]) => [seat, player === MYSELF ? FREE : player]));
}

/** A person has one seat: choosing a second releases the first. */
export function withPlayer(seats: ForkSeats, seat: string, player: string): ForkSeats {
  const others = player === MYSELF ? Object.fromEntries(Object.entries(seats).filter(([, other]) => other !== MYSELF)) : seats;
  return { ...others, [seat]: player };
}
