import { describe, expect, it } from 'vitest';
import { holdAction } from '~/contract/guard';
import { imbalanceOf } from '~/contract/ledger';
import { ledgerOf } from '~/contract/pack';
import { shownAt } from '~/contract/prompt-format';
import { playMatch } from '~/engine/memory-run';
import { seedAt } from '~/engine/play-series';
import { findPolicy, policiesFor, standInFor } from '../../policies';
import { guardedText } from './calls/guard';
import { classicBazaar } from './classic';
import { parseConfig } from './config';
import { pack } from './pack';
import type { BazaarState } from './state';
import type { BazaarConfig, BazaarMove, BazaarObservation, BuyerObservation } from './types';

function configOf(raw: object): BazaarConfig {
  const read = parseConfig(raw);
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

function played(raw: object, policy = 'linear') {
  const player = findPolicy('bazaar/classic', policy);
  if (!player) throw new Error(`nobody is called ${policy}`);
  return playMatch(classicBazaar, configOf(raw), { playerOf: () => (seen, chance) => player.choose(seen, chance) });
}

function opened(raw: object): BazaarState {
  let state: BazaarState | null = null;
  for (const event of classicBazaar.open(configOf(raw))) state = classicBazaar.evolve(state, event);
  if (state === null) throw new Error('it opens with an event');
  return state;
}

describe('every policy', () => {
  const ids = policiesFor('bazaar/classic').map(({ id }) => id);

  it.each(ids)('%s plays every mode to its end without a refusal', (id) => {
    for (const raw of [{ task_type: 'career_10' }, { mode: 'arena', buyers: 4 }, { mode: 'sell' }, { mode: 'sell', opening_price: -5 }]) {
      for (const seed of [1, 2, 3]) {
        const { state, events } = played({ ...raw, seed }, id);
        expect(state.finished).toBe(true);
        expect(events.filter(({ type }) => type === 'move_refused')).toEqual([]);
      }
    }
  });

  it('is found by its own name, also where a short name means another game’s policy', () => {
    expect(findPolicy('bazaar/classic', 'naive')?.id).toBe('naive');
    expect(findPolicy('gpu-market/classic', 'naive')?.id).toBe('base_instruct_naive');
    expect(standInFor('bazaar/classic')).toBe('smart');
  });
});

describe('the ledger', () => {
  it('balances, and a thing sold below its cost is a gift of the seller', () => {
    const sale = played({ mode: 'sell', seed: 1, opening_price: 60 }, 'linear');
    expect(imbalanceOf(pack.books(sale.events))).toBe(0);
    const given = playMatch(classicBazaar, configOf({ mode: 'sell', seed: 1, opening_price: -5, strategy: 'naive' }), {
      playerOf: () => () => ({ price: -10 }),
    });
    const [deal] = ledgerOf(pack, given.events).transfers;
    expect(deal).toMatchObject({ from: 'seller', to: 'house buyer' });
    expect((deal?.worth ?? 0) > (deal?.paid ?? 0)).toBe(true);
  });
});

describe('guards', () => {
  const seen = classicBazaar.observe(opened({ seed: 1 }), 'buyer') as BuyerObservation;
  const held = (move: BazaarMove, observation: BazaarObservation = seen) => holdAction(pack.guards ?? [], move, { observation, past: [] });

  it.each<[BazaarMove, number, string[]]>([
    [{ action: 'offer', price: 500 }, 60, ['price_over_budget', 'price_over_ask']],
    [{ action: 'offer', price: 80 }, 60, ['price_over_ask']],
    [{ action: 'offer', price: 40 }, 40, []],
  ])('%j is played as an offer of %d', (move, price, guards) => {
    const { action, marks } = held(move);
    expect([action, marks.map(({ guard }) => guard)]).toEqual([{ action: 'offer', price }, guards]);
  });

  it('accept no price above the budget, and ask for none below the cost', () => {
    expect(held({ action: 'accept' }, { ...seen, opponent_last_offer: 120 }).action).toEqual({ action: 'offer', price: 100 });
    const selling = classicBazaar.observe(opened({ mode: 'sell', seed: 1, opening_price: 60 }), 'seller');
    expect(held({ price: 3 }, selling).action).toEqual({ price: 21 });
  });

  it('a published text never prints the limit, and is never blank or long', () => {
    expect(guardedText('I cannot go below 78.50, really not 78.5!', { reservation: 78.5, stock: 'No.' })).toBe(
      'I cannot go below my minimum, really not my minimum!',
    );
    expect(guardedText('  ', { reservation: 78, stock: 'No.' })).toBe('No.');
    expect(guardedText('a'.repeat(400), { reservation: 78, stock: 'No.' })).toHaveLength(320);
    expect(guardedText('178 and 780', { reservation: 78, stock: 'No.' })).toBe('178 and 780');
  });
});

describe('prompts', () => {
  const [format] = pack.prompts;

  it('words are asked for without what the seat keeps to itself: two worlds that differ in it lead to the same request', () => {
    const requests = ['single_deal', 'collaborative_seller']
      .map(() => opened({ seed: 4 }))
      .map((state, at) => {
        const twin = at === 0 ? state : { ...state, budgets: { buyer: 300 }, seller: { ...state.seller, cost: 5, reserve: 6 } };
        const shown = shownAt(classicBazaar, { config: twin.config, state: twin, seat: 'buyer' });
        return JSON.stringify(format?.write?.prompt(shown, { action: 'offer', price: 33 }));
      });
    expect(requests[0]).toBe(requests[1]);
    expect(requests[0]).toContain('33');
  });

  it('a reply is a move of either side, or sent back with what is wrong', () => {
    const buying = classicBazaar.observe(opened({ seed: 4 }), 'buyer');
    expect(format?.decide.read(buying, { action: 'offer', price: 12 })).toEqual({ ok: true, value: { action: 'offer', price: 12 } });
    expect(format?.decide.read(buying, { action: 'accept' })).toMatchObject({ ok: false });
    expect(format?.decide.read(buying, { action: 'offer' })).toMatchObject({ ok: false });
    const selling = classicBazaar.observe(opened({ mode: 'sell', seed: 4 }), 'seller');
    expect(format?.decide.read(selling, { price: 12 })).toEqual({ ok: true, value: { price: 12 } });
    expect(classicBazaar.readMove(format?.safe(buying)).ok && classicBazaar.readMove(format?.safe(selling)).ok).toBe(true);
  });
});

it('a career is ten matches, and scores their mean: of a script in successive worlds, of whoever may remember in worlds that tell nothing of each other', () => {
  const [career] = pack.series ?? [];
  const first = configOf({ seed: 1000 });
  const seeds = (memory: boolean) =>
    Array.from({ length: 10 }, (_, place) => {
      const played = Array.from({ length: place }, () => ({ config: first, seats: { buyer: 0 }, scores: {} }));
      return (career?.next(first, played, { players: [{ memory }], seedAt })?.config as BazaarConfig | undefined)?.seed ?? 0;
    });
  expect(new Set(seeds(true)).size).toBe(10);
  expect(seeds(true)).toEqual(seeds(true));
  expect(seeds(true).every((seed) => Number.isSafeInteger(seed) && Math.abs(seed - 1000) > 1_000_000)).toBe(true);
  const matches: { config: BazaarConfig; seats: Record<string, number>; scores: Record<string, number> }[] = [];
  for (;;) {
    const next = career?.next(first, matches, { players: [{ memory: false }], seedAt });
    if (!next) break;
    const { seed } = next.config as BazaarConfig;
    matches.push({ config: next.config as BazaarConfig, seats: { ...next.seats }, scores: { buyer: seed === 1000 ? 1 : 0.5 } });
  }
  expect(matches.map(({ config }) => config.seed)).toEqual([1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009]);
  expect(career?.score(matches)[0]).toBeCloseTo(0.55, 12);
  expect(career?.next(configOf({ mode: 'arena' }), [], { players: [{ memory: true }], seedAt })).toBeNull();
});

it('exports tell each step with its answer and its reward', () => {
  const { events, state } = played({ seed: 1000 });
  const { steps } = pack.steps?.(events) ?? { steps: [] };
  const told = steps as { reward: number; record: { agreed_price: number } | null }[];
  expect(told).toHaveLength(5);
  expect(told.reduce((sum, { reward }) => sum + reward, 0)).toBeCloseTo(state.total, 3);
  expect(told.at(-1)?.record?.agreed_price).toBe(36);
});

it('a match that would go on for ever is stopped, but for programs that asked for the published game', () => {
  const { state } = playMatch(classicBazaar, configOf({ seed: 1 }), { playerOf: () => () => ({ action: 'accept' }) });
  expect([state.finished, state.turn, state.records]).toEqual([true, 400, []]);
});

it('who says nothing lets a round go by, until time is up', () => {
  const state = opened({ seed: 1 });
  for (let round = 0; round < 8; round++) for (const event of classicBazaar.lapse(state)) classicBazaar.evolve(state, event);
  expect([state.finished, state.outcome, state.counters]).toEqual([true, 'expired', []]);
});
