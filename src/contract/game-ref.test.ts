import { describe, expect, it } from 'vitest';
import { gameKey, isGameKey, isPlayed, isSameRef, keyParts, readVersion, refText, rulesetLabel, splitVersion } from './game-ref';

describe('a ref', () => {
  const ref = { key: 'gpu-market/open', version: 1 } as const;

  it('is written as key@version and read back', () => {
    expect(refText(ref)).toBe('gpu-market/open@1');
    expect(splitVersion(refText(ref))).toEqual({ name: ref.key, version: 1 });
  });

  it('equals another of the same key and version only', () => {
    expect(isSameRef(ref, { ...ref })).toBe(true);
    expect(isSameRef(ref, { ...ref, version: 2 })).toBe(false);
    expect(isSameRef(ref, { ...ref, key: 'gpu-market/classic' })).toBe(false);
  });
});

it('a key has two words of small letters, digits and hyphens', () => {
  for (const key of ['gpu-market/open', 'bazaar/classic', 'a/b', 'test/offers2']) {
    expect([key, isGameKey(key)]).toEqual([key, true]);
    expect(keyParts(gameKey(keyParts(key as 'a/b').family, keyParts(key as 'a/b').ruleset))).toEqual(keyParts(key as 'a/b'));
  }
  const strange = [
    'open',
    '',
    '/',
    'a/',
    '/b',
    'a/b/c',
    'A/b',
    'a/b@1',
    ' a/b',
    'a/b\n',
    'a／b',
    'a/b c',
    '-a/b',
    '__proto__/x',
    `a/${'b'.repeat(200)}`,
  ];
  for (const text of strange) expect([text, isGameKey(text)]).toEqual([text, false]);
});

it('a version is a whole number from 1, as a number or as digits', () => {
  for (const raw of [1, '1', 12, '999999999']) expect([raw, readVersion(raw)]).toEqual([raw, Number(raw)]);
  const strange = [
    0,
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e10,
    '',
    '0',
    '01',
    '1.0',
    '1e1',
    '+1',
    ' 1',
    '1\n',
    '１',
    'v1',
    null,
    true,
    [1],
    {},
  ];
  for (const raw of strange) expect([raw, readVersion(raw)]).toEqual([raw, null]);
});

it('what follows an @ must be a version', () => {
  expect(splitVersion('open')).toEqual({ name: 'open' });
  expect(splitVersion('@2')).toEqual({ name: '', version: 2 });
  for (const text of ['open@', 'open@x', 'open@1@2', 'open@0', 'open@-1', 'open@ 1'])
    expect([text, splitVersion(text)]).toEqual([text, null]);
});

it('who plays a key plays every version of it, who plays a ref that version alone', () => {
  const two = { key: 'gpu-market/open', version: 2 } as const;
  expect(isPlayed(['gpu-market/open'], two)).toBe(true);
  expect(isPlayed(['gpu-market/open@2'], two)).toBe(true);
  expect(isPlayed(['gpu-market/classic', 'gpu-market/open@1'], two)).toBe(false);
  expect(isPlayed(['open', 'gpu-market/open@', 'gpu-market'], two)).toBe(false);
  expect(isPlayed([], two)).toBe(false);
  expect(isPlayed(['gpu-market/open@1'], { key: 'gpu-market/open' })).toBe(true);
});

it('a ruleset is called by its word, and by its key where two games have one of that name', () => {
  const among = ['gpu-market/open', 'gpu-market/classic', 'bazaar/open'];
  expect(among.map((key) => rulesetLabel(key, among))).toEqual(['gpu-market/open', 'classic', 'bazaar/open']);
});
