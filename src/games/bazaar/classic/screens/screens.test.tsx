import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '~/contract/game';
import type { TurnControl } from '~/contract/play-screens';
import type { ShownCard, ShownFrame } from '~/contract/shown';
import { playMatch } from '~/engine/memory-run';
import { findPolicy } from '~/games/policies';
import { classicBazaar } from '../classic';
import { parseConfig } from '../config';
import type { BazaarEvent } from '../events';
import type { BazaarState } from '../state';
import type { BazaarMove } from '../types';
import type { BazaarView } from '../view';
import type { HaggleDraft } from './draft';
import { screens } from './screens';

function shownTo(viewer: Viewer, raw: object): { views: BazaarView[]; frames: ShownFrame[]; card: ShownCard } {
  const config = parseConfig(raw);
  const player = findPolicy('bazaar/classic', 'linear');
  if (!config.ok || !player) throw new Error('it cannot be played');
  const { events } = playMatch(classicBazaar, config.value, { playerOf: () => (seen, chance) => player.choose(seen, chance) });
  const views: BazaarView[] = [];
  let state: BazaarState | null = null;
  const frames = events.map((event, at): ShownFrame => {
    state = classicBazaar.evolve(state, event);
    views.push(classicBazaar.view(state, viewer));
    return { seq: at + 1, event: classicBazaar.publish(event, viewer, state) };
  });
  const seats = classicBazaar.seats(config.value).map(({ id }) => ({ seat: id }));
  return { views, frames, card: { id: 'm', seats } as unknown as ShownCard };
}

describe.each([{ seed: 1000 }, { task_type: 'career_10', episodes: 3, seed: 3 }, { mode: 'arena', seed: 3 }, { mode: 'sell', seed: 3 }])(
  'a match of %j',
  (raw) => {
    it.each([{ kind: 'all' }, { kind: 'public' }] as const)('is drawn at every event, for %j', (viewer) => {
      const { views, frames, card } = shownTo(viewer, raw);
      const [opening] = views;
      if (!opening) throw new Error('there is no view');
      const { Board, SeatCard, stage, thingsOf, measure } = screens.match;
      for (const [at, view] of views.entries()) {
        const drawn = renderToStaticMarkup(<Board {...{ view, opening, frames, card }} at={at + 1} narrow={false} />);
        expect(drawn).not.toMatch(/undefined|NaN|\[object/);
        for (const { id } of thingsOf(view).values())
          expect(renderToStaticMarkup(<SeatCard seat={id} view={view} card={card} />)).not.toMatch(/undefined|NaN/);
        expect(stage(view).round).toBeLessThanOrEqual(stage(view).rounds);
      }
      expect(measure.points(views, card.seats).length).toBeGreaterThan(1);
      const told = frames.flatMap(({ event }) => (event === null ? [] : [screens.feed.tell(event as never, {})]));
      expect(told.every((text) => text !== '')).toBe(true);
    });
  },
);

it('the conversation has the prices of both sides, and what the seller says', () => {
  const { views, frames, card } = shownTo({ kind: 'all' }, { seed: 1000 });
  const [opening, last] = [views[0], views.at(-1)];
  if (!opening || !last) throw new Error('there is no view');
  const { Board } = screens.match;
  const drawn = renderToStaticMarkup(<Board {...{ view: last, opening, frames, card }} at={frames.length} narrow />);
  for (const words of ['handwoven silk scarf', 'Sold at 36.', '>24<', '>54<', 'A deal at 36.', 'The seller asks 36. The last offer is'])
    expect(drawn).toContain(words);
});

it('a watcher of a running match reads neither the budget nor the cost', () => {
  const { views, frames, card } = shownTo({ kind: 'public' }, { task_type: 'amazon_realistic', seed: 1 });
  const [opening] = views;
  if (!opening) throw new Error('there is no view');
  const { SeatCard } = screens.match;
  expect([opening.cost, opening.reserve, opening.seed]).toEqual([null, null, null]);
  expect(renderToStaticMarkup(<SeatCard seat="buyer" view={opening} card={card} />)).toContain('Its limit is private.');
  expect(JSON.stringify(frames.filter(({ event }) => event?.type === 'episode_opened'))).not.toMatch(/"(cost|reserve)"/);
});

it.each([{ seed: 1000 }, { task_type: 'career_10', episodes: 3, seed: 3 }, { mode: 'arena', seed: 3 }, { mode: 'sell', seed: 3 }])(
  'whoever may not see both limits of %j reads none, and no score, after the end either',
  (raw) => {
    const [end, full] = [shownTo({ kind: 'public' }, raw), shownTo({ kind: 'all' }, raw)].map(({ views }) => views.at(-1));
    if (!end || !full) throw new Error('there is no view');
    expect(end.finished).toBe(true);
    expect([end.cost, end.reserve, end.seed]).toEqual([null, null, null]);
    for (const told of [end.scores, end.budgets]) expect(Object.values(told).every((value) => value === null)).toBe(true);
    expect(Object.values(full.scores)).not.toContain(null);
    const card = { id: 'm', seats: [] } as unknown as ShownCard;
    expect(screens.end.headline?.(full, card)).toMatch(/%|No deal/);
    expect(screens.end.headline?.(end, card)).toMatch(/^(Sold at \d+(\.\d+)?|No deal: .*|\d of \d deals made)$/);
  },
);

describe('a seat that a person plays', () => {
  const control = (over: Partial<TurnControl<HaggleDraft>> = {}): TurnControl<HaggleDraft> => ({
    draft: { price: '', message: '' },
    state: { kind: 'composing', note: null },
    change: () => undefined,
    submit: () => Promise.resolve(),
    again: () => undefined,
    ...over,
  });

  function seated(raw: object, moves: readonly BazaarMove[], seat: string) {
    const config = parseConfig(raw);
    if (!config.ok) throw new Error(config.why);
    let state: BazaarState | null = null;
    const frames: ShownFrame[] = [];
    const take = (events: readonly BazaarEvent[]): void => {
      for (const event of events) {
        state = classicBazaar.evolve(state, event);
        frames.push({ seq: frames.length + 1, event: classicBazaar.publish(event, { kind: 'seat', seat }, state) });
      }
    };
    take(classicBazaar.open(config.value));
    for (const move of moves) if (state) take(classicBazaar.decide(state, seat, move));
    if (!state) throw new Error('it opens with an event');
    const view = classicBazaar.view(state, { kind: 'seat', seat });
    const seen = classicBazaar.observe(state, seat);
    const play = screens.play;
    if (!play) throw new Error('nobody can play');
    const draw = (turn = control()) =>
      renderToStaticMarkup(
        <play.Play
          {...{ matchId: 'm', seat, view, seen, turn, narrow: false, clock: null, asked: null, locked: play.locked(view, seen) }}
          card={{ id: 'm', seats: [] } as unknown as ShownCard}
          reel={{ frames, views: [view] }}
        />,
      );
    /** What everybody sees once it is over and nobody plays its world any more. */
    const opened = classicBazaar.view(state, { kind: 'all' });
    return { view, opened, seen, play, draw };
  }

  it('reads its limit, what a deal leaves it, and may accept once the seller has answered', () => {
    const { draw, view, play } = seated({ seed: 1000 }, [], 'buyer');
    expect(draw()).toContain('It is worth 100 to you.');
    expect(draw()).toContain('You can accept after the seller has answered');
    expect(play.awaited(view)).toEqual(['buyer']);
    const later = seated({ seed: 1000 }, [{ action: 'offer', price: 24 }], 'buyer').draw();
    for (const words of ['At 54 a deal leaves you 46.', 'Accept 54', 'Meet halfway (39)', 'Hold (24)', '+5 (29)'])
      expect(later).toContain(words);
  });

  it('sells by prices alone', () => {
    const { draw } = seated({ mode: 'sell', seed: 3, opening_price: 60 }, [], 'seller');
    for (const words of ['It costs you 21.', 'Ask this price']) expect(draw()).toContain(words);
    expect(draw()).not.toContain('Walk away');
  });

  it('its draft becomes a move that the rules read, and what was kept is read again', () => {
    const { draft } = screens.play ?? {};
    const move = draft?.moveOf({ price: ' 41,5 ', message: ' Come on. ' });
    expect(move).toEqual({ action: 'offer', price: 41.5, message: 'Come on.' });
    expect(classicBazaar.readMove(move).ok).toBe(true);
    expect(draft?.ofMove(move)).toEqual({ price: '41.5', message: 'Come on.' });
    expect(draft?.read({ price: 3, other: 1 })).toEqual({ price: '', message: '' });
    expect(seated({ seed: 1 }, [], 'buyer').draw(control({ draft: { price: 'dear', message: '' } }))).toContain('A price is a number');
  });

  it('at the end both limits are told', () => {
    const { opened } = seated({ seed: 1000 }, [{ action: 'offer', price: 24 }, { action: 'accept' }], 'buyer');
    const { Reveal } = screens.end;
    const told = Reveal
      ? renderToStaticMarkup(
          <Reveal
            view={opened}
            card={{ seats: [] } as unknown as ShownCard}
            explanation={null}
            api={{ start: () => Promise.resolve(), replace: () => Promise.resolve() }}
          />,
        )
      : '';
    for (const words of ['worth 100 to the buyer', 'cost the seller 30', '70 to share', 'At 54 the buyer got 46, the seller 24.'])
      expect(told).toContain(words);
  });
});
