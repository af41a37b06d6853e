import { describe, expect, it } from 'vitest';
import { accept, ask, TestMarket } from '../testing/market';

const pair = () => new TestMarket({ sellers: [{ limit: 60 }], buyers: [{ limit: 100 }] });
const stall = () =>
  new TestMarket({ sellers: [{ limit: 60, stock: 2 }, { limit: 50 }], buyers: [{ limit: 100 }, { limit: 90 }, { limit: 80 }] });

describe('an offer', () => {
  it('is taken at its price, and both gain by their limits', () => {
    const market = pair();
    expect(market.round({ seller_0: ask(90) })).toEqual({ seller_0: ['offer_created'] });
    expect(market.round({ buyer_0: accept('o_0') })).toEqual({ buyer_0: ['deal_made'] });
    expect([market.profit('seller_0'), market.profit('buyer_0')]).toEqual([30, 10]);
    expect(market.state.finished).toBe(true);
  });

  it('loses 2% of its gain with each round after the first', () => {
    const market = pair();
    market.round();
    market.round();
    market.round({ seller_0: ask(90) });
    market.round({ buyer_0: accept('o_0') });
    expect(market.profit('seller_0')).toBeCloseTo(30 * 0.98 ** 2, 6);
  });

  it.each([
    ['not a number', { price: 'dear' }, 'bad_price'],
    ['missing', { price: undefined }, 'bad_price'],
    ['zero', { price: 0 }, 'bad_price'],
    ['negative', { price: -3 }, 'bad_price'],
    ['infinite', { price: Number.POSITIVE_INFINITY }, 'bad_price'],
    ['off the tick', { price: 90.005 }, 'bad_price'],
    ['beyond three times the list price', { price: 450.01 }, 'bad_price'],
    ['for a seat that there is not', { target_id: 'buyer_9' }, 'unknown_seat'],
    ['for a name that every object has', { target_id: 'constructor' }, 'malformed_action'],
    ['for its own side', { target_id: 'seller_1' }, 'same_side'],
    ['for itself', { target_id: 'seller_0' }, 'same_side'],
    ['for more than there is', { quantity: 3 }, 'bad_quantity'],
    ['for half a unit', { quantity: 0.5 }, 'bad_quantity'],
    ['from a pool that there is not', { coalition_id: 'c_0' }, 'unknown_coalition'],
    ['with 10,000 characters', { message: 'x'.repeat(10_000) }, 'message_too_long'],
    ['with a word in two scripts', { message: 'my lаst price' }, 'mixed_scripts'],
  ])('that is %s is refused with a code and a sentence, and changes nothing', (_, wrong, code) => {
    const market = stall();
    market.round({ seller_0: ask(90, wrong) });
    expect(market.codes('seller_0')).toEqual([code]);
    expect(market.state.seats.seller_0?.results[0]?.message).toMatch(/^\S.{8,}[.]$/);
    expect(market.standing).toEqual([]);
  });

  it('may speak Hinglish in two scripts, each word in one', () => {
    const market = pair();
    market.round({ seller_0: ask(90, { message: 'भाई, final price नब्बे hai' }) });
    expect(market.codes('seller_0')).toEqual(['offer_created']);
  });

  it('is replaced by the next one, which may only be better for the other side', () => {
    const market = pair();
    market.round({ seller_0: ask(90) });
    market.round();
    expect(market.round({ seller_0: [ask(91), ask(90), ask(85)] })).toEqual({
      seller_0: ['not_improving', 'offer_created', 'offer_created'],
    });
    expect(market.standing).toEqual([['seller_0', 85]]);
    market.round();
    market.round({ seller_0: { action_type: 'reject_offer', offer_id: 'o_2' } });
    market.round();
    expect(market.round({ seller_0: ask(88) })).toEqual({ seller_0: ['not_improving'] });
  });

  it('to one seat is at least as good as the open one', () => {
    const market = stall();
    market.round({ seller_0: ask(90) });
    market.round();
    expect(market.round({ seller_0: [ask(95, { target_id: 'buyer_0' }), ask(80, { target_id: 'buyer_0' })] })).toEqual({
      seller_0: ['not_improving', 'offer_created'],
    });
  });

  it('to one seat is seen and taken by that seat alone', () => {
    const market = stall();
    market.round({ seller_0: ask(80, { target_id: 'buyer_0' }) });
    expect(market.round({ buyer_1: accept('o_0'), buyer_0: accept('o_0') })).toEqual({
      buyer_1: ['unknown_offer'],
      buyer_0: ['deal_made'],
    });
  });

  it('that reaches a standing one takes it, at the standing price, the oldest of the best', () => {
    const market = stall();
    market.round({ seller_0: ask(80), seller_1: ask(70) });
    expect(market.round({ buyer_0: ask(95) })).toEqual({ buyer_0: ['deal_made'] });
    expect(market.state.deals).toMatchObject([{ seller: 'seller_1', price_cents: 7000, buyers: ['buyer_0'] }]);
    expect(market.standing).toEqual([['seller_0', 80]]);
  });

  it('to one seat meets the offers of that seat alone', () => {
    const market = stall();
    market.round({ seller_0: ask(80), seller_1: ask(70) });
    market.round({ buyer_0: ask(95, { target_id: 'seller_0' }) });
    expect(market.state.deals).toMatchObject([{ seller: 'seller_0', price_cents: 8000 }]);
  });

  it('is void, for good, when its owner has bought or has too little left', () => {
    const market = stall();
    market.round({ seller_0: [ask(95), ask(94, { quantity: 2 })], seller_1: ask(99) });
    const one = Object.values(market.state.offers).find(({ from, quantity }) => from === 'seller_0' && quantity === 1);
    market.round({ buyer_0: [ask(50, { target_id: 'seller_1' }), accept(one?.offer_id ?? '')] });
    const open = Object.values(market.state.offers).map(({ from, quantity, status }) => `${from} ${quantity} ${status}`);
    expect(open.filter((one) => one.includes('seller_0'))).toEqual(['seller_0 1 accepted', 'seller_0 2 void']);
    expect(market.codes('buyer_0')).toEqual(['deal_made', 'has_bought']); // deals come before new offers, whatever the order in the turn
  });

  it('runs out', () => {
    const market = pair();
    market.round({ seller_0: ask(90, { expires_in: 1 }) });
    market.round();
    expect(market.state.offers.o_0?.status).toBe('expired');
    market.round();
    expect(market.round({ buyer_0: accept('o_0') })).toEqual({ buyer_0: ['inactive_offer'] });
  });

  it('of three is for no buyer alone', () => {
    const market = new TestMarket({ sellers: [{ limit: 60, stock: 3 }], buyers: [{ limit: 100 }, { limit: 100 }] });
    market.round({ seller_0: ask(80, { quantity: 3 }) });
    expect(market.round({ buyer_0: accept('o_0') })).toEqual({ buyer_0: ['bad_quantity'] });
  });

  it('is countered at another price, while it stays', () => {
    const market = pair();
    market.round({ seller_0: ask(90) });
    market.round({ buyer_0: { action_type: 'counter_offer', offer_id: 'o_0', price: 70 } });
    expect(market.standing).toEqual([
      ['seller_0', 90],
      ['buyer_0', 70],
    ]);
    expect(market.state.offers.o_1?.to).toBe('seller_0');
  });
});

describe('a seat', () => {
  it('moves in every second round, and leaves after its deadline', () => {
    const market = new TestMarket({ sellers: [{ limit: 60 }], buyers: [{ limit: 100, deadline: 1 }, { limit: 90 }] });
    expect(market.awaited).toEqual(['seller_0']);
    market.round();
    expect(market.awaited).toEqual(['buyer_0', 'buyer_1']);
    market.round();
    market.round();
    expect(market.awaited).toEqual(['buyer_1']);
  });

  it('takes at most four actions a turn', () => {
    const market = pair();
    market.round({ seller_0: Array.from({ length: 6 }, (_, i) => ask(99 - i)) });
    expect(market.codes('seller_0').filter((code) => code === 'too_many_actions')).toHaveLength(2);
  });

  it('that finishes does nothing more, and its offers are void', () => {
    const market = pair();
    market.round({ seller_0: [ask(90), { action_type: 'finish' }] });
    expect(market.codes('seller_0')).toEqual(['finished', 'seat_left']);
    expect(market.state.finished).toBe(true);
  });
});

describe('a claim about a rival', () => {
  it('is true if its sender could have taken such an offer of another seat', () => {
    const market = stall();
    market.round({ seller_0: ask(80), seller_1: ask(99) });
    const claim = (price: number) => ({
      action_type: 'send_message',
      target_id: 'seller_1',
      message: 'I have another offer.',
      claim: { kind: 'rival_offer', price },
    });
    market.round({ buyer_0: [claim(80), claim(79)] });
    expect(market.state.messages.map(({ is_true }) => is_true)).toEqual([true, false]);
  });
});
