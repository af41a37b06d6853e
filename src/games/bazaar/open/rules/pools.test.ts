import { describe, expect, it } from 'vitest';
import { drawsOf } from '~/lib/random/draws';
import { accept, ask, TestMarket } from '../testing/market';
import { SPLITS } from '../types';
import { paymentsOf } from './split';

const bulk = () =>
  new TestMarket({
    sellers: [{ limit: 60, stock: 3, delivery: 20 }],
    buyers: [{ limit: 110 }, { limit: 100 }, { limit: 95 }, { limit: 90 }, { limit: 85 }],
    rounds: 16,
    pools: true,
  });
const form = (more: object = {}) => ({
  action_type: 'form_coalition',
  members: ['buyer_1', 'buyer_2'],
  split: 'equal',
  reserve: 110,
  ...more,
});
const join = (reserve: number) => ({ action_type: 'join_coalition', coalition_id: 'c_0', reserve });
const ALL = ['buyer_0', 'buyer_1', 'buyer_2'];
const order = (price: number, participants = ALL) => ask(price, { coalition_id: 'c_0', participants, quantity: participants.length });

describe('a pool', () => {
  it('of three saves two deliveries, and shares what it saves', () => {
    const market = bulk();
    market.round();
    expect(market.round({ buyer_0: form() })).toEqual({ buyer_0: ['pool_formed'] });
    market.round();
    market.round({ buyer_1: join(100), buyer_2: join(95), buyer_0: order(90) });
    expect(market.codes('buyer_0')).toEqual(['offer_created']);
    expect(market.round({ seller_0: accept('o_0') })).toEqual({ seller_0: ['deal_made'] });
    const deal = market.events.find((event) => event.type === 'deal_made');
    expect(deal?.payments).toEqual([
      { seat: 'buyer_0', cents: 9833 },
      { seat: 'buyer_1', cents: 8833 },
      { seat: 'buyer_2', cents: 8334 },
    ]);
    expect(deal?.gains).toContainEqual({ seat: 'seller_0', cents: 3 * 3000 - 2000 });
    expect(market.state.pools.c_0?.ended).toBe('deal');
  });

  it('holds its members: they neither bid nor buy alone, nor leave, and their reserves only rise', () => {
    const market = bulk();
    market.round({ seller_0: ask(99) });
    market.round({ buyer_1: ask(50) });
    market.round();
    market.round({ buyer_0: form() });
    market.round();
    market.round({ buyer_1: join(80), buyer_0: [ask(60), accept('o_0'), { action_type: 'leave_coalition', coalition_id: 'c_0' }] });
    expect(market.codes('buyer_0').sort()).toEqual(['pledged', 'pledged', 'pledged']);
    expect(market.state.offers.o_1?.status).toBe('void');
    market.round();
    const raise = (reserve: number) => ({ action_type: 'commit_to_coalition', coalition_id: 'c_0', reserve });
    expect(market.round({ buyer_1: [raise(70), raise(85)] })).toEqual({ buyer_1: ['not_improving', 'reserve_raised'] });
  });

  it.each([
    ['alone', form({ members: [] }), 'pool_size'],
    ['with a seller', form({ members: ['seller_0'] }), 'not_a_buyer'],
    ['with nobody of that name', form({ members: ['buyer_77'] }), 'unknown_seat'],
    ['for one round', form({ until_round: 2 }), 'bad_round'],
    ['for too long', form({ until_round: 12 }), 'bad_round'],
    ['with another split', form({ split: 'shapley' }), 'bad_split'],
    ['at no price', form({ reserve: -1 }), 'bad_price'],
  ])('cannot be formed %s', (_, action, code) => {
    const market = bulk();
    market.round();
    expect(market.round({ buyer_0: action })).toEqual({ buyer_0: [code] });
  });

  it('orders for members alone, for as many as take part, and for no more than they have agreed to', () => {
    const market = bulk();
    market.round();
    market.round({ buyer_0: form({ reserve: 70 }) });
    market.round();
    market.round({ buyer_1: join(70) });
    market.round();
    const wrong = [
      order(60, ['buyer_0']),
      order(60, ['buyer_0', 'buyer_3']),
      { ...order(60, ['buyer_0', 'buyer_1']), quantity: 3 },
      order(71, ['buyer_0', 'buyer_1']),
    ];
    expect(market.round({ buyer_0: wrong })).toEqual({ buyer_0: ['not_pledged', 'not_pledged', 'bad_quantity', 'below_reserve'] });
    market.round();
    expect(market.round({ buyer_4: { ...order(60, ['buyer_4', 'buyer_1']), coalition_id: 'c_0' } })).toEqual({
      buyer_4: ['unknown_coalition'],
    });
  });

  it('ends when nobody joins it', () => {
    const market = bulk();
    market.round();
    market.round({ buyer_0: form() });
    market.round();
    market.round();
    expect(market.state.pools.c_0?.ended).toBe('nobody_joined');
  });

  it('is refused where there are none', () => {
    const market = new TestMarket({ sellers: [{ limit: 60 }], buyers: [{ limit: 90 }, { limit: 80 }] });
    market.round();
    expect(market.round({ buyer_0: form({ members: ['buyer_1'] }) })).toEqual({ buyer_0: ['pools_off'] });
  });
});

describe('a split', () => {
  it.each([
    ['equal', [9833, 8833, 8334]],
    ['contribution', [9737, 8853, 8410]],
    ['uniform', [9000, 9000, 9000]],
  ] as const)('%s shares the example of the rules', (split, payments) => {
    expect(paymentsOf(split, [11_000, 10_000, 9_500], 27_000)).toEqual(payments);
  });

  it('uniform lets whoever has agreed to less pay that', () => {
    expect(paymentsOf('uniform', [11_000, 10_000, 8_500], 27_000)).toEqual([9_250, 9_250, 8_500]);
  });

  it('always comes to the price, and takes nobody below nothing or above its reserve', () => {
    const draws = drawsOf(5);
    for (let i = 0; i < 20_000; i += 1) {
      const reserves = Array.from({ length: draws.randint(2, 16) }, () => draws.randint(1, 20_000));
      const all = reserves.reduce((sum, one) => sum + one, 0);
      const total = draws.randint(0, all);
      const payments = paymentsOf(draws.choice(SPLITS), reserves, total);
      expect(payments.reduce((sum, one) => sum + one, 0)).toBe(total);
      expect(payments.every((paid, at) => paid >= 0 && paid <= (reserves[at] ?? 0))).toBe(true);
    }
  });
});
