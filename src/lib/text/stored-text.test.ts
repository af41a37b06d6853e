import { describe, expect, test } from 'vitest';
import { DEEPEST, findTextFlaw, textFlaw } from './stored-text';

describe('text that a database cannot keep', () => {
  test.each([
    ['plain', null],
    ['two\nlines\tand é 🦊', null],
    ['a\u0000b', 'nul'],
    ['\ud83d', 'lone_surrogate'],
    ['\ude00\ud83d', 'lone_surrogate'],
    ['bell\u0007', null],
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
