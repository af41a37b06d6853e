import { describe, expect, it } from 'vitest';
import { type Reading, replay } from '~/contract/game';
import { classic } from '~/games/gpu-market/classic/classic';
import { ruleBasedExpert } from '~/games/gpu-market/classic/players/rule-based-expert';
import type { MarketEvent } from '~/games/gpu-market/events';
import { random } from '~/games/gpu-market/open/players/policies';
import type { OpenEvent } from '~/games/gpu-market/open/shared/events';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { stubbornHaggler, yieldingHaggler } from '~/games/test/offers/players';
import { offers } from '~/games/test/offers/rules';
import type { OffersEvent } from '~/games/test/offers/types';
import { eventsOf, type Player, playMatch } from './memory-run';
import { replaceMove, whatIf } from './replace-move';

function taken<T>(read: Reading<T>): T {
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

const haggle = taken(offers.parseConfig({ task_type: 'long_haggle', seed: 5 }));
const haggler = (seat: string): Player => (seat === 'seller' ? yieldingHaggler : stubbornHaggler);
const haggled = playMatch(offers, haggle, { playerOf: (seat) => (seen) => haggler(seat).choose(seen) }).events;
const name = (price: number) => ({ type: 'name_price', price });

const market = taken(openMarket.parseConfig({ task_type: 'market_round', seed: 40_001, judge_mode: 'rule' }));
const traded = playMatch(openMarket, market, { playerOf: () => random.choose }).events;
const [anyTurn] = traded.flatMap((event) => (event.type === 'turn_taken' && event.round_index === 2 ? [event] : []));
const anySeat = anyTurn?.lab_id ?? '';

function turnOf(events: readonly OpenEvent[], seat: string, round: number) {
  return events.find((event) => event.type === 'turn_taken' && event.lab_id === seat && event.round_index === round);
}

describe('a move that is replaced', () => {
  it('by itself changes nothing: every turn of a match, every seat, draws and all', async () => {
    for (const event of traded) {
      if (event.type !== 'turn_taken') continue;
      const move = { actions: event.turn.actions.map(({ action }) => action ?? 'unreadable') };
      const replaced = { turn: event.round_index, seat: event.lab_id, move };
      expect(taken(await whatIf(openMarket, traded, { replaced, playerOf: () => random as Player })).events).toEqual(traded);
    }
  });

  it('by itself changes nothing in classic either, and by another is answered by the market', async () => {
    const config = taken(classic.parseConfig({ task_type: 'coalition_market', seed: 7 }));
    const played = playMatch(classic, config, { playerOf: () => ruleBasedExpert.choose }).events;
    const moves = played.filter((event) => event.type === 'action_taken');
    const again = (turn: number, move: unknown) =>
      whatIf(classic, played, { replaced: { turn, seat: 'lab_0', move }, playerOf: () => ruleBasedExpert as Player });
    for (const [turn, { action }] of moves.entries()) expect(taken(await again(turn, action)).events).toEqual(played);
    const { events, state } = taken(await again(2, { action_type: 'wait' }));
    const at = played.indexOf(moves[2] as MarketEvent);
    expect(events.slice(0, at)).toEqual(played.slice(0, at));
    expect(events[at]).toMatchObject({ type: 'action_taken', action: { action_type: 'wait' } });
    expect(classic.outcome(state).finished).toBe(true);
  });

  it('of an alternating game leaves everything before it, and is answered by whoever comes next', async () => {
    const replaced = { turn: 2, seat: 'seller', move: name(99) };
    const { events, shared } = taken(replaceMove(offers, haggled, replaced));
    expect(events.slice(0, shared)).toEqual(haggled.slice(0, 3));
    expect(events.slice(shared)).toEqual([{ type: 'price_named', seat: 'seller', turn: 2, price: 99 }]);
    const run = taken(await whatIf(offers, haggled, { replaced, playerOf: haggler }));
    expect(run.events[4]).toMatchObject({ seat: 'buyer', turn: 3 });
    expect(offers.outcome(run.state).finished).toBe(true);
  });

  it('keeps the others’ moves of a simultaneous turn, and where every policy reads on', () => {
    const replaced = { turn: 2, seat: anySeat, move: [] };
    const { events, state, shared } = taken(replaceMove(openMarket, traded, replaced));
    for (const seat of Object.keys(state.labs).filter((one) => one !== anySeat))
      expect(turnOf(events, seat, 2)).toEqual(turnOf(traded, seat, 2));
    const after = traded.findIndex((event) => event.type === 'round_started' && event.round_index === 3);
    expect(state.house_drawn).toEqual(replay(openMarket, traded.slice(0, after)).house_drawn);
    expect(turnOf(events, anySeat, 2)).toMatchObject({ turn: { actions: [] } });
    expect(events.slice(0, shared)).toEqual(traded.slice(0, shared));
    expect(openMarket.clock(state).turn).toBe(3);
  });

  it('lets those be late again who were late in that turn', () => {
    const late = openMarket.toAct(replay(openMarket, openMarket.open(market))).slice(-1);
    const opening: OpenEvent[] = openMarket.open(market);
    const there = openMarket.toAct(replay(openMarket, opening)).filter((seat) => !late.includes(seat));
    const events = [
      ...eventsOf(
        openMarket,
        market,
        there.map((seat) => ({ seat, move: [] })),
      ),
    ];
    events.push(...openMarket.lapse(replay(openMarket, events)));
    const replaced = { turn: 0, seat: there[0] ?? '', move: [{ action_type: 'wait' }] };
    const turn = taken(replaceMove(openMarket, events, replaced));
    expect(turnOf(turn.events, late[0] ?? '', 0)).toBeUndefined();
    expect(openMarket.clock(turn.state).turn).toBe(1);
    const came = taken(replaceMove(openMarket, events, { ...replaced, seat: late[0] ?? '' }));
    expect(came.events.filter(({ type }) => type === 'turn_taken')).toHaveLength(there.length + 1);
  });

  it('can end a match, and can be one in which nobody moved', () => {
    const left = taken(replaceMove(offers, haggled, { turn: 0, seat: 'seller', move: { type: 'leave_table' } }));
    expect(offers.outcome(left.state).finished).toBe(true);
    const [opened] = haggled as [OffersEvent];
    const asleep: OffersEvent[] = [opened, { type: 'turn_lapsed', seat: 'seller', turn: 0 }];
    expect(taken(replaceMove(offers, asleep, { turn: 0, seat: 'seller', move: name(40) })).events).toEqual([
      opened,
      { type: 'price_named', seat: 'seller', turn: 0, price: 40 },
    ]);
  });

  it('is refused by name where there is no such turn or seat, where it is no move, and in games whose chance is not in the state', () => {
    const refusal = (replaced: { turn: number; seat: string; move: unknown }) => {
      const answer = replaceMove(offers, haggled, replaced);
      return answer.ok ? 'taken' : `${answer.path}: ${answer.why}`;
    };
    expect(refusal({ turn: 99, seat: 'seller', move: name(1) })).toMatch(/^turn: there is no turn 99/);
    expect(refusal({ turn: 0, seat: 'buyer', move: name(1) })).toBe('seat: turn 0 waited for seller, not for "buyer"');
    expect(refusal({ turn: 0, seat: 'seller', move: 'hello' })).toMatch(/^move: A move has a type/);
    expect(refusal({ turn: 0, seat: 'seller', move: { type: 'take_price' } })).toBe('move: No price is on the table yet.');
    const drawn = { ...offers, replaceable: undefined } as unknown as typeof offers;
    expect(replaceMove(drawn, haggled, { turn: 0, seat: 'seller', move: name(1) })).toMatchObject({ ok: false, path: 'game' });
  });

  it('leaves the match that it is taken from as it was', () => {
    const before = structuredClone(traded);
    replaceMove(openMarket, traded, { turn: 1, seat: anySeat, move: [] });
    expect(traded).toEqual(before);
  });
});
