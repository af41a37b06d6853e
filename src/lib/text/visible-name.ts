/** Checks names that people choose, so that no name is misleading. */
import { lookAlikeKeys, NUMBER_WORDS, plainLetters, withoutAccents } from './look-alike';
import { textFlaw } from './stored-text';
import { unseenIn } from './unseen';

/** `why` follows "A name" or the field's name. */
export type NameReading = { ok: true; value: string } | { ok: false; why: string };

/** Blank, although Unicode classifies them as symbols. */
const BLANK = /[\u2800\u{1d159}\ufffc]/u;
/** UTS 39 (5.4) allows 4 marks on a letter; written languages need at most 3 that cannot be composed. */
const PILED_MARKS = /[\p{Mn}\p{Me}]{4}/u;
const SHOWS = /[\p{L}\p{N}\p{S}\p{P}]/u;

/** Much longer input is not normalized: many marks on one letter take quadratic time. */
const MOST_UNITS = 32;

/** A name as stored and shown: NFC, trimmed, 1 to `most` visible characters. */
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

/** Roles that no name may claim, alone or with other words: `Ada (host)`, `Tournament director`, `HOST7x`. */
const TITLES =
  'host cohost organizer organiser operator moderator admin administrator referee judge director support mandi staff official system server'.split(
    ' ',
  );
const TITLE_KEYS = keysOf(TITLES.flatMap((title) => [title, `${title}s`]));

/** Words for roles and states on Mandi. A name that consists only of them would be mistaken for one. */
const ROLE_KEYS = keysOf([...TITLES, ...'house market nobody somebody everybody everyone you null lab seat open empty vacant'.split(' ')]);

/** Words that do not change a role: `House 1`, `The real house`. */
const BESIDE = ['the', 'real', 'team', 'runner', 'support', 'bot', 'account', 'number', ...NUMBER_WORDS];
const BESIDE_KEYS = keysOf([...BESIDE, 'a', 'an', 'no', 'nr', 'of', 'and', 'i', 'ii', 'iii', 'iv', 'v', 'vi']);
/** `host1`, `MandiTeam`. */
const GLUED = new RegExp(`^(?:${BESIDE.join('|')})*(.+?)(?:${BESIDE.join('|')}|[0-9])*$`, 'iu');

/** `MandiOfficial`, `hosthost`: only titles, without spaces. */
const TITLES_ALONE = new RegExp(`^(?:(?:${[...new Set([...TITLES, ...BESIDE])].join('|')})s?|[0-9])+$`, 'iu');
const TITLE_WITHIN = new RegExp(TITLES.join('|'), 'iu');

/** `Lab B`, `lab_0`, `Seat 3`: names that the market gives its seats. */
const SEAT = /^(lab|seat)( [a-z]{1,2}|[a-z]| ?[0-9]{1,3})$/u;
const SEAT_KEYS = keysOf(['lab', 'seat']);
/** `lab0`, `LabB` as one word of several. `labs` is an ordinary word. */
const SEAT_WORD = /^(?:[Ll]ab|[Ss]eat|LAB|SEAT)(?:[0-9]{1,3}|(?<=[bt])[A-Z])$/u;
/** What follows `Lab` in a seat's name. Two letters count unless they form an English word. */
const SEAT_NUMBER = /^(?:[0-9]{1,3}|.|a(?![hmnstwx]$)[a-z]|b(?!e$)[a-l]|ii|iii|iv|vi)$/iu;
const NUMBER_KEYS = keysOf(NUMBER_WORDS);
const NUMBER_SIGNS = keysOf(['number', 'no', 'nr']);

/** A result or a state of the match, which would read like a message from Mandi. */
const NEWS_KEYS = keysOf(['winner', 'winners', 'wins', 'won', 'paused', 'you']);
const NEWS = ['is over', 'match over', 'game over', 'round over', 'open seat', 'free seat', 'empty seat', 'seat open', 'seat free'].map(
  (pair) => pair.split(' ').map((word) => keysOf([word])),
);
/** Syllables of Korean and Chinese names (`Ji-won`, `You-jin`) and a family name (`Won Bin`). */
const OF_NAMES = /\p{L}+-(?:won|you)(?!\p{L})|(?<!\p{L})(?:won|you)-\p{L}+|^won(?= \p{L}+$)/giu;

/** Whether the name could be mistaken for a seat, a role, a status message, or a name in `taken` (such as policies; see `keysOf`). */
export function isReservedName(name: string, taken: ReadonlySet<string> = new Set()): boolean {
  const plain = plainLetters(name);
  const words = wordsIn(plain);
  if (SEAT.test(words.join(' ').toLowerCase())) return true;
  const [first = '', second = ''] = words;
  if (words.length === 2 && isAmong(first, SEAT_KEYS) && Array.from(second).length <= 2) return true; // with letters of other alphabets
  if (words.some(isTitle) || namesSeat(words) || isNews(wordsIn(plain.replace(OF_NAMES, ' ')))) return true;
  const others = words.filter((word) => !(/^[0-9]+$/u.test(word) || isAmong(word, BESIDE_KEYS)));
  if (others.length > 0 && others.every((word) => isRole(word))) return true;
  const joined = words.join('');
  return isRole(joined) || [name, plain, others.join(' '), joined, others.join('')].some((reading) => isAmong(reading, taken));
}

/** Joins words that are spelled letter by letter (`h o s t`). */
function wordsIn(plain: string): string[] {
  const words = plain.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
  return words
    .join(' ')
    .replace(/(?<![^ ])\p{L}(?: \p{L}(?![^ ])){2,}/gu, (spelled) => spelled.replaceAll(' ', ''))
    .split(' ');
}

/** A title, with or without digits and suffixes (`HOST7x`, `2host`). `H0st` counts too. */
function isTitle(word: string): boolean {
  if (TITLES_ALONE.test(word) && TITLE_WITHIN.test(word)) return true;
  const [, core = ''] = GLUED.exec(word) ?? [];
  const ahead = Array.from(word.matchAll(/[0-9]/gu), ({ index }) => word.slice(0, index));
  return [word, core, ...ahead, ...word.split(/[0-9]+/u)].some((reading) => reading !== '' && isAmong(reading, TITLE_KEYS));
}

/** `Ada of Lab B`, `lab_0's friend`. */
function namesSeat(words: readonly string[]): boolean {
  return words.some((word, i) => {
    if (SEAT_WORD.test(word)) return true;
    if (!isAmong(word, SEAT_KEYS)) return false;
    const [next = '', after = ''] = words.slice(i + 1);
    const number = isAmong(next, NUMBER_SIGNS) ? after : next;
    return SEAT_NUMBER.test(number) || isAmong(number, NUMBER_KEYS);
  });
}

function isNews(words: readonly string[]): boolean {
  if (words.some((word) => isAmong(word, NEWS_KEYS))) return true;
  return words.some((word, i) => NEWS.some(([one, other]) => one && other && isAmong(word, one) && isAmong(words[i + 1] ?? '', other)));
}

/** Singular or plural (`houses`), with or without a number (`house1`). */
function isRole(word: string): boolean {
  const [, core = ''] = GLUED.exec(word) ?? [];
  return [word, core, core.replace(/s$/iu, '')].some((reading) => isAmong(reading, ROLE_KEYS));
}

/** The form that `isReservedName` compares with. */
export function keysOf(names: Iterable<string>): ReadonlySet<string> {
  return new Set(Array.from(names).flatMap((name) => [...lookAlikeKeys(name), ...lookAlikeKeys(withoutAccents(name))]));
}

/** Among capitals, a small l is read as an I (`WlNNER`). */
const CAPITALS_WITH_L = /^[\p{Lu}l]+$/u;

function isAmong(name: string, keys: ReadonlySet<string>): boolean {
  const readings = CAPITALS_WITH_L.test(name) ? [name, name.replaceAll('l', 'I')] : [name];
  return readings.flatMap(lookAlikeKeys).some((key) => keys.has(key));
}
