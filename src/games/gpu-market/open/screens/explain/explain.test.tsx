import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SeatNames } from '~/kit/seat-names';
import { OPEN_LABS } from '../../../screens/lab-names';
import { accountsOf } from '../../explain/accounts';
import type { SeatExplained } from '../../explain/explanation';
import type { OpenEvent } from '../../shared/events';
import { openMarket2 } from '../../v2/open';
import { venturePlannerTurn2 } from '../../v2/players/venture';
import { type Player2, playMatch2 } from '../../v2/testing/play';
import { trial2 } from '../../v2/trial';
import { resultName } from '../seat/story-panel';
import { Explain } from './explain';

/** Of a block, job, offer, coalition, want, promise or plan. */
const ID = /\b[bjocwh]_\w*\d/;

function played(seed: number, player: Player2): readonly OpenEvent[] {
  const config = openMarket2.parseConfig({ task_type: 'coalition_market', labs: 4, rounds: 8, seed, judge_mode: 'rule' });
  if (!config.ok) throw new Error(config.why);
  return playMatch2(config.value, () => player).events;
}

it('an analysis calls everything as the match page does, never by its id', { timeout: 120_000 }, () => {
  const matches = [
    played(3, (seen, chance) => trial2.play(seen, chance)),
    played(3, (seen) => venturePlannerTurn2(seen)),
    played(4, () => [{ action_type: 'wait' }]),
  ];
  const pages = matches.map((events) => {
    const { seats, ...accounts } = accountsOf(events);
    // The score plays no part in what things are called.
    const score = { end_cents: 0, profit_cents: 0, autarky_cents: 0, scale_cents: 100, gain: 0 };
    const efficiency = { optimum_cents: 100, profit_cents: 0, autarky_cents: 0, efficiency: 0, gap: 0, unrated: null };
    const explanation = { ...accounts, efficiency, seats: seats.map((seat): SeatExplained => ({ ...seat, ...score })) };
    return seats.map(({ seat }) =>
      renderToStaticMarkup(
        <SeatNames naming={OPEN_LABS}>
          <Explain matchId="m" explanation={explanation} seat={seat} onSeat={() => undefined} />
        </SeatNames>,
      ).replace(/<[^>]*>/g, ' '),
    );
  });
  const all = pages.flat();
  for (const page of all) expect(page.match(new RegExp(`.{0,60}${ID.source}.{0,20}`))?.[0]).toBeUndefined();
  const words = [/putting \d+× GPU \(rounds? [^)]*\) to work for [A-D]\d/, /Unused: \d+× GPU/, /[A-D] \+ [A-D].*, round \d/];
  for (const word of words) expect(all.some((page) => word.test(page))).toBe(true);
});

it('a turn’s results call actions by words', () => {
  expect(['send_offer', 'allocate_to_job', 'post_want', null].map(resultName)).toEqual([
    'New offer',
    'Put to work',
    'Post want',
    'Not an action',
  ]);
});
