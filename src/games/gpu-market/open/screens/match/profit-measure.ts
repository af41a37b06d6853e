import type { Measure } from '~/contract/screens';
import type { OpenMarketView } from '../../shared/told/view';
import { profitCurves } from './profit-history';

/** Total profit of all labs. Trades only move profit between labs; work and joint plans create it. */
export const profitOfAll: Measure<OpenMarketView> = {
  title: 'Profit of all labs',
  decimals: 2,
  columns: ['rounds played', 'profit of all'],
  points: (views) => {
    const sums = new Map<number, number>();
    for (const curve of Object.values(profitCurves(views, views.length))) {
      for (const { rounds, profit } of curve) sums.set(rounds, (sums.get(rounds) ?? 0) + profit);
    }
    return [...sums].map(([rounds, profit]) => ({ x: rounds, y: cents(profit), row: [rounds, cents(profit)] }));
  },
  xOf: (round) => round + 1,
  at: (view) => cents(view.labs.reduce((sum, lab) => sum + (lab.profit ?? 0), 0)),
};

function cents(value: number): number {
  return Math.round(value * 100) / 100;
}
