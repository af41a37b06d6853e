/** What a branch is asked for with: from which event, and who plays which seat. */
import type { SeatCard } from '~/live/protocol';

/** Somebody who comes. */
export const FREE = 'open';
/** Whoever fills in the form. */
export const MYSELF = 'myself';
/** As it was played before. */
export const AS_BEFORE = '';

/** By seat: one of the above, or a policy's id. */
export type ForkSeats = Readonly<Record<string, string>>;

/** Who plays on where nothing is chosen: a person's seat is the house's. */
export function playedBefore(seat: SeatCard): string {
  return seat.kind === 'script' || seat.kind === 'agent' ? seat.policy : 'house';
}

/** What it is called where nothing is chosen: a person's seat is not played as before. */
export function playerBefore(seat: SeatCard, titleOf: (policy: string) => string): string {
  const title = titleOf(playedBefore(seat));
  if (seat.kind === 'script' || seat.kind === 'agent') return `as before: ${title}`;
  return seat.kind === 'open' ? title : `${title}, in place of ${seat.name}`;
}

/** The seat that the form's filler will sit at; null: none. */
export function ownSeat(seats: ForkSeats): string | null {
  return Object.keys(seats).find((seat) => seats[seat] === MYSELF) ?? null;
}

/** Seats named in the request: what stays as before is left out, one's own seat is open until it is claimed. */
export function seatsAsked(seats: ForkSeats): Record<string, string> {
  const named = Object.entries(seats).filter(([, player]) => player !== AS_BEFORE);
  return Object.fromEntries(named.map(([seat, player]) => [seat, player === MYSELF ? FREE : player]));
}

/** One sits at one seat: choosing a second gives the first back. */
export function withPlayer(seats: ForkSeats, seat: string, player: string): ForkSeats {
  const others = player === MYSELF ? Object.fromEntries(Object.entries(seats).filter(([, other]) => other !== MYSELF)) : seats;
  return { ...others, [seat]: player };
}
