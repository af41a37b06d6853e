import { expect, test } from 'vitest';
import type { SeatTurns } from '~/api/agent/types';
import { joinPages, reachesBack } from './use-thinking';

function seat(name: string, rounds: readonly number[], turns: number): SeatTurns {
  return { seat: name, turns: rounds.map((round) => ({ round, seat: name })), counts: { turns } } as unknown as SeatTurns;
}

const pages = [{ seats: [seat('lab_0', [4, 5], 6), seat('lab_1', [5], 3)] }, { seats: [seat('lab_0', [2, 3], 6), seat('lab_1', [], 3)] }];

test('pages that came newest first are one list by round; the counts are of the whole seat', () => {
  const joined = joinPages(pages);
  expect(joined.map(({ turns }) => turns.map(({ round }) => round))).toEqual([[2, 3, 4, 5], [5]]);
  expect(joined.map(({ counts }) => counts.turns)).toEqual([6, 3]);
  expect(joinPages([])).toEqual([]);
});

test('a round is here once a turn before it is: a page may end within a round', () => {
  const joined = joinPages(pages);
  expect([5, 3, 2, 0].map((round) => reachesBack(joined, round))).toEqual([true, true, false, false]);
  expect(reachesBack([], 0)).toBe(true);
});
