import { describe, expect, it } from 'vitest';
import { audit } from '~/audit/audit';
import { plainTarget } from '~/audit/targets';
import type { BazaarEvent } from './events';
import { evolve } from './evolve';
import { openBazaar, openBazaarBy } from './open';
import { pack } from './pack';
import type { BazaarState } from './state';

const limits = { seed: 1, seconds: 120, programs: 120, known: false, now: () => 0 };
const REWARD = 5_000;

/** Whoever withdraws an offer is paid for it. */
function paidForWithdrawing(state: BazaarState | null, event: BazaarEvent): BazaarState {
  const after = evolve(state, event);
  const seat = event.type === 'offer_closed' && event.status === 'withdrawn' ? after.seats[event.from] : undefined;
  if (seat) seat.profit += REWARD;
  return after;
}

describe('an audit of the bazaar', () => {
  it('finds a planted hole: a withdrawal that pays', async () => {
    const holed = { ...pack, rules: openBazaarBy(paidForWithdrawing) } as unknown as Parameters<typeof plainTarget>[0];
    const found = await audit(plainTarget(holed, 'haggle', { name: 'holed' }), limits);
    expect(found.farmers).toBeGreaterThan(0);
    expect(found.suspects[0]?.name).toContain('reject_offer');
  });

  it('finds nothing where nothing is planted', async () => {
    const sound = { ...pack, rules: openBazaar } as unknown as Parameters<typeof plainTarget>[0];
    const found = await audit(plainTarget(sound, 'haggle', { name: 'sound' }), { ...limits, programs: 60 });
    expect(found.farmers).toBe(0);
  });
});
