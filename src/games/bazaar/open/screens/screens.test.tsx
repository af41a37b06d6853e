import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '~/contract/game';
import type { GameApi } from '~/contract/game-api';
import type { TurnControl } from '~/contract/play-screens';
import type { ShownCard, ShownFrame } from '~/contract/shown';
import { means } from '~/engine/means';
import { playMatch } from '~/engine/memory-run';
import { playOnFrom } from '~/engine/replace-move';
import { PLAIN_PICTURE } from '~/kit/plain-colors';
import { parseConfig, TASKS } from '../config';
import { analyzeMatch, explainMatch } from '../explain';
import type { BazaarObservation } from '../observation';
import { openBazaar } from '../open';
import { house, linear, random } from '../players/policies';
import { gainsOf } from '../score/worlds';
import type { BazaarView } from '../view';
import type { BazaarDraft } from './draft';
import { draftShape, quickPrices, refusalAt, warningAt } from './draft';
import { bandOf } from './hall';
import { screens } from './screens';
import { bubblesOf, headline, pitchWords } from './told';

function played(raw: object, viewer: Viewer) {
  const config = parseConfig(raw);
  if (!config.ok) throw new Error(config.why);
  const { events } = playMatch(openBazaar, config.value, {
    playerOf: (seat) => (seen, chance) => (seat.endsWith('0') ? random : house).choose(seen, chance),
  });
  const views: BazaarView[] = [];
  let state = null as ReturnType<typeof openBazaar.copy> | null;
  const frames = events.map((event, at): ShownFrame => {
    state = openBazaar.evolve(state, event);
    views.push(openBazaar.view(state, viewer));
    return { seq: at + 1, event: openBazaar.publish(event, viewer, state) };
  });
  const seats = openBazaar.seats(config.value).map(({ id }) => ({ seat: id, kind: 'script', policy: 'house' }));
  return { views, frames, events, card: { id: 'm', seats } as unknown as ShownCard };
}

it.each([{ task_type: 'bazaar' }, { task_type: 'haggle' }, { task_type: 'bulk', sellers: 5, buyers: 12 }])(
  'the picture of %j has a line for each seat that named prices, and stands out where it came to a deal',
  (sizes) => {
    const { views, card } = played({ ...sizes, seed: 11 }, { kind: 'all' });
    const view = views.at(-1);
    if (!view) throw new Error('there is no view');
    const colorOf = (seat: string) => `color-of-${seat}`;
    const drawn = renderToStaticMarkup(screens.Picture?.({ view, card, colorOf, colors: PLAIN_PICTURE, width: 600, height: 300 }));
    const named = view.offers.filter(({ quantity }) => quantity === 1).map(({ from }) => from);
    const spoke = new Set(view.seats.map(({ seat }) => seat).filter((seat) => named.includes(seat)));
    expect(spoke.size).toBeGreaterThan(0);
    for (const seat of spoke) expect(drawn).toContain(`stroke="color-of-${seat}"`);
    expect(drawn.match(/stroke="color-of-/g)).toHaveLength(spoke.size);
    const deals = view.offers.filter(({ quantity, status }) => quantity === 1 && status === 'accepted');
    expect(drawn.split(`fill="${PLAIN_PICTURE.gain}"`).length - 1).toBe(deals.length);
    expect(drawn).not.toContain('NaN');
  },
);

it('of a hall the round that was spoken in last is open, the earlier ones are folded', () => {
  const { views, frames, card } = played({ task_type: 'bazaar', seed: 11 }, { kind: 'public' });
  const [opening, view] = [views[0], views.at(-1)];
  if (!opening || !view) throw new Error('there is no view');
  const { Board } = screens.match;
  const board = renderToStaticMarkup(<Board {...{ view, opening, frames, card }} at={views.length} narrow={false} />);
  const drawn = board.slice(board.indexOf('aria-label="Talk by round"'));
  const rounds = new Set(bubblesOf(view).map(({ round }) => round));
  expect(rounds.size).toBeGreaterThan(2);
  expect(drawn.match(/<details/g)).toHaveLength(rounds.size);
  expect(drawn.match(/<details[^>]* open=""/g)).toHaveLength(1);
  expect(drawn.lastIndexOf('<details')).toBe(drawn.search(/<details[^>]* open=""/));
});

describe.each(TASKS.map(({ id }) => id))('a match of %s', (task_type) => {
  it.each([{ kind: 'all' }, { kind: 'public' }] as const)('is drawn at every event, for %j', (viewer) => {
    const { views, frames, card } = played({ task_type, seed: 11, judge_mode: task_type === 'bazaar' ? 'rule' : 'off' }, viewer);
    const [opening] = views;
    if (!opening) throw new Error('there is no view');
    const { Board, SeatCard, stage, thingsOf, measure, score } = screens.match;
    const { Reveal, Result } = screens.end;
    for (const [at, view] of views.entries()) {
      if (at % 5 !== 0 && at !== views.length - 1) continue;
      expect(renderToStaticMarkup(<Board {...{ view, opening, frames, card }} at={at + 1} narrow={false} />)).not.toMatch(
        /undefined|NaN|\[object/,
      );
      for (const { id } of thingsOf(view).values())
        expect(renderToStaticMarkup(<SeatCard seat={id} view={view} card={card} />)).not.toMatch(/undefined|NaN/);
      expect(stage(view).round).toBeLessThanOrEqual(stage(view).rounds);
      if (viewer.kind === 'public' && !view.finished) expect(score.of(view, 'seller_0')).toBeNull();
    }
    const last = views.at(-1);
    if (!last || !Reveal || !Result) throw new Error('it has an end');
    const revealed = renderToStaticMarkup(<Reveal view={last} card={card} explanation={null} api={{} as GameApi} />);
    if (viewer.kind === 'all') expect(revealed).toContain('Limit');
    // The first match of a duel is over, and nothing of it is told before the second one is.
    else {
      expect(revealed).toBe('');
      expect(last.seats.every(({ limit, profit, deadline }) => limit === null && profit === null && deadline === null)).toBe(true);
    }
    expect(renderToStaticMarkup(<Result view={last} card={card} explanation={null} />)).not.toMatch(/undefined|NaN/);
    expect(measure.points(views, card.seats).length).toBeGreaterThan(1);
    const told = frames.flatMap(({ event }) => (event === null ? [] : [screens.feed.tell(event as never, {})]));
    expect(told.every((text) => text !== '' && !text.includes('undefined'))).toBe(true);
  });
});

it('a seat shows its limit, what can be taken, and a form for the next price', () => {
  const config = parseConfig({ task_type: 'quick', seed: 5 });
  if (!config.ok) throw new Error(config.why);
  let state = null as ReturnType<typeof openBazaar.copy> | null;
  for (const event of openBazaar.open(config.value)) state = openBazaar.evolve(state, event);
  if (state === null) throw new Error('there is a match');
  for (const event of openBazaar.decide(state, 'seller_0', [
    { action_type: 'send_offer', price: openBazaar.observe(state, 'seller_0').you.list_price },
  ]))
    state = openBazaar.evolve(state, event);
  const seen: BazaarObservation = openBazaar.observe(state, 'buyer_0');
  const view = openBazaar.view(state, { kind: 'seat', seat: 'buyer_0' });
  const turn = {
    draft: draftShape.empty,
    state: { kind: 'composing', note: null },
    change: () => undefined,
  } as unknown as TurnControl<BazaarDraft>;
  const Play = screens.play?.Play;
  if (!Play) throw new Error('people can play');
  const reel = { frames: [], views: [view] };
  const draw = (own: Partial<TurnControl<BazaarDraft>> = {}, shown = view, observed = seen) =>
    renderToStaticMarkup(
      <Play
        {...{
          matchId: 'm',
          seat: 'buyer_0',
          card: { seats: [] } as unknown as ShownCard,
          view: shown,
          reel,
          seen: observed,
          clock: null,
          asked: null,
          narrow: true,
        }}
        turn={{ ...turn, ...own }}
        locked={null}
      />,
    );
  const drawn = draw();
  expect(drawn).toContain(`Paying more than ${seen.you.limit} is a loss`);
  expect(drawn).toContain('Take ');
  expect(drawn).toContain('Leave the market');
  expect(drawn).toMatch(/What the dots are.*asked.*offered/);
  expect(drawn).not.toMatch(/undefined|NaN|your limit of/);
  const dear = { ...draftShape.empty, price: String(seen.you.limit + 1) };
  expect(draw({ draft: dear })).toContain('above your limit of');
  expect(draw({ state: { kind: 'composing', note: null, warnings: ['It is dear.'] } })).toContain('press the same button again');
  // Submitted: whom it waits for is named, until the board has the answer.
  const taken = { state: { kind: 'taken', here: true } } as const;
  expect(draw(taken, { ...view, to_act: ['seller_0'] })).toContain('Submitted. Waiting for Seller 1.');
  expect(draw(taken, { ...view, turn: view.turn + 1, to_act: ['seller_0'] })).not.toContain('Submitted');
  expect(draw(taken, { ...view, to_act: ['buyer_0'] })).not.toContain('Submitted');
  // Whoever is not to act has submitted nothing.
  const idle = draw(taken, { ...view, to_act: ['seller_0'] }, { ...seen, your_turn: false });
  expect(idle).toContain('Waiting for Seller 1.');
  expect(idle).not.toMatch(/Submitted|Your turn, Buyer/);
});

it('the reveal tells how a seat was read, what its turns cost, what others would have made, and offers the other side', () => {
  const { views, card, events } = played({ task_type: 'quick', seed: 12 }, { kind: 'all' });
  const last = views.at(-1);
  const { Reveal } = screens.end;
  if (!last || !Reveal) throw new Error('it has an end');
  const explained = explainMatch(events, { playOn: playOnFrom });
  const explanation = { ...explained, gains: { seller_0: 0.5, buyer_0: 1 }, best: 20, made: 15 };
  const drawn = renderToStaticMarkup(<Reveal view={last} card={card} explanation={explanation} api={{} as GameApi} />);
  for (const words of ['Turn by turn', 'Guessed limit', 'Planner', 'What if?', 'it yourself', 'to share']) expect(drawn).toContain(words);
  expect(drawn).not.toMatch(/undefined|NaN|\[object/);
  const { seats, twin_seed } = explanation;
  expect(twin_seed).not.toBe(12);
  for (const { others, turns, profit } of seats) {
    expect(others.map(({ id }) => id)).toEqual(['planner', 'linear', 'conceder', 'boulware']);
    expect(turns.length).toBeGreaterThan(0);
    for (const { cost, seq } of turns) {
      expect(cost).toBeGreaterThanOrEqual(0);
      expect(events[seq - 1]).toMatchObject({ type: 'turn_taken' });
    }
    expect(Number.isFinite(profit)).toBe(true);
  }
  const decided = screens.end.decided?.(explanation);
  expect(decided?.moments.every(({ note }) => note.startsWith('That gave up'))).toBe(true);
  expect(decided).toMatchObject({
    gains: { buyer_0: 1 },
    reached: { share: 0.75, text: 'of the best possible 20.00, made by all together' },
  });
});

it('what a script would have made of its own seat is what it made: the numbers are the same', () => {
  const config = parseConfig({ task_type: 'quick', seed: 12 });
  if (!config.ok) throw new Error(config.why);
  const { events } = playMatch(openBazaar, config.value, {
    playerOf: (seat) => (seen, chance) => (seat === 'buyer_0' ? linear : house).choose(seen, chance),
  });
  const buyer = explainMatch(events, { playOn: playOnFrom }).seats.find(({ seat }) => seat === 'buyer_0');
  expect(buyer?.others.find(({ id }) => id === 'linear')?.profit).toBe(buyer?.profit);
});

it('a seller is told in which rounds a customer comes by', () => {
  const seen = { pitch: null, round: 0, rounds: 16 };
  expect(pitchWords(seen, 'rule')).toBe('A customer comes by in rounds 5, 9, and 13: the seller with the best pitch then gets the bid.');
  expect(pitchWords({ ...seen, round: 8 }, 'rule')).toContain('in round 13:');
  expect(pitchWords({ ...seen, round: 12 }, 'rule')).toBeNull();
  expect(pitchWords(seen, 'off')).toBeNull();
  expect(pitchWords({ ...seen, pitch: { bid: 20 } }, 'rule')).toMatch(/^In this round a customer would pay 20\./);
});

it('the result of a market says who sold to whom; of two the headline does', () => {
  const { views, card } = played({ task_type: 'bazaar', seed: 11 }, { kind: 'all' });
  const last = views.at(-1);
  const { Result } = screens.end;
  if (!last || !Result) throw new Error('it has an end');
  const drawn = renderToStaticMarkup(<Result view={last} card={card} explanation={null} />);
  expect(drawn.match(/<li/g)).toHaveLength(last.deals.length);
  expect(drawn).toMatch(/Seller \d sold one unit at [\d.]+ to Buyer \d in round \d+\./);
  const two = played({ task_type: 'quick', seed: 12 }, { kind: 'all' }).views.at(-1);
  expect(two && renderToStaticMarkup(<Result view={two} card={card} explanation={null} />)).toBe('');
});

it('the analysis has the gains that rankings go by', async () => {
  const { events } = played({ task_type: 'quick', seed: 12 }, { kind: 'all' });
  const { gains, best, made, seats } = await analyzeMatch(events, means);
  expect(gains).toEqual(await gainsOf(events, means));
  expect(made).toBeCloseTo(seats.reduce((sum, { profit }) => sum + profit, 0));
  expect(best).toBeGreaterThanOrEqual(made);
});

it('the efficient band lies between the last pair that should trade and the next ones', () => {
  const seat = (id: string, limit: number | null, stock: number | null) => ({
    seat: id,
    side: id.startsWith('s') ? 'seller' : 'buyer',
    limit,
    stock,
    delivery: 0,
  });
  const sellers = [seat('seller_0', 40, 1), seat('seller_1', 60, 1)];
  const buyers = [seat('buyer_0', 90, null), seat('buyer_1', 70, null), seat('buyer_2', 50, null)];
  const view = (seats: object[], deals: object[] = []) => ({ seats, deals }) as unknown as BazaarView;
  expect(bandOf(view([...sellers, ...buyers]))).toEqual([60, 70]);
  expect(bandOf(view([seat('seller_0', 40, 0), seat('seller_1', 60, 1), ...buyers], [{ seller: 'seller_0', quantity: 1 }]))).toEqual([
    60, 70,
  ]);
  expect(bandOf(view([seat('seller_0', null, 1), ...buyers]))).toBeNull();
  expect(bandOf(view([seat('seller_0', 95, 1), ...buyers]))).toBeNull();
});

it('a draft is an offer where it has a price, and a message where it has words alone', () => {
  const draft = { ...draftShape.empty, price: '41.50', message: ' Last price. ', target: 'buyer_1' };
  const offer = { action_type: 'send_offer', target_id: 'buyer_1', price: 41.5, quantity: 1, message: 'Last price.' };
  expect(draftShape.moveOf(draft)).toEqual({ actions: [offer] });
  expect(draftShape.ofMove({ actions: [offer] })).toMatchObject({ price: '41.5', message: 'Last price.', target: 'buyer_1' });
  expect(draftShape.moveOf({ ...draft, price: '' })).toEqual({
    actions: [{ action_type: 'send_message', target_id: 'buyer_1', message: 'Last price.' }],
  });
});

describe('a quick price', () => {
  const mark = (price: number) => ({ target_id: null, quantity: 1, coalition_id: null, price });
  const seeing = (
    side: 'seller' | 'buyer',
    limit: number,
    { own, best, delivery = 0 }: { own?: number; best?: number; delivery?: number },
  ) => {
    const offers = best === undefined ? [] : [{ acceptable: true, quantity: 1, price: best }];
    const seen = { side, you: { limit, list_price: 500, delivery }, own_marks: own === undefined ? [] : [mark(own)], offers };
    return seen as unknown as BazaarObservation;
  };

  it('is never a loss: halfway beyond the limit becomes the limit', () => {
    expect(quickPrices(seeing('buyer', 323.16, { own: 300, best: 473.78 }))).toEqual([
      ['Hold', 300],
      ['+5', 305],
      ['Your limit', 323.16],
    ]);
    expect(quickPrices(seeing('seller', 450, { own: 452, best: 300 }))).toEqual([
      ['Hold', 452],
      ['Your limit', 450],
    ]);
  });

  it('is what it says within the limit, and starts a buyer well below it', () => {
    expect(quickPrices(seeing('buyer', 400, { own: 200, best: 300 }))).toContainEqual(['Meet halfway', 250]);
    expect(quickPrices(seeing('buyer', 100, { best: 500 }))[0]).toEqual(['Start', 80]);
  });

  it('is not offered where the last price is a loss already: a new one may not go back on it', () => {
    expect(quickPrices(seeing('buyer', 320, { own: 330, best: 400 }))).toEqual([]);
  });

  it('beyond the limit is warned of while it is typed', () => {
    expect(warningAt(seeing('buyer', 323.16, {}), 339.72)).toBe(
      'This is above your limit of 323.16: a deal would lose you 16.56 per unit.',
    );
    expect(warningAt(seeing('seller', 50, {}), 48)).toContain('below your limit of 50');
    expect(warningAt(seeing('buyer', 323.16, {}), 323.16)).toBeNull();
    expect(warningAt(seeing('buyer', 323.16, {}), null)).toBeNull();
  });

  it('that goes back on the own last one is refused while it is typed: it would cost the turn', () => {
    const draft = { price: '400', message: '', target: '', quantity: '1', members: [] };
    const buyer = seeing('buyer', 639.49, { own: 520 });
    expect(refusalAt(buyer, draft)).toBe("You have offered 520 already, so you can't offer less.");
    expect(refusalAt(buyer, { ...draft, target: 'seller_0' })).toBe("You have offered 520 already, so you can't offer less."); // an open price binds a private one
    expect(refusalAt(buyer, { ...draft, price: '520' })).toBeNull();
    expect(refusalAt(buyer, { ...draft, quantity: '2' })).toBeNull();
    expect(refusalAt(seeing('buyer', 639.49, {}), draft)).toBeNull();
    const seller = seeing('seller', 50, { own: 80 });
    expect(refusalAt(seller, { ...draft, price: '80.01' })).toBe("You have asked 80 already, so you can't ask more.");
    expect(refusalAt(seller, { ...draft, price: '79' })).toBeNull();
    expect(refusalAt(seller, { ...draft, price: '' })).toBeNull();
  });

  it('of a seller who pays for deliveries covers the delivery too', () => {
    const seller = seeing('seller', 13.88, { own: 17, delivery: 0.76 });
    expect(quickPrices(seller)).toEqual([
      ['Hold', 17],
      ['Break even', 14.64],
    ]);
    expect(warningAt(seller, 14)).toBe('This is below 14.64, your limit with the delivery: a deal would lose you 0.64 per unit.');
    expect(warningAt(seller, 14.64)).toBeNull();
    expect(warningAt(seller, 14.3, 2)).toBeNull(); // one delivery for two units
  });
});

describe('the headline of two', () => {
  const { views, card } = played({ task_type: 'quick', seed: 12 }, { kind: 'all' });
  const last = views.at(-1);
  if (!last) throw new Error('it has an end');
  const [seller, buyer] = last.seats;
  if (!seller || !buyer) throw new Error('there are two');
  const deal = { round: 4, seller: 'seller_0', buyers: ['buyer_0'], price: 320, quantity: 1 };
  const ended = (deals: BazaarView['deals'], ...profits: (number | null)[]) =>
    headline({ ...last, deals, seats: [seller, buyer].map((one, at) => ({ ...one, profit: profits[at] ?? null })) }, card);

  it('names the price, the round, and who got which part', () => {
    expect(ended([deal], 30, 10)).toBe('They agreed on 320 in round 5: Seller 1 got 75% of the gain, Buyer 1 got 25%');
  });

  it('names a loss as one, and keeps quiet on profits that are private', () => {
    expect(ended([deal], 30.5, -4)).toBe('They agreed on 320 in round 5: Seller 1 gained 30.50, Buyer 1 lost 4.00');
    expect(ended([deal], null, null)).toBe('They agreed on 320 in round 5');
    expect(ended([], 0, 0)).toBe('They agreed on no price');
  });
});
