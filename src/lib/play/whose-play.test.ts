import { expect, test } from 'vitest';
import { fallbackWords, isMostlyFallback, whyUnranked } from './whose-play';

const played = { isNull: false, matches: 4, turns: 16, fallback: 0 };

test.each([
  ['a script, of whom nothing is counted', { ...played, fallback: null }, null],
  ['a model that played every turn itself', played, null],
  ['one whose fallback played half of its turns', { ...played, fallback: 8 }, null],
  ['one whose fallback played more than half of its turns', { ...played, fallback: 9 }, 'mostly_fallback'],
  ['a null policy', { ...played, isNull: true, fallback: 16 }, 'null_policy'],
  ['who has not played', { ...played, matches: 0, turns: 0 }, 'not_played'],
])('%s', (_, one, why) => {
  expect(whyUnranked(one)).toBe(why);
});

test('the figure of a model that never answered is named as its fallback’s', () => {
  expect(isMostlyFallback({ turns: 768, fallback: 768 })).toBe(true);
  expect(fallbackWords({ turns: 768, fallback: 768 })).toBe('its fallback’s score: 768 of 768 turns');
});
