import { describe, expect, test } from 'vitest';
import { agreement, type FigureReport, type FigureRow, farmedTasks, figureAt, figuresOf, policyOrder, taskOrder } from './figures';

function row(policy: string, task: string, mean: number): FigureRow {
  return { policy, task, seeds: '0-9', n: 10, mean, std: 0.1, ci95: [mean - 0.1, mean + 0.1], invalid: 0 };
}

const CONTROLS = { wait: 'null', coalition_former: 'farmer' } as const;
const TRAIN: FigureReport = {
  rows: [
    row('random_validish', 'single_trade', 0.0747),
    row('rule_based_expert', 'single_trade', 0.2623),
    row('coalition_former', 'single_trade', 0.1),
    row('wait', 'single_trade', 0.3),
    row('rule_based_expert', 'coalition_market', 0.9),
    row('coalition_former', 'coalition_market', 1.3),
  ],
  meta: { splits: ['train'], controls: CONTROLS },
};
const HOLDOUT: FigureReport = {
  rows: [row('rule_based_expert', 'coalition_market', 0.6238)],
  meta: { splits: ['test'], controls: CONTROLS },
};

describe('figures of stored reports', () => {
  const figures = figuresOf([TRAIN, HOLDOUT]);

  test('take the split from the range of the seeds', () => {
    expect(figureAt(figures, { policy: 'rule_based_expert', task: 'coalition_market', split: 'holdout' })?.row.mean).toBe(0.6238);
    expect(figureAt(figures, { policy: 'wait', task: 'coalition_market', split: 'holdout' })).toBeNull();
  });

  test('leave out a report whose seeds lie in several ranges', () => {
    expect(figuresOf([{ rows: TRAIN.rows, meta: { splits: ['train', 'test'], controls: {} } }])).toEqual([]);
  });

  test('stand in an order: best contestant first, then the null policy, then the farmer', () => {
    expect(policyOrder(figures).map(({ policy }) => policy)).toEqual(['rule_based_expert', 'random_validish', 'wait', 'coalition_former']);
    expect(taskOrder(figures)).toEqual(['single_trade', 'coalition_market']);
  });

  test('count what was published and what equals it', () => {
    expect(agreement(figures)).toEqual({ published: 4, equal: 3 });
  });

  test('show where the score is farmed, and only there', () => {
    expect(farmedTasks(figures)).toEqual([
      {
        task: 'coalition_market',
        split: 'train',
        farmer: row('coalition_former', 'coalition_market', 1.3),
        best: row('rule_based_expert', 'coalition_market', 0.9),
      },
    ]);
  });
});
