/** The environment's tasks by split: every task of every game on every seed of the published range. */
import { type GameKey, keyParts } from '~/contract/game-ref';
import { SPLITS } from '~/eval/seeds';
import { GAMES } from '~/games/registry';

export const ENV_NAME = 'mandi';

export interface EnvTask {
  split: string;
  index: number;
  ruleset: string;
  task: string;
  seed: number;
  game: GameKey;
  version: number;
}

/** In the order of the registry; their places in a split stay what they are as long as no game is added. */
function allTasks(): Omit<EnvTask, 'split' | 'index' | 'seed'>[] {
  return GAMES.flatMap(({ ref: { key, version }, tasks }) =>
    tasks.map(({ id }) => ({ ruleset: keyParts(key).ruleset, task: id, game: key, version })),
  );
}

export function splitNames(): { name: string; type: string }[] {
  return SPLITS.map(({ name }) => ({ name, type: name }));
}

/** null: there is no such split. */
export function countTasks(split: string): number | null {
  const range = SPLITS.find((one) => one.name === split);
  return range ? (range.last - range.first + 1) * allTasks().length : null;
}

/** Tasks change fastest, seeds after them. null: no such split or no such index. */
export function taskAt(split: string, index: number): EnvTask | null {
  const range = SPLITS.find((one) => one.name === split);
  const tasks = allTasks();
  const task = tasks[index % tasks.length];
  const count = countTasks(split) ?? 0;
  if (!range || task === undefined || !Number.isInteger(index) || index < 0 || index >= count) return null;
  const { ruleset, task: id, game, version } = task;
  return { split, index, ruleset, task: id, seed: range.first + Math.floor(index / tasks.length), game, version };
}

/** Those from `start` up to `stop`, which does not belong to them. */
export function tasksBetween(split: string, start: number, stop: number): EnvTask[] {
  const tasks: EnvTask[] = [];
  for (let index = start; index < stop; index += 1) {
    const task = taskAt(split, index);
    if (task) tasks.push(task);
  }
  return tasks;
}
