// What the inference worker's grammars let through. A grammar without recursion is a regular expression in other letters.
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../src/contract/prompt-format';
import { grammarOf } from '../../workers/inference/gbnf';
import { integerBetween } from '../../workers/inference/gbnf-numbers';
import { StopWatch } from '../../workers/inference/stop-watch';

const OFFER: JsonSchema = {
  oneOf: [
    {
      type: 'object',
      required: ['action', 'to'],
      properties: {
        action: { const: 'offer' },
        to: { enum: ['lab_1', 'lab "2"'] },
        pay: { type: 'integer', minimum: 5, maximum: 120 },
        words: { type: 'string', maxLength: 4 },
      },
    },
    { type: 'object', required: ['action'], properties: { action: { const: 'pass' } } },
  ],
};

describe('a grammar', () => {
  const offer = languageOf(OFFER);

  test.each([
    { action: 'offer', to: 'lab_1' },
    { action: 'offer', to: 'lab "2"', pay: 5 },
    { action: 'offer', to: 'lab_1', pay: 120, words: 'a\n"é' },
    { action: 'offer', to: 'lab_1', words: '' },
    { action: 'pass' },
  ])('lets through %o', (value) => {
    expect(JSON.stringify(value)).toMatch(offer);
    expect(JSON.stringify(value).replaceAll(':', ': ').replaceAll(',', ', ')).toMatch(offer);
  });

  test.each([
    '{"action":"offer"}',
    '{"action":"offer","to":"lab_3"}',
    '{"action":"offer","to":"lab_1","pay":4}',
    '{"action":"offer","to":"lab_1","pay":121}',
    '{"action":"offer","to":"lab_1","pay":05}',
    '{"action":"offer","to":"lab_1","pay":7.5}',
    '{"action":"offer","to":"lab_1","words":"abcde"}',
    '{"action":"pass","to":"lab_1"}',
    '{"action":"pass"} and more',
    '{ "action":"pass"}',
    'pass',
  ])('stops %s', (text) => {
    expect(text).not.toMatch(offer);
  });

  test('an object of which nothing is said is any object, not the empty one', () => {
    expect(grammarOf({ type: 'object' }).grammar).toMatch(/^root ::= .*\nr0 ::= anyobject$/m);
    expect(grammarOf({ type: 'object', properties: {}, additionalProperties: false }).grammar).toMatch(/"\{\}"/);
  });

  test('of lists, references, optional keys alone, numbers', () => {
    const schema: JsonSchema = {
      $defs: { block: { enum: ['b1', 'b2'] } },
      type: 'object',
      properties: {
        blocks: { type: 'array', items: { $ref: '#/$defs/block' }, minItems: 1, maxItems: 2 },
        share: { type: 'number', minimum: 0, maximum: 1 },
      },
    };
    const language = languageOf(schema);
    for (const good of ['{}', '{"blocks":["b1"]}', '{"blocks":["b1","b2"],"share":0.25}', '{"share":1}']) expect(good).toMatch(language);
    for (const bad of ['{"blocks":[]}', '{"blocks":["b1","b1","b1"]}', '{"share":1.5}', '{"share":-0}', '{"share":0.1,"blocks":["b1"]}']) {
      expect(bad).not.toMatch(language);
    }
  });

  test('says what of a schema it cannot hold', () => {
    expect(grammarOf(OFFER).loose).toBeNull();
    expect(grammarOf({ type: 'string', pattern: '^a', format: 'email' }).loose).toEqual(['format', 'pattern']);
  });

  test.each([{ oneOf: [] }, { type: 'integer', minimum: 4, maximum: 3 }, { type: 'colour' }, { $ref: 'https://example.org/schema' }])(
    'there is none for %o',
    (schema) => {
      expect(() => grammarOf(schema)).toThrow('the schema');
    },
  );
});

describe('whole numbers between bounds', () => {
  test.each([
    [0, 0],
    [0, 9],
    [3, 118],
    [37, 412],
    [99, 1001],
    [-7, 12],
    [-130, -2],
  ])('%i to %i: each of them, and no other', (low, high) => {
    const pattern = new RegExp(`^(?:${asPattern(integerBetween(low, high) ?? '')})$`);
    const found = range(-1500, 1500).filter((value) => pattern.test(String(value)));
    expect(found).toEqual(range(low, high));
    expect('007').not.toMatch(pattern);
  });

  test('one bound alone', () => {
    const pattern = new RegExp(`^(?:${asPattern(integerBetween(12, null) ?? '')})$`);
    for (const good of ['12', '99', '100', '123456789']) expect(good).toMatch(pattern);
    for (const bad of ['11', '0', '-12', '012']) expect(bad).not.toMatch(pattern);
  });
});

describe('stop texts', () => {
  test('what may begin one is held back until it is clear', () => {
    const watch = new StopWatch(['</end>', '\n\n']);
    expect(['a <', '/e', 'x', '\n', 'b</end', '>c'].map((piece) => watch.push(piece))).toEqual(['a ', '', '</ex', '', '\nb', '']);
    expect(watch).toMatchObject({ stopped: true, text: 'a </ex\nb' });
    expect(watch.end()).toBe('');
  });

  test('none: everything at once, and the end lets out what was doubtful', () => {
    expect(new StopWatch([]).push('as it comes')).toBe('as it comes');
    const watch = new StopWatch(['STOP']);
    expect(watch.push('ST')).toBe('');
    expect(watch.end()).toBe('ST');
  });
});

function languageOf(schema: JsonSchema): RegExp {
  const rules = new Map(
    grammarOf(schema)
      .grammar.split('\n')
      .map((line) => line.split(/ ::= (.*)/s, 2) as [string, string]),
  );
  return new RegExp(`^(?:${asPattern(rules.get('root') ?? '', rules)})$`, 'u');
}

/** Letters of GBNF: "text", [class], names of rules, and ( | ) ? * {n,m}, which are the same in both. */
function asPattern(body: string, rules = new Map<string, string>()): string {
  const parts = body.matchAll(/"((?:[^"\\]|\\.)*)"|(\[(?:[^\]\\]|\\.)*\])|([a-z][a-z0-9]*)|([()|?*]|\{[\d,]+\})/g);
  return [...parts]
    .map(([, text, set, name, sign]) => (text !== undefined ? quoted(text) : (set ?? (name ? rule(name, rules) : sign))))
    .join('');
}

function rule(name: string, rules: Map<string, string>): string {
  return `(?:${asPattern(rules.get(name) ?? '', rules)})`;
}

function quoted(text: string): string {
  const plain = text.replace(/\\(.)/g, '$1');
  return `(?:${plain.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')})`;
}

function range(low: number, high: number): number[] {
  return Array.from({ length: high - low + 1 }, (_, index) => low + index);
}
