import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '~/contract/prompt-format';
import { seeded, writeSchema } from './null-model';

const pass = { type: 'object', properties: { type: { const: 'pass' } }, required: ['type'] };
const bid = {
  type: 'object',
  properties: {
    type: { const: 'bid' },
    block: { enum: ['b1', 'b2', 'b3'] },
    price: { type: 'integer', minimum: 3, maximum: 5 },
    note: { type: 'string', maxLength: 20 },
  },
  required: ['type', 'block', 'price'],
};
const move: JsonSchema = { oneOf: [pass, bid] };

describe('the first value', () => {
  test('of a choice is its first branch, of a list its first item, of a range its lowest number', () => {
    expect(writeSchema(move, null)).toEqual({ type: 'pass' });
    expect(writeSchema(bid, null)).toEqual({ type: 'bid', block: 'b1', price: 3 });
  });

  test.each<[JsonSchema, unknown]>([
    [{ type: 'array', items: { type: 'boolean' }, minItems: 2 }, [false, false]],
    [{ type: 'array', items: { type: 'boolean' } }, []],
    [{ type: 'array', prefixItems: [{ const: 1 }, { const: 'x' }] }, [1, 'x']],
    [{ type: 'string', minLength: 2 }, 'xx'],
    [{ type: 'number', minimum: 0.5 }, 0.5],
    [{ type: 'integer', exclusiveMinimum: 4 }, 5],
    [{ type: 'integer', maximum: -3 }, -3],
    [{ type: 'number', multipleOf: 0.1, minimum: 0.25, maximum: 1 }, 0.3],
    [{ type: ['null', 'string'] }, null],
    [{ $ref: '#/$defs/one', $defs: { one: { const: 7 } } }, 7],
    [{ const: null }, null],
  ])('of %j is %j', (schema, value) => {
    expect(writeSchema(schema, null)).toEqual(value);
  });
});

describe('a drawn value', () => {
  test('takes every branch, every item and every number of a range about equally often', () => {
    const draw = seeded(1);
    const drawn = Array.from({ length: 6_000 }, () => writeSchema(move, draw) as { type: string; block?: string; price?: number });
    const share = (fits: (value: (typeof drawn)[number]) => boolean) => drawn.filter(fits).length / drawn.length;
    expect(share(({ type }) => type === 'pass')).toBeCloseTo(1 / 2, 1);
    for (const block of ['b1', 'b2', 'b3']) expect(share((value) => value.block === block)).toBeCloseTo(1 / 6, 1);
    for (const price of [3, 4, 5]) expect(share((value) => value.price === price)).toBeCloseTo(1 / 6, 1);
  });

  test('leaves optional things out half of the time', () => {
    const draw = seeded(1);
    const noted = Array.from({ length: 1_000 }, () => writeSchema(bid, draw)).filter((value) => Object.hasOwn(value as object, 'note'));
    expect(noted.length / 1_000).toBeCloseTo(0.5, 1);
  });

  test('of a fractional range is a round number inside it', () => {
    const draw = seeded(1);
    for (let turn = 0; turn < 200; turn += 1) {
      const value = writeSchema({ type: 'number', minimum: 1.5, maximum: 2.25 }, draw) as number;
      expect(value).toBeGreaterThanOrEqual(1.5);
      expect(value).toBeLessThanOrEqual(2.25);
      expect(String(value).length).toBeLessThanOrEqual(4);
    }
  });
});

test.each<[string, JsonSchema]>([
  ['no choice', { enum: [] }],
  ['an empty range', { type: 'integer', minimum: 3, maximum: 2 }],
  ['a reference to nothing', { $ref: '#/$defs/none' }],
  ['a reference to itself', { $ref: '#' }],
  ['a type that JSON lacks', { type: 'date' }],
])('%s is refused, not walked for ever', (_, schema) => {
  expect(() => writeSchema(schema, null)).toThrow(/\.$/);
});
