/** The environment's tasks by split: every task of every game on every seed of the published range. */
import { type GameKey, keyParts, refText } from '~/contract/game-ref';
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

type ListedTask = Omit<EnvTask, 'split' | 'index' | 'seed'>;

/**
 * One list per family, and one per later version of a game, in registry order. A split contains all of the first list's tasks on all seeds,
 * then the next list's, so adding a game or a version at the end does not change existing indexes.
 */
function tasksByFamily(): ListedTask[][] {
  const families = new Map<string, ListedTask[]>();
  for (const { ref, tasks } of GAMES) {
    const { key, version } = ref;
    const { family, ruleset } = keyParts(key);
    const listed = tasks.map(({ id }) => ({ ruleset, task: id, game: key, version }));
    const list = version === 1 ? family : refText(ref);
    families.set(list, [...(families.get(list) ?? []), ...listed]);
  }
  return [...families.values()];
}

export function splitNames(): { name: string; type: string }[] {
  return SPLITS.map(({ name }) => ({ name, type: name }));
}

/** null if there is no such split. */
export function countTasks(split: string): number | null {
  const range = SPLITS.find((one) => one.name === split);
  return range ? (range.last - range.first + 1) * tasksByFamily().flat().length : null;
}

/** Within a family, the task varies fastest, then the seed. null if there is no such split or index. */
export function taskAt(split: string, index: number): EnvTask | null {
  const range = SPLITS.find((one) => one.name === split);
  if (!range || !Number.isInteger(index) || index < 0) return null;
  let place = index;
  for (const tasks of tasksByFamily()) {
    const many = tasks.length * (range.last - range.first + 1);
    const task = tasks[place % tasks.length];
    if (place < many && task) return { split, index, ...task, seed: range.first + Math.floor(place / tasks.length) };
    place -= many;
  }
  return null;
}

/** From `start` up to, but not including, `stop`. */
export function tasksBetween(split: string, start: number, stop: number): EnvTask[] {
  const tasks: EnvTask[] = [];
  for (let index = start; index < stop; index += 1) {
    const task = taskAt(split, index);
    if (task) tasks.push(task);
  }
  return tasks;
}
