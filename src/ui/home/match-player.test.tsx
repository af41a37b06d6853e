import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AnyGameScreens } from '~/contract/screens';
import { screens as bazaar } from '~/games/bazaar/open/screens/screens';
import { screens as market } from '~/games/gpu-market/open/screens/screens';
import { MATCH_CARD } from '../matches/testing/match-card';
import { WhyBelow } from './match-player';

const seats = ['lab_0', 'lab_1'].map((seat) => ({ seat, kind: 'script' as const, policy: 'planner' }));
const drawn = (screens: unknown, profits: readonly number[]) =>
  renderToStaticMarkup(
    <WhyBelow
      card={{ ...MATCH_CARD, seats }}
      view={{ labs: profits.map((profit, place) => ({ lab_id: `lab_${place}`, profit, jobs: null })), seats: [] }}
      score={(screens as AnyGameScreens).match.score}
    />,
  );

test('home says next to a profit below 0 why that is normal, and keeps the place where none is', () => {
  expect(drawn(market, [-12, 3])).toMatch(/<p class="[^"]*">Below 0 at first is normal: labs pay for GPU time/);
  expect(drawn(market, [-12, 3])).not.toContain('invisible');
  expect(drawn(market, [0, 3])).toContain('invisible');
  expect(drawn(bazaar, [0, 0])).toBe('');
});
