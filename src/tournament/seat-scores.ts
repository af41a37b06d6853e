import { mean } from '~/eval/statistics';

interface Sum {
  sum: number;
  n: number;
}

/** One entrant's scores by world, task and seat: what it can be compared with others by. */
export class SeatScores {
  /** By world and task, its seats. */
  private readonly worlds = new Map<number, Map<string, Map<string, Sum>>>();

  /** `seat`: the same for all where seats do not rotate. */
  add({ world, task, seat }: { world: number; task: string; seat: string }, value: number): void {
    const tasks = this.worlds.get(world) ?? new Map<string, Map<string, Sum>>();
    this.worlds.set(world, tasks);
    const seats = tasks.get(task) ?? new Map<string, Sum>();
    tasks.set(task, seats);
    const known = seats.get(seat);
    if (known === undefined) seats.set(seat, { sum: value, n: 1 });
    else {
      known.sum += value;
      known.n += 1;
    }
  }

  /**
   * By world that both played, in order: its mean less the other's, over the seats of the tasks that both have there. Where a match failed, or
   * is still to be played, nothing is compared that only one of them has. `before`: worlds from this one on are left out.
   */
  lessThoseOf(other: SeatScores, before = Number.POSITIVE_INFINITY): number[] {
    const leads: number[] = [];
    for (const world of [...this.worlds.keys()].sort((a, b) => a - b)) {
      if (world >= before) break;
      const [own, theirs] = [this.worlds.get(world), other.worlds.get(world)];
      if (own === undefined || theirs === undefined) continue;
      const tasks = [...own].flatMap(([task, seats]) => leadIn(seats, theirs.get(task)) ?? []);
      if (tasks.length > 0) leads.push(mean(tasks));
    }
    return leads;
  }
}

/** null: no seat in common. */
function leadIn(own: ReadonlyMap<string, Sum>, theirs: ReadonlyMap<string, Sum> = new Map()): number | null {
  const leads = [...own].flatMap(([seat, { sum, n }]) => {
    const other = theirs.get(seat);
    return other === undefined ? [] : [sum / n - other.sum / other.n];
  });
  return leads.length === 0 ? null : mean(leads);
}
