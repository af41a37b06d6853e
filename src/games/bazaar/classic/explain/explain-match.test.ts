import { expect, it } from 'vitest';
import { playMatch } from '~/engine/memory-run';
import { playOnFrom } from '~/engine/replace-move';
import { classicBazaar } from '../classic';
import { parseConfig } from '../config';
import { bazaarPolicies } from '../players/policies';
import type { BazaarMove, BazaarObservation } from '../types';
import { explainMatch } from './explain-match';

function explained(raw: object, moves: Readonly<Record<string, readonly BazaarMove[]>>) {
  const config = parseConfig(raw);
  if (!config.ok) throw new Error(config.why);
  const left = Object.fromEntries(Object.entries(moves).map(([seat, all]) => [seat, [...all]]));
  const { events } = playMatch(classicBazaar, config.value, { playerOf: (seat) => () => left[seat]?.shift() ?? { action: 'walk' } });
  return { events, ...explainMatch(events, { playOn: playOnFrom }) };
}

it('a buyer who takes the second ask is told what waiting would have made, and which move cost it', () => {
  const { seats, events } = explained(
    { seed: 1000 },
    { buyer: [{ action: 'offer', price: 24, message: 'I got two offers.' }, { action: 'accept' }] },
  );
  const [seat] = seats;
  expect(seat).toMatchObject({ seat: 'buyer', role: 'buyer', score: (100 - 54) / 70 });
  expect(seat?.others.map(({ id }) => id)).toEqual(['linear', 'patient', 'smart', 'aggressive']);
  expect(seat?.others[1]?.deals).toEqual([{ outcome: 'deal', price: 31.2 }]);
  const [offer, taken] = seat?.turns ?? [];
  expect(offer).toMatchObject({ turn: 0, round: 1, ask: 60, action: 'offer', price: 24, words: 'I got two offers.' });
  expect(offer?.spans).toEqual([
    [6, 16, 'deception', 0.75],
    [2, 16, 'deception', 0.75],
  ]);
  expect(events[(offer?.seq ?? 0) - 1]).toMatchObject({ type: 'buyer_moved' });
  expect(taken).toMatchObject({ action: 'accept', price: null, ask: 54 });
  expect(taken?.cost).toBeGreaterThan(0.2);
  expect(offer?.read?.cost).toBeGreaterThan(0);
});

it('what a script would have made of its own match is what it made: the numbers are the same', () => {
  for (const [index, id] of (['linear', 'patient', 'smart', 'aggressive'] as const).entries()) {
    for (const task_type of ['single_deal', 'deceptive_seller', 'read_the_tells']) {
      const { seats } = explained({ seed: 7, task_type }, { buyer: [{ action: 'offer', price: 1 }] });
      const config = parseConfig({ seed: 7, task_type });
      if (!config.ok) throw new Error(config.why);
      const again = seats[0]?.others[index];
      const { events } = playMatch(classicBazaar, config.value, { playerOf: () => policyOf(id) });
      expect(again).toMatchObject({ id, score: explainMatch(events, { playOn: playOnFrom }).seats[0]?.score });
    }
  }
});

it('a person who sells is held against sellers, and is read by the price alone', () => {
  const { seats } = explained(
    { mode: 'sell', seed: 3, opening_price: 60 },
    { seller: [{ price: 50, message: 'Last price.' }, { price: 30 }, { price: 25 }] },
  );
  const [seat] = seats;
  expect(seat?.role).toBe('seller');
  expect(seat?.others.map(({ title }) => title)).toContain('Hold the first price');
  expect(seat?.turns[0]?.read?.urgency).toBeCloseTo(seat?.turns[1]?.read?.urgency ?? 0, 12);
  expect(seat?.turns[0]?.spans).toEqual([[0, 10, 'urgency', 0.5]]);
});

it('in an arena the others bid as they did', () => {
  const bid = (price: number): BazaarMove => ({ action: 'offer', price });
  const { seats } = explained({ mode: 'arena', seed: 3, buyers: 2 }, { buyer_1: [bid(40), bid(59)], buyer_2: [bid(20), bid(30)] });
  expect(seats.map(({ seat }) => seat)).toEqual(['buyer_1', 'buyer_2']);
  expect(seats[0]?.score).toBeCloseTo((100 - 59) / 70, 12);
  expect(seats[1]?.score).toBe(0);
  for (const { others } of seats) expect(others).toHaveLength(4);
  for (const { others } of seats) {
    for (const { score, deals } of others) {
      // Whose score is 0 has no part in the deal: its row does not name another buyer's price.
      if (score === 0) expect(deals).toEqual([{ outcome: 'outbid', price: null }]);
      else expect(deals[0]?.price).toBeCloseTo(100 - 70 * score, 1);
    }
  }
  expect(seats.flatMap(({ others }) => others).some(({ deals }) => deals[0]?.outcome === 'outbid')).toBe(true);
});

it('a match that somebody let run for hundreds of turns is explained without what each move cost', () => {
  const { seats } = explained({ seed: 1 }, { buyer: Array.from({ length: 400 }, () => ({ action: 'accept' as const })) });
  expect(seats[0]?.turns).toHaveLength(400);
  expect(seats[0]?.others).toEqual([]);
});

function policyOf(id: string) {
  const policy = bazaarPolicies.find((one) => one.id === id);
  if (!policy) throw new Error(`nobody is called ${id}`);
  return (seen: BazaarObservation) => policy.choose(seen);
}
