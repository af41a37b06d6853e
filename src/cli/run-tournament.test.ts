import { expect, test } from 'vitest';
import { whoWillPlay } from './run-tournament';

test.each([
  [null, 'Nobody plays it at the moment: npm start does, or npx mandi worker matches.'],
  [{ url: 'http://127.0.0.1:7777' }, 'The Mandi at http://127.0.0.1:7777 begins to play it in a moment.'],
])('who leaves a tournament behind is told who plays it: with a server %j', (server, words) => {
  expect(whoWillPlay(server)).toBe(words);
});
