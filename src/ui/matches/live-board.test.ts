import { expect, it } from 'vitest';
import { noScoreLabel } from './live-board';

it('an open match in its first round does not put its scores off to the end', () => {
  expect(noScoreLabel({ visibility: 'open' })).toBe('No round is over yet.');
  expect(noScoreLabel({ visibility: 'public' })).toBe('Scores are shown at the end.');
});
