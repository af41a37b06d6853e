import { expect, test } from 'vitest';
import { SeatScores } from './tally';

/** `task/world/seat`: value */
function scores(values: Record<string, number>): SeatScores {
  const made = new SeatScores();
  for (const [place, value] of Object.entries(values)) {
    const [task = '', world, seat = ''] = place.split('/');
    made.add({ task, world: Number(world), seat }, value);
  }
  return made;
}

test('worlds that both played, in order; each of several tasks counts the same, however many seats it has', () => {
  const one = scores({ 'a/1/x': 5, 'a/0/x': 1, 'a/0/y': 3, 'b/0/x': 10, 'a/2/x': 7 });
  const other = scores({ 'a/0/x': 0, 'a/0/y': 0, 'b/0/x': 4, 'a/1/x': 2 });
  expect(one.lessThoseOf(other)).toEqual([(2 + 6) / 2, 3]);
  expect(other.lessThoseOf(one)).toEqual([-4, -3]);
});

test('a seat or a task that only one of them has is not compared: a failed match makes no lead', () => {
  // The lucky seat y pays 100 to whoever sits there; task b pays in thousands.
  const whole = scores({ 'a/0/x': 1, 'a/0/y': 100, 'b/0/x': 5_000 });
  expect(whole.lessThoseOf(scores({ 'a/0/x': 1 }))).toEqual([0]);
  expect(whole.lessThoseOf(scores({ 'a/0/y': 100, 'b/0/x': 4_998 }))).toEqual([1]);
  expect(whole.lessThoseOf(scores({ 'c/0/x': 1 }))).toEqual([]);
});

test('several matches in one seat are their mean, also where one of both has more of them', () => {
  const one = scores({ 'a/0/x': 4 });
  one.add({ task: 'a', world: 0, seat: 'x' }, 8);
  expect(one.lessThoseOf(scores({ 'a/0/x': 1 }))).toEqual([5]);
});
