import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { GameApi } from '~/contract/game-api';
import type { ShownCard } from '~/contract/shown';
import { playMatch } from '~/engine/memory-run';
import { playOnFrom } from '~/engine/replace-move';
import { parseConfig } from '../config';
import { explainMatch } from '../explain';
import type { SeenOffer } from '../observation';
import { openBazaar } from '../open';
import { linear } from '../players/policies';
import { other, takeLabel } from './play';
import { screens } from './screens';

it('a beginner is told what to do before the first move, and no longer after it', () => {
  const config = parseConfig({ task_type: 'quick', seed: 5 });
  if (!config.ok) throw new Error(config.why);
  let state = null as ReturnType<typeof openBazaar.copy> | null;
  for (const event of openBazaar.open(config.value)) state = openBazaar.evolve(state, event);
  if (state === null) throw new Error('there is a match');
  const begin = (seat: string) => screens.play?.begin?.(openBazaar.observe(state as NonNullable<typeof state>, seat)) ?? null;
  expect(begin('seller_0')).toContain('Begin with a price well above it');
  const { list_price } = openBazaar.observe(state, 'seller_0').you;
  for (const event of openBazaar.decide(state, 'seller_0', [{ action_type: 'send_offer', price: list_price }]))
    state = openBazaar.evolve(state, event);
  expect(begin('buyer_0')).toContain('Begin with an offer well below the asked price');
  expect(begin('seller_0')).toBeNull();
});

it('in the list of the other players a seat shows its price; in a market with several, it can be addressed', () => {
  const shown = (task_type: string, seat: string, me: string) => {
    const config = parseConfig({ task_type, seed: 5 });
    if (!config.ok) throw new Error(config.why);
    let state = null as ReturnType<typeof openBazaar.copy> | null;
    for (const event of openBazaar.open(config.value)) state = openBazaar.evolve(state, event);
    if (state === null) throw new Error('there is a match');
    const price = openBazaar.observe(state, 'seller_0').you.list_price;
    for (const seller of openBazaar.toAct(state)) {
      const move = seller === 'seller_0' ? { action_type: 'send_offer', price } : { action_type: 'wait' };
      for (const event of openBazaar.decide(state, seller, [move])) state = openBazaar.evolve(state, event);
    }
    return { price, ...other({ seat, view: openBazaar.view(state, { kind: 'seat', seat: me }), seen: openBazaar.observe(state, me) }) };
  };
  const one = shown('quick', 'seller_0', 'buyer_0');
  expect(one.wants).toEqual([`asks ${one.price}`]);
  expect(one.acts).toBeUndefined();
  expect(shown('bulk', 'buyer_1', 'seller_0').wants).toBeUndefined();
  expect(shown('bulk', 'buyer_1', 'buyer_0').acts?.map(({ id }) => id)).toEqual(['pool']);
});

it('offers with the same words can be told apart on their buttons', () => {
  const offer = { from: 'seller_0', to: null, price: 41, quantity: 1, round: 2, worth: 3 } as SeenOffer;
  const all = [offer, { ...offer, to: 'buyer_0' }, { ...offer }];
  expect(takeLabel(offer, [offer])).toBe('Take 41 from Seller 1 (+3.00)');
  expect(all.map((one) => takeLabel(one, all))).toEqual([
    'Take 41 from Seller 1 (+3.00), open to everybody, from round 3',
    'Take 41 from Seller 1 (+3.00), to you alone, from round 3',
    'Take 41 from Seller 1 (+3.00), open to everybody, from round 3, offer 2',
  ]);
});

it('rounds are counted from 1 wherever a person reads them, and from 0 in events', () => {
  const config = parseConfig({ task_type: 'quick', seed: 12 });
  if (!config.ok) throw new Error(config.why);
  const { events, state } = playMatch(openBazaar, config.value, { playerOf: () => (seen, chance) => linear.choose(seen, chance) });
  const seats = ['seller_0', 'buyer_0'].map((seat) => ({ seat, kind: 'script', policy: 'linear' }));
  const card = { id: 'm', seats } as unknown as ShownCard;
  const last = openBazaar.view(state, { kind: 'all' });
  const { Reveal } = screens.end;
  const [deal] = last.deals;
  if (!Reveal || !deal) throw new Error('it ends with a deal');
  const explanation = { ...explainMatch(events, { playOn: playOnFrom }), gains: {}, best: 20, made: 15 };
  const [first] = explanation.seats.flatMap(({ turns }) => turns);
  expect(first?.round).toBe(0);
  const drawn = renderToStaticMarkup(<Reveal view={last} card={card} explanation={explanation} api={{} as GameApi} />);
  expect(drawn).toContain(`Round 1: ${first?.text}`);
  expect(drawn).not.toContain('Round 0');
  expect(screens.end.headline?.(last, card)).toContain(`in round ${deal.round + 1}`);
  const closed = events.find(({ type }) => type === 'round_closed');
  expect(closed && openBazaar.narrate(closed, {})?.text).toMatch(/^Round 1 is over\./);
});

it('the reveal of a match against an agent is about the person, who then plays the other side against that agent', () => {
  const config = parseConfig({ task_type: 'quick', seed: 12 });
  if (!config.ok) throw new Error(config.why);
  const { events, state } = playMatch(openBazaar, config.value, { playerOf: () => (seen, chance) => linear.choose(seen, chance) });
  const view = openBazaar.view(state, { kind: 'all' });
  const { Reveal } = screens.end;
  if (!Reveal) throw new Error('it has an end');
  const explanation = { ...explainMatch(events, { playOn: playOnFrom }), gains: {}, best: 20, made: 15 };
  const drawn = (seller: string, buyer: string) => {
    const seats = Object.entries({ seller_0: seller, buyer_0: buyer }).map(([seat, kind]) => ({
      seat,
      kind,
      ...(kind === 'person' ? { name: 'Anna' } : { policy: 'small@1' }),
    }));
    const card = { id: 'm', seats } as unknown as ShownCard;
    return renderToStaticMarkup(<Reveal {...{ view, card, explanation }} api={{} as GameApi} />);
  };
  const forms = (html: string) => html.split('aria-label="Replace a turn, ').length - 1;
  const bought = drawn('agent', 'person');
  expect(bought).toContain('Sell it yourself');
  expect(bought).toContain('How Anna could be read');
  expect(forms(bought)).toBe(1);
  expect(drawn('person', 'agent')).toContain('Buy it yourself');
  expect(forms(drawn('agent', 'agent'))).toBe(2);
});
