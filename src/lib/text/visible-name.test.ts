import { describe, expect, test, vi } from 'vitest';
import { isReservedName, keysOf, readVisibleName } from './visible-name';

const read = (name: string) => readVisibleName(name, { most: 24 });

describe('a name', () => {
  test.each(['Ada', '李 明', '<b>Bo</b>', '🦊', '❤️ Ann', 'Nguyễn', 'สมชาย', 'क्षितिज', 'שָׁלוֹם', 'محمّد', 'Ωmega', "O'Neill"])(
    '%j is shown',
    (name) => {
      expect(read(` ${name} `)).toEqual({ ok: true, value: name.normalize('NFC') });
    },
  );

  test.each([
    ['the Hangul filler', 'Ada\u3164'],
    ['the blank Braille pattern', 'Ada\u2800'],
    ['nothing but the filler', '\u3164'],
    ['a variation selector', 'Ada\ufe0f'],
    ['a supplementary variation selector', 'Ada\u{e0100}'],
    ['a zero-width joiner', 'A\u200dda'],
    ['a bidi override', '\u202eadA'],
    ['a soft hyphen', 'A\u00adda'],
    ['NUL', 'A\u0000da'],
    ['half of a pair', 'A\ud83d'],
    ['a line end', 'A\nda'],
    ['a tag', 'A\u{e0041}'],
    ['a blank musical sign', 'Ada\u{1d159}'],
    ['zalgo', `A${'\u0300\u0316\u0321\u0335'.repeat(3)}`],
    ['marks alone', '\u0301'],
    ['nothing', '   '],
    ['25 characters', 'a'.repeat(25)],
  ])('with %s is refused', (_what, name) => {
    expect(read(name)).toMatchObject({ ok: false });
  });
});

test('a name of 60,000 marks is refused before it is normalized, which would take seconds', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  try {
    expect(read(`a${'\u0301\u0327'.repeat(30_000)}`)).toMatchObject({ ok: false });
    expect(normalize).not.toHaveBeenCalled();
  } finally {
    normalize.mockRestore();
  }
});

describe('reserved names', () => {
  const policies = keysOf(['greedy', 'rule_based_expert', 'Random legal']);

  test.each([
    'Lab B',
    'lab_0',
    'LAB AA',
    'Lаb В',
    'Seat 3',
    'house',
    'Ηouse',
    'Host',
    'HOST',
    'Host (organiser)',
    'The host',
    'greedy',
    'Greedy',
    'grееdy',
    'RANDOM LEGAL',
    'rule_based_expert',
    'Operator',
    'mandi',
    'Lab-C',
    'hóuse',
    'h o u s e',
    'Làb B',
    'gre edy',
    'gréedy',
  ])('%j would pass for somebody else', (name) => {
    expect(isReservedName(name, policies)).toBe(true);
  });

  test.each(['Ada', 'Labelle', 'House of Ann', 'Hosta', 'Seat belt', 'Judge Judy', 'Lab rats', '李 明', 'Mandira', '🦊'])(
    '%j is free',
    (name) => {
      expect(isReservedName(name, policies)).toBe(false);
    },
  );
});
