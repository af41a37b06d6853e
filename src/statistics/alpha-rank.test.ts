import { expect, it } from 'vitest';
import { alphaRank } from './alpha-rank';
import type { PayoffMatrix } from './payoff';

/** Expected: open_spiel 2.0.2, `alpharank.compute([payoffs], m=50, alpha=…, use_local_selection_model=True)`. */
const CASES: [name: string, payoffs: number[][], alpha: number, wanted: number[]][] = [
  [
    'rock, paper, scissors',
    [
      [0, -1, 1],
      [1, 0, -1],
      [-1, 1, 0],
    ],
    1,
    [1 / 3, 1 / 3, 1 / 3],
  ], // as in the paper's figure 4
  [
    'biased, weak',
    [
      [0, -0.5, 1],
      [0.5, 0, -0.1],
      [-1, 0.1, 0],
    ],
    0.3,
    [0.17141470025889924, 0.7301175509694113, 0.09846774877168953],
  ],
  [
    'biased',
    [
      [0, -0.5, 1],
      [0.5, 0, -0.1],
      [-1, 0.1, 0],
    ],
    1,
    [0.19163945297675317, 0.6682608809206301, 0.14009966610261676],
  ],
  [
    'general sum',
    [
      [0, 0.3, -0.2, 0.05],
      [0.1, 0, 0.4, -0.3],
      [0.25, -0.1, 0, 0.2],
      [0.01, 0.6, -0.15, 0],
    ],
    1,
    [0.13024187014701213, 0.18410830347904236, 0.362490334312264, 0.3231594920616815],
  ],
  [
    'general sum, strong',
    [
      [0, 0.3, -0.2, 0.05],
      [0.1, 0, 0.4, -0.3],
      [0.25, -0.1, 0, 0.2],
      [0.01, 0.6, -0.15, 0],
    ],
    4,
    [0.18135446959763937, 0.21313260516248175, 0.37549234424077876, 0.23002058099910008],
  ],
];

it.each(CASES)('agrees with OpenSpiel: %s', (...[, payoffs, alpha, wanted]) => {
  const shares = Object.values(alphaRank(game(payoffs), alpha));
  for (const [i, share] of wanted.entries()) expect(shares[i]).toBeCloseTo(share, 9);
});

it('gives everything to whoever leads over everybody, whatever the unit of the scores', () => {
  const payoffs = [
    [0, 2, 2],
    [0, 0, 2],
    [0, 0, 0],
  ];
  for (const unit of [1e-6, 1, 1e6]) {
    const shares = alphaRank(game(payoffs.map((row) => row.map((one) => one * unit))));
    expect(shares.e0).toBeGreaterThan(0.99);
  }
});

it('shares alike among equals', () => {
  expect(
    Object.values(
      alphaRank(
        game([
          [0, 1],
          [1, 0],
        ]),
      ),
    ),
  ).toEqual([0.5, 0.5]);
  expect(alphaRank({ entrants: ['alone'], payoffs: [[0]] })).toEqual({ alone: 1 });
});

function game(payoffs: number[][]): PayoffMatrix {
  return { entrants: payoffs.map((_, i) => `e${i}`), payoffs };
}
