/** Names that people choose: what they show is what they are. */
import { lookAlikeKeys, withoutAccents } from './look-alike';
import { textFlaw } from './stored-text';
import { unseenIn } from './unseen';

/** `why` follows "A name" or the field's name. */
export type NameReading = { ok: true; value: string } | { ok: false; why: string };

/** Blank, though Unicode counts them among symbols. */
const BLANK = /[\u2800\u{1d159}\ufffc]/u;
/** UTS 39 (5.4) allows 4 marks on a letter; 3 are as many as written languages need on one that they have not composed. */
const PILED_MARKS = /[\p{Mn}\p{Me}]{4}/u;
const SHOWS = /[\p{L}\p{N}\p{S}\p{P}]/u;

/** What is far longer than any name is not normalized: many marks on one letter take time by the square of their number. */
const MOST_UNITS = 32;

/** A name as it may be stored and shown: NFC, without spaces around it, 1 to `most` visible characters. */
export function readVisibleName(typed: string, { most }: { most: number }): NameReading {
  if (typed.length > most * MOST_UNITS) return { ok: false, why: `has 1 to ${most} characters` };
  const name = typed.normalize('NFC').trim();
  const length = Array.from(name).length;
  if (length === 0 || length > most) return { ok: false, why: `has 1 to ${most} characters` };
  if (textFlaw(name, { lines: 'refused' }) || unseenIn(name).length > 0 || BLANK.test(name))
    return { ok: false, why: 'has visible characters only' };
  if (!SHOWS.test(name)) return { ok: false, why: 'has at least one visible character' };
  if (PILED_MARKS.test(name)) return { ok: false, why: 'has at most 3 accents on one letter' };
  return { ok: true, value: name };
}

/** Words that say what somebody is here. A name made of nothing else would pass for it. */
const ROLES = (
  'host house operator organizer organiser admin administrator moderator staff official mandi system server judge market ' +
  'nobody somebody everybody everyone you null lab seat the'
).split(' ');
const ROLE_KEYS = keysOf(ROLES);

/** `Lab B`, `lab_0`, `Seat 3`: what the market calls its seats. */
const SEAT = /^(lab|seat)[ _-]?([a-z]{1,2}|[0-9]{1,3})$/u;
const SEAT_KEYS = keysOf(['lab', 'seat']);

/** Would the name pass for a seat, a role of this house, or one of `taken` (the policies, say; see `keysOf`)? */
export function isReservedName(name: string, taken: ReadonlySet<string> = new Set()): boolean {
  const words = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
  if (SEAT.test(words.join(' ').toLowerCase())) return true;
  const [first = '', second = ''] = words;
  if (words.length === 2 && isAmong(first, SEAT_KEYS) && Array.from(second).length <= 2) return true; // with other alphabets' letters
  if (words.length > 0 && words.every((word) => isAmong(word, ROLE_KEYS))) return true;
  return isAmong(name, taken) || isAmong(withoutAccents(name), ROLE_KEYS) || isAmong(withoutAccents(name), taken);
}

/** What `isReservedName` compares with. */
export function keysOf(names: Iterable<string>): ReadonlySet<string> {
  return new Set(Array.from(names).flatMap((name) => [...lookAlikeKeys(name), ...lookAlikeKeys(withoutAccents(name))]));
}

function isAmong(name: string, keys: ReadonlySet<string>): boolean {
  return lookAlikeKeys(name).some((key) => keys.has(key));
}
