import { describe, expect, it } from 'vitest';
import { type OptionField, optionText, readOptions, readOptionTexts, settingCards } from './options';

const FIELDS: readonly OptionField[] = [
  { id: 'labs', title: 'Labs', help: 'How many labs play.', kind: 'int', min: 2, max: 64, default: 4 },
  { id: 'scarcity', title: 'Scarcity', help: 'How scarce blocks are.', kind: 'number', min: 0.1, max: 10, default: 1 },
  { id: 'difficulty', title: 'Difficulty', help: 'How hard it is.', kind: 'choice', of: ['easy', 'hard'], default: 'easy' },
  { id: 'coalitions', title: 'Coalitions', help: 'May labs join forces?', kind: 'flag', default: true },
];

function why(raw: Record<string, unknown>): string {
  const read = readOptions(FIELDS, raw);
  return read.ok ? 'it was read' : read.why;
}

describe('options', () => {
  it('of each kind are taken as they are; what is left out stays left out', () => {
    const all = { labs: 8, scarcity: 0.5, difficulty: 'hard', coalitions: false };
    expect(readOptions(FIELDS, all)).toEqual({ ok: true, value: all });
    expect(readOptions(FIELDS, {})).toEqual({ ok: true, value: {} });
    expect(readOptions(FIELDS, { labs: undefined })).toEqual({ ok: true, value: {} });
  });

  it('that cannot be are refused with what is allowed', () => {
    for (const labs of [1, 65, 2.5, Number.NaN, '8', null, true, [8]])
      expect(why({ labs })).toBe('options.labs: a whole number from 2 to 64');
    for (const scarcity of [0, 11, Number.POSITIVE_INFINITY, '1'])
      expect(why({ scarcity })).toBe('options.scarcity: a number from 0.1 to 10');
    for (const difficulty of ['EASY', '', 1]) expect(why({ difficulty })).toBe('options.difficulty: one of easy, hard');
    for (const coalitions of ['true', 1, null]) expect(why({ coalitions })).toBe('options.coalitions: true or false');
  });

  it('that there are not are refused with those that there are', () => {
    expect(why({ lab: 8 })).toBe('options.lab: unknown option "lab" (did you mean labs?); allowed: labs, scarcity, difficulty, coalitions');
    expect(why({ constructor: 1 })).toContain('unknown option "constructor"');
    expect(readOptions([], { labs: 8 })).toMatchObject({ ok: false, why: 'options.labs: there is no option "labs", nor any other' });
  });

  it('are read from texts too', () => {
    expect(readOptionTexts(FIELDS, { labs: ' 8 ', scarcity: '0.5', difficulty: 'hard', coalitions: 'false' })).toEqual({
      ok: true,
      value: { labs: 8, scarcity: 0.5, difficulty: 'hard', coalitions: false },
    });
    for (const labs of ['', 'many', '0x8', '1e1', '8 ', '8.5'].filter((text) => text.trim() !== '8'))
      expect([labs, readOptionTexts(FIELDS, { labs }).ok]).toEqual([labs, false]);
    expect(readOptionTexts(FIELDS, { coalitions: 'yes' })).toMatchObject({ ok: false, path: 'coalitions' });
  });
});

const MORE: readonly OptionField[] = [
  { id: 'prices', title: 'Prices', help: 'Which prices there are.', kind: 'range', of: 'int', min: 0, max: 100, default: [10, 60] },
  { id: 'goods', title: 'Goods', help: 'What is sold.', kind: 'choice', of: ['tea', 'silk', 'salt'], many: true, default: ['tea'] },
  {
    id: 'stalls',
    title: 'Stalls',
    help: 'Who sells what.',
    kind: 'rows',
    most: 2,
    default: [],
    columns: [
      { id: 'good', title: 'Good', help: 'What it sells.', kind: 'choice', of: ['tea', 'silk'], default: 'tea' },
      { id: 'stock', title: 'Stock', help: 'How much of it.', kind: 'int', min: 1, max: 9, default: 3 },
    ],
  },
];

describe('ranges, several choices and rows', () => {
  it('are taken as they are, with the defaults of cells that are left out', () => {
    expect(readOptions(MORE, { prices: [5, 5], goods: ['silk', 'tea'], stalls: [{ good: 'silk' }] })).toEqual({
      ok: true,
      value: { prices: [5, 5], goods: ['silk', 'tea'], stalls: [{ good: 'silk', stock: 3 }] },
    });
  });

  it('are refused with what is allowed', () => {
    const refused = (raw: Record<string, unknown>) => readOptions(MORE, raw);
    for (const prices of [[60, 10], [1], [1, 2, 3], [0, 101], [0.5, 2], 5, '1..2', null])
      expect(refused({ prices })).toMatchObject({
        why: 'options.prices: two whole numbers from 0 to 100, the smaller first, e.g. 10..60 or [10, 60]',
      });
    for (const goods of [['gold'], ['tea', 'tea'], 'tea', [1]])
      expect(refused({ goods })).toMatchObject({ why: 'options.goods: any of tea, silk, salt, each at most once' });
    for (const stalls of [[{}, {}, {}], [{ good: 'salt' }], [{ stock: 10 }], [{ size: 1 }], [null], {}, [[]]])
      expect(refused({ stalls })).toMatchObject({
        why: 'options.stalls: at most 2 rows of good (one of tea, silk), stock (a whole number from 1 to 9)',
      });
  });

  it('are read back from the texts that flags and forms have', () => {
    const value = { prices: [20, 30] as const, goods: ['salt', 'tea'], stalls: [{ good: 'silk', stock: 2 }] };
    const texts = Object.fromEntries(Object.entries(value).map(([id, one]) => [id, optionText(one)]));
    expect(texts).toEqual({ prices: '20..30', goods: 'salt,tea', stalls: '[{"good":"silk","stock":2}]' });
    expect(readOptionTexts(MORE, texts)).toEqual({ ok: true, value });
    for (const [id, text] of Object.entries({ prices: '20', goods: 'salt;tea', stalls: '{' }))
      expect([id, readOptionTexts(MORE, { [id]: text }).ok]).toEqual([id, false]);
  });

  it('have a card in catalogs', () => {
    const cards = settingCards({ tasks: [{ id: 'a' }, { id: 'b' }], options: (task) => (task === 'a' ? [...MORE] : MORE.slice(0, 1)) });
    expect(cards.map(({ name, type, usual }) => [name, type, usual])).toEqual([
      ['prices', 'array', { a: '10..60', b: '10..60' }],
      ['goods', 'array', { a: 'tea' }],
      ['stalls', 'array', { a: '' }],
    ]);
  });
});
