/** For tests: a market of version 2 set up by hand. */
import { type Table, type TableGiven, type TableRules, table } from '../../shared/testing/table';
import type { OpenObservation2 } from '../observation';
import { openMarket2 } from '../open';

export function table2(given: TableGiven): Table {
  return table(given, openMarket2 as unknown as TableRules);
}

export function sees2(market: Table, seat: string): OpenObservation2 {
  return openMarket2.observe(market.state, seat);
}
