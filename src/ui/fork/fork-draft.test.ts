import { expect, it } from 'vitest';
import { AS_BEFORE, FREE, MYSELF, ownSeat, playedBefore, playerBefore, seatsAsked, withPlayer } from './fork-draft';

it('names the seats that change, one’s own as open', () => {
  expect(seatsAsked({ lab_0: MYSELF, lab_1: AS_BEFORE, lab_2: 'planner', lab_3: FREE })).toEqual({
    lab_0: 'open',
    lab_2: 'planner',
    lab_3: 'open',
  });
});

it('sits one person at one seat', () => {
  const seats = withPlayer(withPlayer({}, 'lab_0', MYSELF), 'lab_2', MYSELF);
  expect(seats).toEqual({ lab_2: MYSELF });
  expect(ownSeat(seats)).toBe('lab_2');
  expect(ownSeat(withPlayer(seats, 'lab_2', 'greedy'))).toBeNull();
});

it('hands a person’s seat to the house', () => {
  expect(playedBefore({ seat: 'lab_0', kind: 'script', policy: 'greedy' })).toBe('greedy');
  expect(playedBefore({ seat: 'lab_0', kind: 'person', name: 'Ada', ready: true, here: false, policy: null })).toBe('house');
});

it('says whose place the house takes', () => {
  const titleOf = (id: string) => ({ house: 'House lab', greedy: 'Greedy' })[id] ?? id;
  const ada = { seat: 'lab_0', kind: 'person', name: 'Ada', ready: true, here: false, policy: null } as const;
  expect(playerBefore({ seat: 'lab_0', kind: 'script', policy: 'greedy' }, titleOf)).toBe('as before: Greedy');
  expect(playerBefore(ada, titleOf)).toBe('House lab, in place of Ada');
  expect(playerBefore({ ...ada, policy: 'greedy' }, titleOf)).toBe('House lab, in place of Ada');
});
