/** For tests and benchmarks: 25 hostile inputs for each kind of parser that strangers can reach: slow, deep, wide or confusing. */

/** The size limit of an uploaded file. */
const SIZE = 8_000;
const fill = (piece: string, size = SIZE) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
const numbers = Array.from({ length: 1_500 }, (_, i) => i);

/** YAML that is slow, deep or wide. */
export const WORST_FILES: Record<string, string> = {
  'a set of numbers': `{${numbers.join(',')}}`,
  'a map of numbers': numbers.map((i) => `${i}: 0`).join('\n'),
  'open lists': fill('['),
  'open maps': fill('{'),
  'nested lists': `${'['.repeat(4000)}${']'.repeat(4000)}`,
  'nested maps': fill('{a: '),
  dashes: fill('- '),
  questions: fill('? '),
  colons: fill('a: '),
  anchors: numbers.map((i) => `a${i}: &a${i} x`).join('\n'),
  aliases: `a: &a [x]\nb: [${fill('*a,')}]`,
  'an alias bomb': 'a: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d]\nf: [*e,*e,*e,*e]',
  'merge keys': `a: &a {x: 1}\n${fill('<<: *a\n')}`,
  quotes: fill('"'),
  'an open quote': `"${fill('a\n')}`,
  escapes: `"${fill('\\u0041')}"`,
  'a block of text': `a: |\n${fill('  x\n')}`,
  'folded text': `a: >\n${fill('  x\n\n')}`,
  'a plan of 256 entrants': `{name: x, ruleset: open, task: single_trade, entrants: [${Array.from({ length: 256 }, (_, i) => `{name: e${i}, agent: wait}`).join()}]}`,
  documents: fill('---\n'),
  directives: fill('%YAML 1.2\n'),
  tags: fill('!!str a: '),
  blanks: fill(' '),
  tabs: fill('\t'),
  'a long number': fill('9'),
};

/** Names, words and ids: Unicode that expands, hides, reverses or causes backtracking. */
export const WORST_TEXTS: Record<string, string> = {
  'a long word': fill('a', 60_000),
  'piled marks': `a${fill('\u0301\u0327', 60_000)}`,
  'what NFKC makes eighteen of': fill('\ufdfa', 60_000),
  ligatures: fill('ﬃ', 60_000),
  'Hangul to compose': fill('\u1112\u1161\u11ab', 60_000),
  'look-alikes': fill('Аbс', 60_000),
  'a row of rn': fill('rn', 60_000),
  spaces: `a${fill(' ', 60_000)}b`,
  'no-break spaces': `a${fill('\u00a0', 60_000)}b`,
  'zero-width joiners': fill('👩\u200d', 60_000),
  'families of emoji': fill('👨‍👩‍👧‍👦', 60_000),
  flags: fill('🇫🇷', 60_000),
  'tag characters': `🏴${fill('\u{e0067}', 60_000)}`,
  'marks of direction': fill('\u202e\u2066', 60_000),
  NUL: fill('\u0000', 60_000),
  'half pairs': fill('\ud83d', 60_000),
  separators: fill('\u2028', 60_000),
  'open brackets': fill('<<[[{{', 60_000),
  'backtracking spaces': `${fill(' a', 60_000)}!`,
  'percent signs': fill('%', 60_000),
  'a path upwards': fill('../', 60_000),
  quotes: fill(`'"\\`, 60_000),
  'dots and at signs': fill('a@1.', 60_000),
  digits: fill('9', 60_000),
  'names of prototypes': fill('__proto__ constructor ', 60_000),
};

/** JSON bodies as raw text, because a serializer would not produce all of them. */
export const WORST_BODIES: Record<string, string> = {
  'open lists': fill('[', 200_000),
  'open objects': fill('{"a":', 200_000),
  'nested lists': `${'['.repeat(60_000)}${']'.repeat(60_000)}`,
  'nested objects': `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`,
  'nested as a field': `{"id":${'['.repeat(60_000)}${']'.repeat(60_000)}}`,
  'a wide list': `[${fill('0,', 200_000)}0]`,
  'a list of objects': `[${fill('{},', 200_000 - 1)}{}]`,
  'many keys': `{${Array.from({ length: 20_000 }, (_, i) => `"${i}":0`).join()}}`,
  'one key many times': `{${fill('"id":"a",', 199_998)}"id":"a"}`,
  'keys of prototypes': `{${fill('"__proto__":{},', 199_995)}"constructor":{}}`,
  'a long key': `{"${fill('k', 200_000)}":1}`,
  'a long text': `{"id":"${fill('x', 200_000)}"}`,
  escapes: `{"id":"${fill('\\u0061', 199_998)}"}`,
  'escaped half pairs': `{"id":"${fill('\\ud800', 199_998)}"}`,
  'escaped NULs': `{"id":"${fill('\\u0000', 199_998)}"}`,
  'a long number': `{"id":${fill('9', 200_000)}}`,
  'a tiny number': `{"id":1e-${fill('9', 1_000)}}`,
  'an endless exponent': `{"limit":1${fill('0', 400)}e308}`,
  'many numbers': `{"seq":[${fill('1e308,', 199_998)}1]}`,
  blanks: fill(' ', 200_000),
  'blanks around': `${fill('\n', 100_000)}{}${fill('\t', 100_000)}`,
  'a list of texts': `{"status":[${fill('"finished",', 199_999)}"lobby"]}`,
  'a record of seats': `{"seats":{${Array.from({ length: 15_000 }, (_, i) => `"s${i}":"open"`).join()}}}`,
  'many actions': `{"actions":[${fill('{"action_type":"wait"},', 199_984)}{"action_type":"wait"}]}`,
  'half of a text': `{"id":"${fill('x', 200_000)}`,
};
