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

test('at the end the crown is for the gain, which is the score, and nobody has it before the gain is known', () => {
  const seats = ['lab_0', 'lab_1'].map((seat) => ({ seat, kind: 'script', policy: 'planner' }));
  const labs = [
    { lab_id: 'lab_0', profit: 30, jobs: null },
    { lab_id: 'lab_1', profit: 3, jobs: null },
  ];
  const view = { finished: true, labs, coalitions: [], awaited: [], shocks: [], curves: {} };
  const game = open as unknown as AnyGameScreens;
  const stage = () => ({ finished: true, round: 0, rounds: 6, standing: '' });
  const crowned = (gains: Record<string, number> | null) =>
    renderToStaticMarkup(
      <SeatNames naming={game.names}>
        <ScoreStrip
          screens={{ ...game, match: { ...game.match, stage } }}
          card={{ seats } as unknown as MatchCard}
          view={view}
          reel={{ views: [view], frames: [] }}
          ruler={ruler}
          at={1}
          gains={gains}
        />
      </SeatNames>,
    )
      .split('<li')
      .filter((one) => one.includes('leads'))
      .map((one) => /Lab [AB]/.exec(one)?.[0]);
  expect(crowned(null)).toEqual([]);
  expect(crowned({ lab_0: 0.1, lab_1: 0.8 })).toEqual(['Lab B']);
  expect(crowned({ lab_0: 0.801, lab_1: 0.802 })).toEqual(['Lab A', 'Lab B']);
});

test('where the figure is the score itself, it stands alone', () => {
  expect(strip(classic, false)).not.toContain('so far');
});
