import { expect, test } from 'vitest';
import { isUpset } from './match-list';

const seats = ['planner', 'greedy', null, 'planner'].map((entrant, place) => ({ seat: `lab_${place}`, entrant, player: entrant }));
const versus = { leader: 'planner', other: 'greedy' };
const upset = (scores: Record<string, number | null> | null) => isUpset({ seats, scores }, versus);

test('an upset is a match in which the other entrant ended ahead, by the mean over the seats of each', () => {
  expect(upset({ lab_0: 1, lab_1: 2, lab_2: 9, lab_3: 2 })).toBe(true);
  expect(upset({ lab_0: 1, lab_1: 2, lab_2: 9, lab_3: 3 })).toBe(false);
  expect(upset({ lab_0: 1, lab_1: null, lab_2: 9, lab_3: 3 })).toBe(false);
  expect(upset(null)).toBe(false);
  expect(isUpset({ seats: seats.slice(0, 1), scores: { lab_0: -1 } }, versus)).toBe(false);
});
