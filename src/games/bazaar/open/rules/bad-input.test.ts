import { expect, it } from 'vitest';
import { readMove } from '../read-move';
import { accept, ask, TestMarket } from '../testing/market';

const bulk = () =>
  new TestMarket({
    task_type: 'bulk',
    pools: true,
    rounds: 16,
    sellers: [{ limit: 60, stock: 3 }],
    buyers: [{ limit: 100 }, { limit: 90 }, { limit: 80 }],
  });

/** Of the last action of that seat: its code, and a sentence for people. */
function answered(market: TestMarket, seat: string): string | undefined {
  const last = market.state.seats[seat]?.results.at(-1);
  expect(last?.message).toMatch(/^\S.{8,}[.]$/);
  return last?.code;
}

it('an offer that has run out can no longer be taken, and what is left can', () => {
  const market = bulk();
  market.round({ seller_0: [ask(90, { expires_in: 1 }), ask(120, { quantity: 3 })] });
  market.round();
  market.round();
  market.round({ buyer_0: accept('o_0') });
  expect(answered(market, 'buyer_0')).toBe('inactive_offer');
  expect(market.standing).toEqual([['seller_0', 120]]); // nothing of it is lost
});

it.each([
  ['without members', { members: [] }, 'pool_size'],
  ['with only its founder', { members: ['buyer_0'] }, 'pool_size'],
  ['with a seat that there is not', { members: ['buyer_9'] }, 'unknown_seat'],
  ['with a seller', { members: ['seller_0'] }, 'not_a_buyer'],
  ['with members that are no list', { members: 'buyer_1' }, 'malformed_action'],
  ['with a reserve that is no number', { members: ['buyer_1'], reserve: 'much' }, 'bad_price'],
  ['with a negative reserve', { members: ['buyer_1'], reserve: -1 }, 'bad_price'],
  ['with a split that there is not', { members: ['buyer_1'], split: 'fair' }, 'bad_split'],
  ['for a round in the past', { members: ['buyer_1'], until_round: 0 }, 'bad_round'],
  ['with 10,000 characters', { members: ['buyer_1'], message: 'x'.repeat(10_000) }, 'message_too_long'],
])('a pool %s is refused with a code and a sentence, and the seat can still act', (_, wrong, code) => {
  const market = bulk();
  market.round({ seller_0: ask(95) });
  const pool = { action_type: 'form_coalition', reserve: 80, split: 'uniform', ...wrong };
  market.round({ buyer_0: [pool, ask(70)] });
  expect(market.codes('buyer_0')).toEqual([code, 'offer_created'].sort((one) => (one === code ? -1 : 1)));
  expect(Object.keys(market.state.pools)).toEqual([]);
  expect(market.standing).toContainEqual(['buyer_0', 70]);
});

it.each([
  ['for a pool that there is not', { coalition_id: 'c_9', participants: ['buyer_0', 'buyer_1'] }, 'unknown_coalition'],
  ['for one participant', { coalition_id: 'c_0', participants: ['buyer_0'], quantity: 1 }, 'not_pledged'],
  ['for somebody who has not joined', { coalition_id: 'c_0', participants: ['buyer_0', 'buyer_2'] }, 'not_pledged'],
  ['for a number of units that is not theirs', { coalition_id: 'c_0', participants: ['buyer_0', 'buyer_1'], quantity: 3 }, 'bad_quantity'],
  ['above what they pay', { coalition_id: 'c_0', participants: ['buyer_0', 'buyer_1'], price: 99 }, 'below_reserve'],
])('a common order %s is refused', (_, wrong, code) => {
  const market = bulk();
  market.round();
  market.round({ buyer_0: { action_type: 'form_coalition', members: ['buyer_1', 'buyer_2'], reserve: 80, split: 'uniform' } });
  market.round();
  market.round({ buyer_1: { action_type: 'join_coalition', coalition_id: 'c_0', reserve: 70 } });
  market.round();
  market.round({ buyer_0: ask(60, wrong) });
  expect(answered(market, 'buyer_0')).toBe(code);
  expect(market.state.pools.c_0?.members).toEqual(['buyer_0', 'buyer_1']);
  expect(market.standing).toEqual([]);
});

it.each([
  [{ message: 'x'.repeat(10_000) }, 'message_too_long'],
  [{ message: '' }, 'empty_message'],
  [{ message: 7 }, 'malformed_action'],
  [{ message: 'my lаst price' }, 'mixed_scripts'],
  [{ message: 'hello', target_id: 'buyer_9' }, 'unknown_seat'],
])('a message %j is refused, and what was said before is kept', (wrong, code) => {
  const market = bulk();
  market.round({ seller_0: { action_type: 'send_message', message: 'A fine desk.' } });
  market.round({ buyer_0: { action_type: 'send_message', ...wrong } });
  expect(answered(market, 'buyer_0')).toBe(code);
  expect(market.state.messages.map(({ text }) => text)).toEqual(['A fine desk.']);
});

it('an endpoint that reads a move first says which action is wrong, and why', () => {
  expect(readMove({ actions: [{ action_type: 'wait' }, { action_type: 'send_offer', price: '41' }] })).toMatchObject({
    ok: false,
    path: 'actions.1',
    why: 'price: "41" is not a number in whole hundredths.',
  });
  expect(readMove('an offer of 41')).toMatchObject({ ok: false });
});
