import { describe, expect, it } from 'vitest';
import { type OptionField, readOptions, readOptionTexts } from './options';

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
