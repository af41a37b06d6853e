import { expect, test } from 'vitest';
import { stand } from './view';

test('a coalition stands in the terminal with its status, in either market', () => {
  const market = { market_pressure: 'low', labs: [], blocks: [], offers: [] };
  const linesOf = (coalition: object) =>
    stand({ ...market, coalitions: [{ coalition_id: 'c_1', members: ['lab_0', 'lab_2'], ...coalition }] }).lines;
  expect(linesOf({ status: 'active' })).toContain('Coalitions: c_1 (lab_0, lab_2; active)');
  expect(linesOf({ breach_status: 'none' })).toContain('Coalitions: c_1 (lab_0, lab_2; none)');
});
