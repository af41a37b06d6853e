import { expect, it } from 'vitest';
import { type Candidate, choose, comebackOf, leadOf } from './highlights';

it('a comeback is the winner’s largest deficit, set against how far apart the seats end', () => {
  expect(comebackOf({ a: [-10, -20, 30], b: [5, 20, 10] })).toEqual({ behind: 40, comeback: 2 });
  expect(comebackOf({ a: [1, 2], b: [0, 1] })).toEqual({ behind: 0, comeback: 0 });
  expect(comebackOf({ a: [0, 5], b: [4, 5] })).toEqual({ behind: 0, comeback: 0 }); // nobody won
  expect(comebackOf({})).toEqual({ behind: 0, comeback: 0 });
});

it('a lead is what the first ends ahead of the second', () => {
  expect(leadOf({ a: [1, 10], b: [9, 2], c: [0, 0] })).toEqual({ lead: 8, clearness: 0.8 });
  expect(leadOf({ a: [5], b: [5] })).toEqual({ lead: 0, clearness: 0 });
  expect(leadOf({})).toEqual({ lead: 0, clearness: 0 });
});

it('three cards are found wherever three matches have a winner; what people did and coalitions come before close and clear ends', () => {
  const candidate = (id: string, digest: Partial<Candidate['digest']>, person = false) => {
    const seat = person ? { seat: 'lab_0', kind: 'person', name: 'Ann' } : { seat: 'lab_0', kind: 'script', policy: 'planner' };
    const match = { id, game: 'gpu-market/open', version: 2, seats: [seat], createdAt: new Date(0), finishedAt: null };
    return { match, digest: { race: {}, behind: 0, comeback: 0, together: 0, lead: 0, clearness: 0, ...digest } } as unknown as Candidate;
  };
  const kinds = (...all: Candidate[]) => choose(all).map(({ kind, card }) => `${kind} ${card.id}`);
  const close = candidate('close', { lead: 1, clearness: 0.1 });
  const clear = candidate('clear', { lead: 9, clearness: 0.9 });
  expect(kinds(close, clear)).toEqual(['clear clear', 'close close']);
  expect(kinds(candidate('level', {}))).toEqual([]);
  const swing = candidate('swing', { behind: 4, comeback: 0.5, lead: 2, clearness: 0.2 });
  expect(kinds(close, clear, swing, candidate('venture', { together: 3 }))).toEqual(['close close', 'swing swing', 'together venture']);
  const ann = candidate('ann', {}, true);
  expect(kinds(close, clear, swing, candidate('venture', { together: 3 }), ann)).toEqual(['swing swing', 'together venture', 'people ann']);
});
