import { describe, expect, it } from 'vitest';
import { replay } from '~/contract/game';
import { stubbornHaggler, yieldingHaggler } from './players';
import { offers } from './rules';
import type { OffersEvent, OffersMove, OffersState } from './types';

function stateOf(events: readonly OffersEvent[]): OffersState {
  return replay(offers, events);
}

function opening(seed = 5, task_type = 'haggle'): OffersEvent[] {
  const config = offers.parseConfig({ task_type, seed });
  if (!config.ok) throw new Error(config.why);
  return offers.open(config.value);
}

/** Plays on with these moves, each by whoever is to act. */
function played(moves: readonly unknown[], begun = opening()): OffersEvent[] {
  const events = [...begun];
  for (const move of moves) {
    const state = stateOf(events);
    events.push(...offers.decide(state, offers.toAct(state)[0] ?? '', move));
  }
  return events;
}

const name = (price: number): OffersMove => ({ type: 'name_price', price });
const TAKE: OffersMove = { type: 'take_price' };

describe('offers', () => {
  it('has one seat to act in each turn, two turns in each round', () => {
    const seen = [0, 1, 2, 3, 4, 5, 6].map((turns) => {
      const state = stateOf(played(Array.from({ length: turns }, () => name(50))));
      return [...offers.toAct(state), offers.clock(state).turn, offers.clock(state).round];
    });
    expect(seen).toEqual([
      ['seller', 0, 0],
      ['buyer', 1, 0],
      ['seller', 2, 1],
      ['buyer', 3, 1],
      ['seller', 4, 2],
      ['buyer', 5, 2],
      [6, 3],
    ]);
  });

  it('ends with a price that is taken: both gain what it is away from their limits', () => {
    const state = stateOf(played([name(70), name(40), TAKE]));
    const { seller, buyer } = state.limits;
    expect(offers.outcome(state)).toEqual({ finished: true, scores: { seller: 40 - seller, buyer: buyer - 40 } });
    expect(offers.toAct(state)).toEqual([]);
  });

  it('ends without a price when somebody leaves, or when all rounds are over', () => {
    for (const moves of [[{ type: 'leave_table' }], Array.from({ length: 6 }, () => name(1))])
      expect(offers.outcome(stateOf(played(moves)))).toEqual({ finished: true, scores: { seller: 0, buyer: 0 } });
  });

  it('refuses by an event what a player cannot do, and the turn is lost', () => {
    const refused = [TAKE, { type: 'name_price', price: 101 }, { type: 'name_price', price: 1.5 }, 'hello', null];
    for (const move of refused) {
      const events = played([move]);
      expect(events.at(-1)).toMatchObject({ type: 'move_refused', seat: 'seller', turn: 0 });
      expect(offers.toAct(stateOf(events))).toEqual(['buyer']);
    }
  });

  it('receives from the seat whose turn it is, what it could do', () => {
    const state = stateOf(played([name(70)]));
    expect(offers.receive?.(state, 'buyer', TAKE)).toMatchObject({ ok: true, code: 'turn_accepted', turn: 1 });
    expect(offers.receive?.(state, 'seller', TAKE)).toMatchObject({ ok: false, code: 'not_your_turn', turn: 1 });
    expect(offers.receive?.(state, 'lab_0', TAKE)).toMatchObject({ ok: false, code: 'unknown_seat' });
    expect(offers.receive?.(state, 'buyer', { type: 'dance' })).toMatchObject({ ok: false, code: 'malformed_action' });
    expect(offers.receive?.(stateOf(opening()), 'seller', TAKE)).toMatchObject({ ok: false, code: 'illegal_move' });
    expect(offers.receive?.(stateOf(played([{ type: 'leave_table' }])), 'buyer', TAKE)).toMatchObject({ code: 'episode_done' });
    expect(offers.decide(state, 'seller', TAKE)).toEqual([]);
  });

  it('lapses for the seat that is awaited alone', () => {
    const state = stateOf(played([name(70)]));
    expect(offers.lapse(state)).toEqual([{ type: 'turn_lapsed', seat: 'buyer', turn: 1 }]);
    expect(offers.toAct(replay(offers, offers.lapse(state), state))).toEqual(['seller']);
  });

  it('leaves a state as it was', () => {
    const state = stateOf(played([name(70)]));
    const before = structuredClone(state);
    offers.evolve(state, { type: 'price_named', seat: 'buyer', turn: 1, price: 3 });
    offers.decide(state, 'buyer', TAKE);
    offers.lapse(state);
    expect(state).toEqual(before);
  });

  it('tells nobody a limit, or the seed, that is not theirs to know', () => {
    const [opened] = opening(5);
    const twin = { ...opened, config: { ...(opened as { config: object }).config, seed: 99 }, value: 31 } as OffersEvent;
    const moves = [name(70), name(40)];
    const seen = [opened as OffersEvent, twin].map((first) => {
      const events = played(moves, [first]);
      const state = stateOf(events);
      const seller = { kind: 'seat', seat: 'seller' } as const;
      const published = events.map((event) => [offers.publish(event, seller, state), offers.publish(event, { kind: 'public' }, state)]);
      return [offers.observe(state, 'seller'), offers.view(state, seller), offers.view(state, { kind: 'public' }), published];
    });
    expect(seen[0]).toEqual(seen[1]);
    expect(JSON.stringify(offers.view(stateOf([twin]), { kind: 'all' }))).toContain('31');
  });

  it('branches off with what a seat knows, and a new limit for the other', () => {
    const state = stateOf(played([name(70), name(40)]));
    const begun = stateOf(offers.branch?.(state, 'buyer', 123) ?? []);
    expect(begun).toMatchObject({ turn: 2, history: state.history, standing: state.standing });
    expect(begun.limits.buyer).toBe(state.limits.buyer);
    expect(begun.limits.seller).not.toBe(state.limits.seller);
  });

  it('is played to its end by its players, the same way every time', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const play = (): OffersEvent[] => {
        const events = opening(seed, 'long_haggle');
        for (let state = stateOf(events); !state.finished; state = stateOf(events)) {
          const [seat = ''] = offers.toAct(state);
          const player = seat === 'seller' ? yieldingHaggler : stubbornHaggler;
          events.push(...offers.decide(state, seat, player.choose(offers.observe(state, seat))));
        }
        return events;
      };
      const events = play();
      expect(events.some(({ type }) => type === 'move_refused')).toBe(false);
      expect(play()).toEqual(events);
      const scores = Object.values(offers.outcome(stateOf(events)).scores);
      expect(scores.every((score) => score !== null && score >= 0)).toBe(true);
    }
  });
});

it('refuses costs that begin above their end, and tells a seat that nobody may leave', () => {
  expect(offers.parseConfig({ task_type: 'haggle', seed: 5, costs: [60, 10] }).ok).toBe(false);
  const config = offers.parseConfig({ task_type: 'haggle', seed: 5, leaving: false });
  if (!config.ok) throw new Error(config.why);
  expect(offers.observe(stateOf(offers.open(config.value)), 'seller').may_leave).toBe(false);
  expect(offers.observe(stateOf(opening()), 'seller').may_leave).toBe(true);
});
