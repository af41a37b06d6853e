import { expect, test } from 'vitest';
import { usualGames } from '~/games/registry';
import { taskTitle } from './task-title';

test('every screen calls a task as the form does on which it is chosen', () => {
  for (const game of usualGames())
    for (const { id, title } of game.tasks) expect(taskTitle({ key: game.ref.key, task: id }), `${game.ref.key} ${id}`).toBe(title);
});
