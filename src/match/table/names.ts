import type { SeatCard } from '~/store/match-words';
import { type Answer, answered, refused } from '../answer';

const LONGEST = 24;

/** A name as somebody typed it: 1 to 24 visible characters, nobody else's at this table. */
export function readName(typed: string, seats: readonly SeatCard[]): Answer<string, 'bad_name'> {
  const name = typed.normalize('NFC').trim();
  const length = Array.from(name).length;
  if (length === 0 || length > LONGEST) return refused('bad_name', `A name has 1 to ${LONGEST} characters.`);
  // Controls, formats (which turn text around or show nothing), halves of pairs, private and unassigned ones, line and paragraph ends.
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name)) return refused('bad_name', 'A name has visible characters only.');
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(name)) return refused('bad_name', 'A name has at least one visible character.');
  const taken = seats.some((seat) => 'name' in seat && fold(seat.name) === fold(name));
  return taken ? refused('bad_name', `Somebody at this table is called ${name} already.`) : answered(name);
}

/** Names that look alike to most people are the same. */
function fold(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
}
