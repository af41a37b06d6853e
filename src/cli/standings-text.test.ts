import { expect, test } from 'vitest';
import { standingsOf } from '~/tournament/standings';
import { named, noise, planOf, playOut } from '~/tournament/testing/play-out';
import { standingsText } from './standings-text';

function textOf(given: Record<string, unknown>): string {
  const { record, fixtures } = playOut(planOf(given), noise);
  return standingsText(standingsOf(record, fixtures, { waiting: 0, playing: 0, done: fixtures.length, failed: 0, cancelled: 0 }));
}

test('standings name the range, the market, walk-backs, every pair with what it needs, each task and the game', () => {
  const text = textOf({
    task: undefined,
    tasks: ['market_round', 'single_trade'],
    entrants: named(3),
    tableSize: 2,
    worlds: 4,
    nulls: ['wait'],
  });
  expect(text).toContain('validation range.\nMarket efficiency 0.5000 (0.5000 to 0.5000), n = 4.');
  expect(text).toMatch(/fallbacks +walk-backs +failed/);
  for (const pair of ['e0 - e1', 'e0 - e2', 'e1 - e2', 'e0 - wait'])
    expect(text).toMatch(new RegExp(`^${pair} .* 4 .*(none|a few|about \\d+ \\(\\d+\\))$`, 'm'));
  expect(text).toMatch(/^entrant +market_round +95% interval +single_trade +95% interval/m);
  expect(text).toMatch(/Empirical game theory:[\s\S]*(Nobody leads over e\d\.|A cycle of best answers: )/);
});

test('where not everybody met, standings say why there is no game', () => {
  expect(textOf({ format: 'knockout', entrants: named(8), worlds: 1, nulls: [] })).toContain('No game theory: not every two entrants met');
});
