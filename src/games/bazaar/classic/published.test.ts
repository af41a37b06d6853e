/** The 60 published rows of rule_based, move by move (tests/fixtures/bazaar-v1). */
import { expect, it } from 'vitest';
import { drawsOf } from '~/lib/random/draws';
import { recorded } from '../../../../tests/fixtures/bazaar-v1/recorded';
import { parseConfig } from './config';
import { inPlace } from './match';
import { buyerSeen } from './observe';
import { chooseAs } from './players/buyers';

interface Row {
  task_type: string;
  seed: number;
  listing?: { of: number; index: number; actual_price: number; discounted_price: number };
  trace: [action: string, price: number | null, ask: number][];
  outcome: string;
  agreed_price: number | null;
  rounds_taken: number;
  normalized_surplus: number;
  score: number;
}

const { rows } = recorded<{ rows: Row[] }>('published');

/** The drawn row in its place; the published table itself may not be shipped. */
function listingsOf({ listing }: Row) {
  if (!listing) return undefined;
  const { of, index, actual_price, discounted_price } = listing;
  const other = { name: 'another', actual_price: 1, discounted_price: 1 };
  return Array.from({ length: of }, (_, at) => (at === index ? { name: 'the drawn one', actual_price, discounted_price } : other));
}

it.each(rows)('$task_type, seed $seed', (row) => {
  const { task_type, seed, trace } = row;
  const config = parseConfig({ task_type, seed, episodes: 1, listings: listingsOf(row) });
  if (!config.ok) throw new Error(config.why);
  const match = inPlace(config.value);
  const { state } = match;
  const draws = drawsOf(seed);
  const played: unknown[] = [];
  while (!state.finished) {
    const move = chooseAs('rule_based', buyerSeen(state, { ended: null }), draws);
    match.play('buyer', move);
    played.push([move.action, move.price ?? null, state.ask]);
  }
  expect(played).toEqual(trace);
  const [record] = state.records;
  expect(record).toMatchObject({ outcome: row.outcome, agreed_price: row.agreed_price, rounds_taken: row.rounds_taken });
  expect(record?.normalized_surplus).toBeCloseTo(row.normalized_surplus, 12);
  expect(state.score).toBeCloseTo(row.score, 12);
});

it('are 60', () => expect(rows).toHaveLength(60));
