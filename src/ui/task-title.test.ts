import { expect, test } from 'vitest';
import { usualGames } from '~/games/registry';
import { gameTitle, taskTitle, withTitles } from './task-title';

test('every screen calls a task as the form does on which it is chosen', () => {
  for (const game of usualGames())
    for (const { id, title } of game.tasks) expect(taskTitle({ key: game.ref.key, task: id }), `${game.ref.key} ${id}`).toBe(title);
});

test('every game that comes with Mandi has a title, with the version where one is named', () => {
  for (const { ref } of usualGames()) expect(gameTitle(ref.key)).not.toContain('/');
  expect(gameTitle('gpu-market/open@1')).toBe('GPU market, open, version 1');
  expect(gameTitle('some/game')).toBe('some/game');
  expect(withTitles('gpu-market/open: Plans. bazaar/open: Gives way.')).toBe('GPU market, open: Plans. Bazaar, open: Gives way.');
});
