import { mean } from '~/statistics/basics';

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

  get size(): number {
    return this.worlds.size;
  }

  /** In order of the worlds. */
  entries(): [World, number][] {
    return [...this.worlds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([world, tasks]) => [world, meanOf(tasks)]);
  }

  values(): number[] {
    return this.entries().map(([, value]) => value);
  }

  /** Its values less the mean of all these, in worlds that all of them have; itself is among them. */
  lessMeanOf(all: readonly WorldMeans<World>[]): WorldMeans<World> {
    const less = new WorldMeans<World>();
    for (const [world, value] of this.entries()) {
      const others = all.flatMap(({ worlds }) => worlds.get(world) ?? []);
      if (others.length === all.length) less.add({ world, task: '' }, value - mean(others.map(meanOf)));
    }
    return less;
  }
}

function meanOf(tasks: ReadonlyMap<string, Sum>): number {
  return mean([...tasks.values()].map(({ sum, n }) => sum / n));
}
