/** Words that reveal something, as the published game marks them. */
import { BLANK } from './parse';

export const SIGNALS = ['urgency', 'deception', 'confidence', 'condition'] as const;
export type SignalKind = (typeof SIGNALS)[number];

/** From and to, in code points. */
export type Span = readonly [from: number, to: number, signal: SignalKind, score: number];

export interface Highlighted {
  spans: Span[];
  /** The highest score of each signal found. */
  aggregate: Partial<Record<SignalKind, number>>;
}

/**
 * A blank is white space, `[x]` is optional, `x|y` is either word, `#` is digits. Other patterns are regular expressions between slashes,
 * in which a blank is white space too, and `~` is optional white space.
 */
const PATTERNS: Readonly<Record<SignalKind, readonly (readonly [string, number])[]>> = {
  urgency: [
    ['kal se', 0.6],
    ['/abhi\\b(?! nahi)/', 0.4],
    ['jaldi', 0.6],
    ['today only', 0.7],
    ['final price', 0.5],
    ['last price', 0.5],
    ['fix|fixed hai|price', 0.4],
    ['no [more] negotiation', 0.7],
    ['time waste', 0.5],
    ['immediately', 0.4],
    ['send [the] money', 0.5],
    ["/(?:i'm|im|i\\x20am) (?:making a )?(?:loss|losing)\\b/", 0.55],
    ['no|not making [any] profit|money', 0.5],
    ['barely breaking even', 0.5],
  ],
  deception: [
    ['teen aur log', 0.8],
    ['other people|buyer|buyers [are] looking', 0.8],
    ['others are looking', 0.8],
    ['koi aur buyer|log', 0.7],
    ['aur log [bhi] dekh', 0.7],
    ['demand zyada|high', 0.4],
    ['market [mein] [bahut] demand', 0.4],
    ['best price', 0.3],
    ['#|two|three|four|five|several|multiple|many [other|more] offer|offers|buyer|buyers|people|interested', 0.75],
    ['got #|two|three|four|five|several|multiple|other offer|offers|buyer|buyers', 0.75],
    ['[already] have #|two|three|four|other offer|offers|buyer|buyers', 0.75],
  ],
  confidence: [
    ['market rate', 0.6],
    ['market mein iski', 0.5],
    ['nahi ho [payega]', 0.6],
    ['mushkil hai', 0.4],
    ['isse upar|kam nahi', 0.7],
    ['no|not lower|higher', 0.6],
  ],
  condition: [
    ['box band|pack|seale|sealed', 0.95],
    ['seal packe|packed', 0.95],
    ['abhi box se nikala', 0.9],
    ['[bilkul] naya', 0.85],
    ['/(?:like new|mint)\\b/', 0.85],
    ['barely used', 0.8],
    ['ek [chhota] scratch', 0.55],
    ['[minor] scratch|scratches', 0.55],
    ['dent', 0.5],
    ['chip|chipped', 0.5],
    ['screen replaced|change', 0.35],
    ['/battery(?: health)? \\d{2,3}~%?\\b/', 0.4],
    ['/\\d{1,2}~(?:saal|saals|year|years) (?:purana|old)\\b/', 0.5],
    ['kabhi giraya nahi', 0.85],
    ['original box|charger|warranty', 0.75],
    ['warranty', 0.7],
    ['perfect condition', 0.85],
    ['working condition', 0.7],
  ],
};

const WORD = '[\\p{L}\\p{N}_]';
const EDGE = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;

const COMPILED = SIGNALS.flatMap((signal) =>
  PATTERNS[signal].map(([pattern, score]) => ({ signal, score, expression: compiled(pattern) })),
);

export function highlight(message: string): Highlighted {
  const spans: Span[] = [];
  const aggregate: Highlighted['aggregate'] = {};
  for (const { signal, score, expression } of COMPILED) {
    for (const match of message.matchAll(expression)) {
      const from = pointsOf(message.slice(0, match.index));
      spans.push([from, from + pointsOf(match[0]), signal, score]);
      aggregate[signal] = Math.max(aggregate[signal] ?? 0, score);
    }
  }
  return { spans, aggregate };
}

function pointsOf(text: string): number {
  let points = 0;
  for (const _ of text) points += 1;
  return points;
}

function compiled(pattern: string): RegExp {
  const source = pattern.startsWith('/') ? pattern.slice(1, -1) : `${wordsOf(pattern)}\\b`;
  const exact = source.replaceAll('\\b', EDGE).replaceAll('\\d', '\\p{Nd}').replaceAll(' ', `${BLANK}+`).replaceAll('~', `${BLANK}*`);
  return new RegExp(EDGE + exact, 'giu');
}

/** Each optional word includes a blank: before it, or after it at the start. */
function wordsOf(pattern: string): string {
  let source = '';
  for (const part of pattern.split(' ')) {
    const isOptional = part.startsWith('[');
    const either = eitherOf(isOptional ? part.slice(1, -1) : part);
    const needsBlank = source !== '' && !source.endsWith(' )?');
    if (!isOptional) source += needsBlank ? ` ${either}` : either;
    else source += source === '' ? `(?:${either} )?` : `(?: ${either})?`;
  }
  return source;
}

function eitherOf(part: string): string {
  const words = part.split('|').map((word) => (word === '#' ? '[0-9]+' : word));
  return words.length === 1 ? (words[0] ?? '') : `(?:${words.join('|')})`;
}
