import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { LeaderboardEntry } from '~/api/tournament-words';
import { Score } from '../tournaments/standings-table';
import { HowRanked, LEAD } from './lead-column';

const said = (method: 1 | 3 | 4) => renderToStaticMarkup(<HowRanked matches={9} method={method} ruleset="gpu-market/open" />);

test('how ranks are made names what can still raise one', () => {
  expect(said(4)).toContain('Two or more confirmed owners who work together can still raise a rank: two who spoil');
  expect(said(4)).toContain('one or two places up');
  expect(said(4)).toContain('from up to four owners, raised its lead and not its rank');
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
  for (const words of ['1.250 [0.500, 2.000]', 'median 0.750', 'ranked by −0.500', 'without eve: 0.100']) expect(lead).toContain(words);
});
