import { beforeAll, expect, test } from 'vitest';
import type { Policy } from '~/contract/policy';
import { MemoryRun, playOut } from '~/engine/memory-run';
import { offers } from './rules';
import type { OffersEvent, OffersMove, OffersObservation, PriceNamed } from './types';

const CONFIG = { task_type: 'haggle', seed: 3, judge_mode: 'off' as const, rounds: 2 };

/** Names a price that loses money, in every turn. */
const generous: Policy<OffersObservation, OffersMove> = {
  id: 'generous',
  title: 'Generous',
  summary: 'Loses money.',
  plays: ['test/offers'],
  choose: ({ seat, limit }) => ({ type: 'name_price', price: seat === 'seller' ? limit - 5 : limit + 5 }),
};

let run: MemoryRun<typeof CONFIG, ReturnType<typeof offers.evolve>, OffersEvent, OffersObservation>;
let named: PriceNamed[];

beforeAll(async () => {
  run = MemoryRun.open(offers, CONFIG);
  await playOut(run, { ask: (seat) => run.ask(generous, seat) });
  named = run.events.flatMap((event) => (event.type === 'price_named' ? [event] : []));
});

test('a scripted player is held to its limit, and the log says what was wished', () => {
  const { seller, buyer } = run.state.limits;
  expect(named.map(({ price }) => price)).toEqual([seller, buyer, seller, buyer]);
  expect(named[0]?.guarded).toEqual([
    {
      guard: 'price_beyond_limit',
      what: `${seller - 5} is worse than its limit, ${seller}.`,
      before: { type: 'name_price', price: seller - 5 },
      after: { type: 'name_price', price: seller },
    },
  ]);
});

test('a guard tells nobody else what it changed: that would tell the limit', () => {
  const [byTheSeller] = named;
  if (!byTheSeller) throw new Error('the seller named no price');
  const shownTo = (viewer: Parameters<typeof offers.publish>[1]) => offers.publish(byTheSeller, viewer, run.state);
  expect(shownTo({ kind: 'seat', seat: 'seller' })).toHaveProperty('guarded');
  expect(shownTo({ kind: 'all' })).toHaveProperty('guarded');
  for (const viewer of [{ kind: 'seat', seat: 'buyer' }, { kind: 'public' }] as const)
    expect(shownTo(viewer)).not.toHaveProperty('guarded');
  expect(JSON.stringify(offers.observe(run.state, 'buyer').history.filter(({ seat }) => seat === 'seller'))).not.toContain('guarded');
  expect(JSON.stringify(offers.view(run.state, { kind: 'public' }))).not.toContain('guarded');
  expect(
    JSON.stringify(offers.branch?.(run.state, 'buyer', 9).filter((event) => 'seat' in event && event.seat === 'seller')),
  ).not.toContain('guarded');
});
