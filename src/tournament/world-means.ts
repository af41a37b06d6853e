import { mean } from '~/eval/statistics';

interface Sum {
  sum: number;
  n: number;
}

/**
 * A figure's values, world by world: a world counts once, however many matches were played in it. Of several tasks that share a world each
 * counts the same there, however many seats it has.
 */
export class WorldMeans<World extends string | number = number> {
  private readonly worlds = new Map<World, Map<string, Sum>>();

  add({ world, task }: { world: World; task: string }, value: number): void {
    const tasks = this.worlds.get(world);
    const known = tasks?.get(task);
    if (known !== undefined) {
      known.sum += value;
      known.n += 1;
    } else if (tasks !== undefined) tasks.set(task, { sum: value, n: 1 });
    else this.worlds.set(world, new Map([[task, { sum: value, n: 1 }]]));
  }

  /** In order of the worlds. */
  entries(): [World, number][] {
    return [...this.worlds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([world, tasks]) => [world, meanOf(tasks)]);
  }

  values(): number[] {
    return this.entries().map(([, value]) => value);
  }
}

function meanOf(tasks: ReadonlyMap<string, Sum>): number {
  return mean([...tasks.values()].map(({ sum, n }) => sum / n));
}
