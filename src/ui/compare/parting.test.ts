import { expect, it } from 'vitest';
import { lastCommon, partingRound } from './parting';
import type { Side } from './side';

const plain = { id: 'a', origin: null };
const branch = { id: 'b', origin: { matchId: 'a', seq: 40 } };
const sister = { id: 'c', origin: { matchId: 'a', seq: 25 } };

it('a branch and its origin share what came before, in either order; two branches of one match what the earlier has', () => {
  expect([lastCommon(plain, branch), lastCommon(branch, plain)]).toEqual([40, 40]);
  expect(lastCommon(branch, sister)).toBe(25);
  expect(lastCommon(plain, { id: 'd', origin: { matchId: 'x', seq: 3 } })).toBeNull();
  expect(lastCommon(plain, { id: 'd', origin: null })).toBeNull();
});

it('they part in the round that the branch begins with', () => {
  const side = (card: object, event = { type: 'match_opened' }) =>
    ({ card, reel: { frames: [{ event }], views: [] }, rounds: [0, 0, 1, 1, 2] }) as unknown as Side;
  expect(partingRound(side(plain), side({ id: 'b', origin: { matchId: 'a', seq: 3 } }))).toBe(1);
  expect(partingRound(side(plain), side({ id: 'b', origin: null }))).toBeNull();
  const redrawn = side({ id: 'b', origin: { matchId: 'a', seq: 3 } }, { type: 'match_branched' });
  expect(partingRound(side(plain), redrawn)).toBeNull();
});
