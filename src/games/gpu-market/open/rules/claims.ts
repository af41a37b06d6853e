/** Reads claims about jobs from a pitch's own words: a job's id, and numbers beside the words that tell what they are. */
import type { Claim, ClaimField } from '../types';

export interface FoundClaim extends Claim {
  /** The words it was read from. */
  quote: string;
}

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const WORD = `(?:(?:${TENS.join('|')})(?:[ -](?:${ONES.slice(1, 10).join('|')}))?|${ONES.slice().reverse().join('|')})`;
const NUMBER = `((?<![\\d._])(?:\\d+(?:[.,]\\d+)?|\\.\\d+)(?![\\d_])|\\b${WORD}\\b)`;
const PERCENT = '\\s*(?:%|percent\\b)';
const HOURS = '(?:gpu[ -]*)?(?:hours?|hrs?|h)\\b';

const gap = (...words: string[]) => `(?:[\\s,:=>#]+(?:${words.join('|')}))*[\\s,:=>#]*`;
const pattern = (...parts: string[]) => new RegExp(parts.join(''), 'gi');

/** What a number is, by the words beside it; the number is the first group. */
const PATTERNS: [ClaimField, RegExp][] = [
  ['hours', pattern(NUMBER, '\\s*(?:(?:more|full|solid|whole)\\s+)?-?', HOURS)],
  ['hours', pattern('\\b', HOURS, gap('needed', 'required', 'of', 'is', 'are', 'total'), NUMBER)],
  [
    'deadline',
    pattern(
      '\\b(?:deadline|due)',
      gap('date', 'is', 'of', 'at', 'in', 'on', 'by', 'the', 'for', 'it', 'falls', 'comes', 'round', 'end'),
      NUMBER,
      `(?!\\s*${HOURS})`,
    ),
  ],
  ['deadline', pattern('\\b(?:by|until|till|no later than|latest in)\\s+(?:the\\s+)?(?:end\\s+of\\s+)?round\\s*#?', NUMBER)],
  ['deadline', pattern('\\bround\\s*#?', NUMBER, '\\s+(?:deadline|at the latest|is the deadline)')],
  [
    'value',
    pattern(
      '\\b(?:worth|values?|valued|pays?|paying|brings?|earns?|earning|yields?)',
      gap('us', 'me', 'of', 'at', 'is', 'about', 'in', 'a', 'the', 'out'),
      '[$€]?',
      NUMBER,
      `(?!${PERCENT}|\\s*(?:rounds?\\b|${HOURS}))`,
    ),
  ],
  ['value', pattern('[$€]?', NUMBER, '\\s*(?:in value|of value|credits|dollars|euros)\\b')],
  [
    'reliability',
    pattern(
      '\\breliab\\w*',
      gap(
        'of',
        'is',
        'at',
        'least',
        'minimum',
        'min',
        'a',
        'to',
        'be',
        'required',
        'needed',
        'floor',
        'above',
        'over',
        'than',
        'or',
        'more',
        'must',
        'we',
        'need',
        'needs',
      ),
      NUMBER,
      `(?:${PERCENT})?(?!\\s*(?:rounds?\\b|${HOURS}))`,
    ),
  ],
  ['reliability', pattern(NUMBER, `(?:${PERCENT})?`, '\\s*(?:(?:or better|or more|minimum|min)\\s+)?reliab')],
];

/** Every claim that the text makes about a job it names; a number belongs to the job named last before it, else to the first after it. */
export function findClaims(text: string): FoundClaim[] {
  const found: FoundClaim[] = [];
  for (const { job_id, words } of partsByJob(text)) {
    for (const [field, told] of PATTERNS) {
      for (const match of words.matchAll(told)) {
        const value = readNumber(field, match[1] ?? '');
        if (!found.some((one) => one.job_id === job_id && one.field === field && one.value === value)) {
          found.push({ job_id, field, value, quote: match[0].trim() });
        }
      }
    }
  }
  return found;
}

/** The text cut at the names of jobs; what stands before the first name goes with it. */
function partsByJob(text: string): { job_id: string; words: string }[] {
  const names = [...text.matchAll(/\bj_\d+_[a-z0-9_]*[a-z0-9]/gi)];
  const sentenceOf = (at: number) =>
    Math.max(text.lastIndexOf('.', at - 1), text.lastIndexOf(';', at - 1), text.lastIndexOf('\n', at - 1)) + 1;
  return names.map((name, i) => {
    const after = name.index + name[0].length;
    const next = names[i + 1];
    const own = text.slice(after, next?.index ?? text.length);
    const before =
      i === 0 ? text.slice(0, name.index) : leadIn(text.slice(0, name.index), sentenceOf(name.index), names[i - 1]?.index ?? 0);
    const ownWords = next === undefined || sentenceOf(next.index) <= after ? own : text.slice(after, sentenceOf(next.index));
    return { job_id: name[0].toLowerCase(), words: `${before} ${ownWords}` };
  });
}

/** A new sentence that names its job late still speaks of that job. */
function leadIn(before: string, sentence: number, lastName: number): string {
  return sentence > lastName ? before.slice(sentence) : '';
}

/** Digits or words; a reliability may be told in hundredths. */
function readNumber(field: ClaimField, words: string): number {
  const value = /\d/.test(words) ? Number(words.replace(',', '.')) : spelled(words);
  return field === 'reliability' && value > 1 ? Math.round(value * 100) / 10000 : value;
}

function spelled(words: string): number {
  return words
    .toLowerCase()
    .split(/[ -]/)
    .reduce((sum, word) => sum + (TENS.includes(word) ? (TENS.indexOf(word) + 2) * 10 : ONES.indexOf(word)), 0);
}
