import { describe, expect, test } from 'vitest';
import { DEEPEST, findTextFlaw, MOST_VALUES, textFlaw, withoutDirections } from './stored-text';

describe('text that a database cannot keep', () => {
  test.each([
    ['plain', null],
    ['two\nlines\tand é 🦊', null],
    ['a\u0000b', 'nul'],
    ['\ud83d', 'lone_surrogate'],
    ['\ude00\ud83d', 'lone_surrogate'],
    ['bell\u0007', null],
    ['pay \u202e001 to me', 'direction'],
    ['\u2066a\u2069', 'direction'],
    ['a\u200e', 'direction'],
    ['a\u061cb', 'direction'],
    ['שָׁלוֹם، مرحبا', null],
  ])('%j: %s', (text, flaw) => {
    expect(textFlaw(text)).toBe(flaw);
  });

  test('control characters are refused where asked, line ends where they are not allowed', () => {
    expect(textFlaw('a\nb', { lines: 'allowed' })).toBeNull();
    expect(textFlaw('a\nb', { lines: 'refused' })).toBe('control_character');
    expect(textFlaw('a\u2028b', { lines: 'refused' })).toBe('control_character');
    expect(textFlaw('a\u001bb', { lines: 'allowed' })).toBe('control_character');
  });
});

describe('a JSON value', () => {
  test('is searched in lists, objects and their keys', () => {
    expect(findTextFlaw({ seats: [{ name: 'Ada' }, { name: 'a\u0000' }] })).toEqual({ path: 'seats.1.name', flaw: 'nul' });
    expect(findTextFlaw({ options: { 'a\ud800': 1 } })).toEqual({ path: 'options', flaw: 'lone_surrogate' });
    expect(findTextFlaw({ a: [1, true, null, 'ok', { b: undefined }] })).toBeNull();
  });

  test('with more values than any input needs is refused, however they are arranged', () => {
    const many = (length: number) => Array.from({ length }, () => 1);
    expect(findTextFlaw({ actions: [many(MOST_VALUES - 3)] })).toBeNull();
    expect(findTextFlaw({ actions: [many(MOST_VALUES - 2)] })).toBe('too_many');
    expect(findTextFlaw({ actions: [many(120_000)] })).toBe('too_many');
    expect(findTextFlaw(many(MOST_VALUES).map(() => [1]))).toBe('too_many');
    expect(findTextFlaw(Object.fromEntries(many(MOST_VALUES + 1).map((one, i) => [`k${i}`, one])))).toBe('too_many');
  });

  test('nested 500,000 deep is refused and does not end the stack', () => {
    expect(findTextFlaw(JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`))).toBe('too_deep');
    let deep: unknown = 'x';
    for (let i = 0; i < 500_000; i++) deep = [deep];
    expect(findTextFlaw(deep)).toBe('too_deep');
    let allowed: unknown = 'x';
    for (let i = 0; i < DEEPEST; i++) allowed = [allowed];
    expect(findTextFlaw(allowed)).toBeNull();
  });
});

test('every character that sets the direction of text is a flaw, and taken out of what models write', () => {
  const all = [0x61c, 0x200e, 0x200f, ...[0, 1, 2, 3, 4].map((i) => 0x202a + i), ...[0, 1, 2, 3].map((i) => 0x2066 + i)];
  for (const point of all) expect(textFlaw(`a${String.fromCodePoint(point)}b`), point.toString(16)).toBe('direction');
  const action = { action_type: 'send_message', message: '\u202e001 \u2066yap', to: ['\u200elab_1'], payment: 3, none: null };
  expect(withoutDirections(action)).toEqual({ action_type: 'send_message', message: '001 yap', to: ['lab_1'], payment: 3, none: null });
});
