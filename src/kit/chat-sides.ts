/**
 * Which speaker is on the right: the reader, if they have a seat. For watchers, the second of two roles or seats; with more than two of
 * the same role, none.
 */
export function rightSide(seats: readonly string[], me: string | null): (seat: string) => boolean {
  if (me !== null) return (seat) => seat === me;
  const roles = [...new Set(seats.map(roleOf))];
  if (roles.length === 2) return (seat) => roleOf(seat) === roles[1];
  return (seat) => seats.length === 2 && seat === seats[1];
}

/** `buyer_2` is a buyer. */
function roleOf(seat: string): string {
  return seat.replace(/_?\d+$/, '');
}
