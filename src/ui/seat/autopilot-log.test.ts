import { expect, test } from 'vitest';
import type { GameEvent } from '~/contract/game';
import type { Reel } from '../replay/reel';
import { actsIn, lastAutopilot } from './autopilot-log';

const spans = (...all: [number, string][]) => all.map(([from, player]) => ({ from, player }));

test('the period of an agent is the last in which it played for somebody, and it ends where its holder plays again', () => {
  expect(lastAutopilot([])).toBeNull();
  expect(lastAutopilot(spans([1, 'Ben'], [9, 'house']))).toBeNull();
  expect(lastAutopilot(spans([1, 'Ben'], [9, 'planner for Ben']))).toEqual({ player: 'planner', from: 9, to: Number.POSITIVE_INFINITY });
  expect(lastAutopilot(spans([1, 'Ben'], [9, 'planner for Ben'], [20, 'Ben'], [30, 'smollm2@1 for Ben'], [44, 'Ben']))).toEqual({
    player: 'smollm2@1',
    from: 30,
    to: 44,
  });
});

test('its log has what the seat did in the period and nothing else, with the round of each', () => {
  const frame = (seq: number, seat: string) => ({ seq, event: { type: 'done', seat } as GameEvent, patch: [] });
  const reel = {
    frames: [frame(1, 'a'), frame(2, 'b'), frame(3, 'a'), { seq: 4, event: null, patch: [] }, frame(5, 'a')],
    views: [0, 0, 1, 1, 2].map((round) => ({ round })),
  } as unknown as Reel;
  const did = (event: GameEvent, seat: string) => ((event as unknown as { seat: string }).seat === seat ? `${seat} did` : null);
  const roundOf = (view: object) => (view as { round: number }).round;
  expect(actsIn(reel, { player: 'planner', from: 2, to: 5 }, { seat: 'a', did, roundOf })).toEqual([{ seq: 3, round: 0, text: 'a did' }]);
  expect(actsIn(reel, { player: 'planner', from: 1, to: 9 }, { seat: 'a', did: undefined, roundOf })).toEqual([]);
});
