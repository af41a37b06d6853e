import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { LeaderboardEntry } from '~/api/tournament/types';
import { Score } from '../tournaments/standings-table';
import { HowRanked, LEAD } from './lead-column';
import { Entries } from './leaderboard-table';

const said = (method: 1 | 3 | 4) => renderToStaticMarkup(<HowRanked matches={9} method={method} ruleset="gpu-market/open" />);

test('how ranks are made names what can still raise one', () => {
  expect(said(4)).toContain('Two or more confirmed owners who work together can still raise a rank. In our tests, two owners who spoil');
  expect(said(4)).toContain('up one or two places');
  expect(said(4)).toContain('from up to four owners, raised its lead but not its rank');
  expect(said(4)).toContain('kingmakers: opponents against whom one owner’s agents do far better');
  expect(said(3)).toContain('Two or more confirmed owners who work together can still raise a rank');
  expect(said(3)).not.toContain('kingmaker');
});

test('method 1 ranks by score, and claims nothing of leads', () => {
  expect(said(1)).toContain('Ranked by score');
  expect(said(1)).not.toContain('Lead:');
});

test('the median is next to the mean, of scores and of leads; a lead also says what ranks it, and what is left without each opponent', () => {
  const figure = { mean: 1.25, interval: [0.5, 2] as [number, number], n: 9, median: 0.75 };
  const score = renderToStaticMarkup(<Score score={figure} />);
  expect(score).toContain('1.250');
  expect(score).toContain('median 0.750');
  const without = [{ opponent: 'eve', lead: { mean: 0.1, interval: null, n: 8 } }];
  const entry = { rating: { lead: figure, without, bound: -0.5, opponents: 3, why: null } } as unknown as LeaderboardEntry;
  const lead = renderToStaticMarkup(LEAD.cell(entry));
  for (const words of ['1.250 [0.500, 2.000]', 'median 0.750', 'ranked by −0.500', 'without Eve: 0.100']) expect(lead).toContain(words);
});

test('a lead of somebody without a rank ranks nobody, and one that is its fallback’s is called so', () => {
  const rating = { lead: { mean: 1.25, interval: null, n: 9 }, without: [], bound: -0.5, opponents: 3, why: null };
  const told = (more: object) => renderToStaticMarkup(LEAD.cell({ rating, ...more } as unknown as LeaderboardEntry));
  expect(told({ rank: 1, unranked: null })).toContain('ranked by −0.500');
  expect(told({ rank: null, unranked: null })).toContain('ranked by –');
  const absent = told({ rank: null, unranked: 'mostly_fallback' });
  expect(absent).toContain('its fallback’s lead');
  expect(absent).not.toContain('ranked by');
});

test('baselines are in a panel of their own, without a rank, on an axis of their own', () => {
  const entry = (entrant: string, mean: number, more: object) => ({
    entrant,
    pinHash: entrant,
    player: null,
    pin: null,
    kind: 'policy',
    score: { mean, interval: [mean - 1, mean + 1], n: 9 },
    matches: 9,
    elo: null,
    origins: null,
    tournaments: [],
    ...more,
  });
  const entries = [entry('planner', 12, { rank: 1, unranked: null }), entry('wait', -400, { rank: null, unranked: 'null_policy' })];
  const shown = renderToStaticMarkup(
    <Entries game="gpu-market/open" entries={entries as unknown as LeaderboardEntry[]} onOpen={() => {}} />,
  );
  const [board = '', ...rest] = shown.split('Baselines (unranked)');
  const baselines = rest.join('');
  expect(board).toContain('Planner');
  expect(board).not.toMatch(/wait|400/i);
  expect(baselines).toContain('Wait');
  expect(
    renderToStaticMarkup(
      <Entries game="gpu-market/open" entries={entries.slice(0, 1) as unknown as LeaderboardEntry[]} onOpen={() => {}} />,
    ),
  ).not.toContain('Baselines');
});
