import { expect, test } from 'vitest';
import type { MatchCard } from '~/live/protocol';
import { partedPlayers, sharedLines } from './side';

function card(...policies: string[]): MatchCard {
  return { seats: policies.map((policy, place) => ({ seat: `lab_${place}`, kind: 'script', policy })) } as unknown as MatchCard;
}

test('of two lists of players only those that differ are named', () => {
  expect(partedPlayers(card('planner', 'house', 'house'), card('greedy', 'house', 'house'))).toEqual({ left: 'Planner', right: 'Greedy' });
  expect(partedPlayers(card('planner', 'house'), card('greedy', 'greedy'))).toEqual({ left: 'Planner, House', right: 'Greedy ×2' });
  expect(partedPlayers(card('planner', 'planner'), card('planner', 'planner'))).toEqual({ left: 'Planner ×2', right: 'Planner ×2' });
  expect(partedPlayers(card('planner', 'house'), card('planner')).left).toBe('Planner, House');
});

test('of two lists of events the shared ones are found, each as often as both have it', () => {
  expect(sharedLines(['a', 'b', 'a'], ['a', 'c'])).toEqual([true, false, false]);
  expect(sharedLines(['a', 'c'], ['a', 'b', 'a'])).toEqual([true, false]);
  expect(sharedLines([], ['a'])).toEqual([]);
});
