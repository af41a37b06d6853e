import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shareUnchanged } from './frames';

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

describe('a view shared with the one before', () => {
  test('is what JSON would carry of it, whatever came before', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        expect(shareUnchanged(asJson(before), after)).toEqual(asJson(after));
      }),
    );
  });

  test.each(['{"":{"__proto__":null}}', '{"__proto__":{}}', '{"__proto__":{"a":1}}', '{"constructor":{}}'])(
    'carries any name: %s',
    (json) => {
      const after = JSON.parse(json) as unknown;
      expect(JSON.stringify(shareUnchanged({ a: 1 }, after))).toBe(json);
      expect(JSON.stringify(shareUnchanged(after, JSON.parse(json)))).toBe(json);
    },
  );

  test('is the view before itself, when nothing has changed', () => {
    fc.assert(
      fc.property(fc.object({ withNullPrototype: false }), (value) => {
        const before = asJson(value);
        expect(shareUnchanged(before, asJson(value))).toBe(before);
      }),
    );
  });

  test('keeps the parts that have not changed, and copies those that have', () => {
    const before = { labs: [{ id: 'lab_0' }, { id: 'lab_1' }], blocks: { a: 1 } };
    const after = { labs: [{ id: 'lab_0' }, { id: 'lab_9' }], blocks: { a: 1 } };
    const shared = shareUnchanged(before, after) as typeof after;
    expect(shared).toEqual(after);
    expect(shared.labs[0]).toBe(before.labs[0]);
    expect(shared.blocks).toBe(before.blocks);
    expect(shared.labs[1]).not.toBe(after.labs[1]);
  });

  test('does not follow a state that changes in place afterwards', () => {
    const state = { offers: [{ status: 'active' }] };
    const view = shareUnchanged({}, state);
    state.offers[0] = { status: 'accepted' };
    expect(view).toEqual({ offers: [{ status: 'active' }] });
  });

  test('leaves out what JSON leaves out', () => {
    expect(Object.keys(shareUnchanged({}, { a: undefined, b: -0 }) as object)).toEqual(['b']);
    expect(Object.is((shareUnchanged({}, { b: -0 }) as { b: number }).b, 0)).toBe(true);
  });
});
