import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AnyGameScreens } from '~/contract/screens';
import { screens as classic } from '~/games/gpu-market/classic/screens/screens';
import { screens as open } from '~/games/gpu-market/open/screens/screens';
import { SeatNames } from '~/kit/seat-names';
import type { MatchCard } from '~/live/protocol';
import type { Reel } from '../replay/reel';
import type { Ruler } from '../replay/ruler';
import { ScoreStrip } from './score-strip';

const ruler = { rounds: 6, roundOf: () => 0, startOf: () => 1 } as unknown as Ruler;
const card = { seats: [{ seat: 'lab_0', kind: 'script', policy: 'planner' }] } as unknown as MatchCard;

function strip(screens: unknown, finished: boolean): string {
  const view = { finished, labs: [{ lab_id: 'lab_0', profit: 3, jobs: null }], coalitions: [], awaited: [], shocks: [], curves: {} };
  const reel = { views: [view], frames: [] } as unknown as Reel<object>;
  const game = screens as AnyGameScreens;
  const stage = () => ({ finished, round: 0, rounds: 6, standing: '', facts: [], shocks: [] });
  const shown: AnyGameScreens = { ...game, match: { ...game.match, stage } };
  return renderToStaticMarkup(
    <SeatNames naming={game.names}>
      <ScoreStrip screens={shown} card={card} view={view} reel={reel} ruler={ruler} at={1} />
    </SeatNames>,
  ).replace(/<[^>]*>/g, ' ');
}

test('where rankings go by something else, the strip says which figure it sorts by', () => {
  expect(strip(open, false)).toMatch(/Profit\s+so far/);
  expect(strip(open, true)).toContain('Profit');
  expect(strip(open, true)).not.toContain('so far');
});

test('where the figure is the score itself, it stands alone', () => {
  expect(strip(classic, false)).not.toContain('so far');
});
