import { expect, it } from 'vitest';
import { progressWords } from './progress';

it('tells how far it is without a terminal, and knows parts of a hundred from things', () => {
  expect(progressWords(300, 540, 'matches')).toBe('300 of 540 matches');
  expect(progressWords(36, 100, '% of the search')).toBe('36% of the search');
});
