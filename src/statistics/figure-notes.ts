import { FEWEST_WORLDS } from './methods';

/** The parts of a standings row that its notes need. */
interface NotedRow {
  entrant: string;
  rank: number | null;
  score: { n: number; interval: readonly [number, number] | null; mostlyEqual?: boolean | undefined } | null;
}

/** Notes for readers of standings, one sentence each; from method 2 on. */
export function figureNotes(rows: readonly NotedRow[]): string[] {
  const equal = rows.flatMap(({ entrant, score }) => (score?.mostlyEqual && score.interval !== null ? [entrant] : []));
  const isShort = rows.some(({ score }) => score !== null && score.n < FEWEST_WORLDS);
  const worlds = rows.flatMap(({ rank, score }) => (rank !== null && score !== null ? [score.n] : []));
  const [fewest, most] = [Math.min(...worlds), Math.max(...worlds)];
  return [
    ...(isShort ? [`No intervals for fewer than ${FEWEST_WORLDS} worlds, because they would be too narrow.`] : []),
    ...(equal.length === 0
      ? []
      : [`Over half of the worlds gave the same score, so an interval covers less than 95%: ${equal.join(', ')}.`]),
    ...(fewest < most
      ? [
          `Ranked scores are means over ${fewest} to ${most} worlds, so their order may be random. The paired differences compare entrants only in worlds that both played.`,
        ]
      : []),
  ];
}
