import { expect, it } from 'vitest';
import type { SeatCard } from '~/store/match-types';
import { seatsThen } from './use-card-then';

const SPANS = [
  { seat: 'lab_1', from: 1, player: 'Ben' },
  { seat: 'lab_1', from: 9, player: 'planner for Ben' },
  { seat: 'lab_1', from: 12, player: 'house' },
];

it('a replay names whoever played at that moment, not the occupant of today', () => {
  const now: SeatCard[] = [
    { seat: 'lab_0', kind: 'script', policy: 'planner' },
    { seat: 'lab_1', kind: 'script', policy: 'house' },
  ];
  const shown = (seq: number) => seatsThen(now, SPANS, seq).map((card) => (card.kind === 'script' ? card.policy : ''));
  expect(shown(3)).toEqual(['planner', 'Ben']);
  expect(shown(9)).toEqual(['planner', 'planner for Ben']);
  expect(shown(12)).toEqual(['planner', 'house']);
});
