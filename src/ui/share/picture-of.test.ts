import { expect, test } from 'vitest';
import type { AnyGameScreens } from '~/contract/screens';
import { screens as open } from '~/games/gpu-market/open/screens/screens';
import type { MatchCard } from '~/live/protocol';
import { sharedCard } from './picture-of';
import type { SharedMoment } from './shared-moment';

/** Lab A made more profit, Lab B gained more. */
function moment(gains: SharedMoment['gains'], isEnd = true): SharedMoment {
  const seats = ['lab_0', 'lab_1'].map((seat) => ({ seat, kind: 'script', policy: 'planner' }));
  const labs = [
    { lab_id: 'lab_0', profit: 30, jobs: null },
    { lab_id: 'lab_1', profit: 3, jobs: null },
  ];
  const view = {
    finished: true,
    round_index: 6,
    max_rounds: 6,
    labs,
    blocks: [],
    offers: [],
    coalitions: [],
    awaited: [],
    shocks: [],
    curves: {},
  };
  const card = { key: 'gpu-market/open', task: 'single_trade', status: 'finished', seats } as unknown as MatchCard;
  return { key: 'x', card, view, events: [], isEnd, gains };
}

const game = {
  ...open,
  match: { ...open.match, stage: () => ({ round: 5, rounds: 6, finished: true, standing: '' }) },
} as unknown as AnyGameScreens;

test('the picture of a result ranks by the gain, which is the score, and says so', () => {
  const { caption, rows } = sharedCard(game, moment({ lab_0: -0.2, lab_1: 0.8 }));
  expect(caption).toBe('Lab B wins with a gain of 0.80, 1.00 ahead of the next.');
  expect(rows.map(({ name, value, leads }) => [name, value, leads])).toEqual([
    ['Lab B', 'gain 0.80', true],
    ['Lab A', 'gain −0.20', false],
  ]);
});

test('without the gains, or before the end, the figures are profits and are called so', () => {
  const { caption, rows } = sharedCard(game, moment(null));
  expect(caption).toBe('Lab A made the most profit.');
  expect(rows.map(({ value }) => value)).toEqual(['+30 cr', '+3 cr']);
  expect(sharedCard(game, moment({ lab_0: -0.2, lab_1: 0.8 }, false)).rows[0]?.name).toBe('Lab A');
});
