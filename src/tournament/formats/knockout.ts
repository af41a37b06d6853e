import { inOrderOfScore, outcomesByStage } from './outcome';
import type { Format, Meeting, Situation } from './situation';

/** The winner of each table advances until one is left. The top seeds sit out the first round if the bracket is not full. */
export const knockout: Format = {
  draw(situation) {
    const left = roundsOf(situation).at(-1) ?? [];
    return left.length <= 1 ? 'over' : tablesOfRound(left, placesOf(situation)).filter((table) => table.length > 1);
  },
  /** Number of rounds that each has won. */
  points(situation) {
    const rounds = roundsOf(situation).slice(1);
    return new Map(situation.entrants.map(({ name }) => [name, rounds.filter((left) => left.includes(name)).length]));
  },
};

/** Who was left before each round and after the last, in seeding order. */
function roundsOf(situation: Situation): string[][] {
  const seeding = situation.entrants.map(({ name }) => name);
  const rounds = [seeding];
  for (const outcomes of outcomesByStage(situation)) {
    const met = new Set(outcomes.flatMap(({ names }) => names));
    const winners = new Set(outcomes.flatMap((outcome) => inOrderOfScore(outcome).slice(0, 1)));
    rounds.push((rounds.at(-1) ?? []).filter((name) => winners.has(name) || !met.has(name)));
  }
  return rounds;
}

function placesOf({ plan }: Situation): number {
  return Math.max(2, plan.tableSize);
}

/**
 * As many tables as are needed for later rounds to be full: a power of the table's size. Assigned in alternating order, so that the top
 * seeds meet last. A table of one is a bye.
 */
export function tablesOfRound(left: readonly string[], places: number): Meeting[] {
  const count = tableCount(left.length, places);
  const tables = Array.from({ length: count }, (): string[] => []);
  for (const [i, name] of left.entries()) {
    const lap = Math.floor(i / count);
    const at = i % count;
    tables[lap % 2 === 0 ? at : count - 1 - at]?.push(name);
  }
  return tables;
}

/** Number of tables for this many players. */
export function tableCount(left: number, places: number): number {
  let count = 1;
  while (count * places < left) count *= places;
  return count;
}
