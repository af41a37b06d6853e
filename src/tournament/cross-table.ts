/** Results of each entrant against each other. */
import { FIRST_STATISTICS, type StatisticsMethod } from '~/statistics/methods';
import type { CrossCell, Figure } from '~/store/tournaments/tournament';
import type { Sitting } from './sittings';
import { figuresOfValues } from './tally';
import { WorldMeans } from './world-means';

/** Maximum number of matches listed per cell. */
const MOST_NAMED = 50;

/** An entrant and a later one in the list. */
interface Meetings {
  a: number;
  b: number;
  /** a's score minus b's. */
  leads: WorldMeans<string>;
  /** The scores of a and of b. */
  own: WorldMeans<string>;
  other: WorldMeans<string>;
  played: number;
  fixtures: number[];
}

/** Cells of all pairs that played, row by row. */
export function crossTable(
  names: readonly string[],
  sittings: readonly Sitting[],
  method: StatisticsMethod = FIRST_STATISTICS,
): CrossCell[] {
  const met = meetingsOf(names, sittings);
  const figures = figuresOfValues(
    met.map(({ leads }) => leads.values()),
    method,
  );
  const cells: { at: number; cell: CrossCell }[] = [];
  for (const [i, { a, b, played, fixtures }] of met.entries()) {
    const difference = figures[i] ?? { mean: 0, interval: null, n: 0 };
    const mirrored = mirror(difference);
    const [row = '', column = ''] = [names[a], names[b]];
    cells.push({ at: a * names.length + b, cell: { row, column, difference, fixtures, played } });
    cells.push({ at: b * names.length + a, cell: { row: column, column: row, difference: mirrored, fixtures, played } });
  }
  return cells.sort((x, y) => x.at - y.at).map(({ cell }) => cell);
}

/** All pairs that met or can be compared; the lower index first. */
export function meetingsOf(names: readonly string[], sittings: readonly Sitting[]): Meetings[] {
  const place = new Map(names.map((name, i) => [name, i]));
  const met = new Map<number, Meetings>();
  for (const { world, task, scores, fixtures, together } of sittings) {
    const at = { world, task };
    const seated = scores
      .map(({ entrant, score }, at) => ({ place: place.get(entrant) ?? -1, score, at }))
      .sort((a, b) => a.place - b.place);
    for (const [i, a] of seated.entries()) {
      for (const b of seated.slice(i + 1)) {
        const known = meetingOf(met, [a.place, b.place], names.length);
        known.leads.add(at, a.score - b.score);
        known.own.add(at, a.score);
        known.other.add(at, b.score);
        known.played += 1;
        const orders = together ? fixtures : [fixtures[a.at] ?? 0, fixtures[b.at] ?? 0];
        if (known.fixtures.length < MOST_NAMED) known.fixtures.push(...orders);
      }
    }
  }
  return [...met.values()];
}

function meetingOf(met: Map<number, Meetings>, [a, b]: [number, number], n: number): Meetings {
  const known = met.get(a * n + b) ?? {
    a,
    b,
    leads: new WorldMeans(),
    own: new WorldMeans(),
    other: new WorldMeans(),
    played: 0,
    fixtures: [],
  };
  met.set(a * n + b, known);
  return known;
}

function mirror({ mean: lead, interval, median, ...rest }: Figure): Figure {
  const turned: [number, number] | null = interval && [-interval[1] + 0, -interval[0] + 0];
  return { mean: -lead, interval: turned, ...rest, ...(median !== undefined && { median: -median + 0 }) };
}
