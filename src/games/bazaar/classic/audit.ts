/** How to audit the bazaar for scores without created value. */
import { type AuditWords, HONEST, SHARES } from '~/contract/audit';
import { chooseAs } from './players/buyers';
import { sell } from './players/policies';
import { mayAccept } from './trial';
import type { BazaarMove, BazaarObservation } from './types';

const linear = {
  id: 'linear',
  title: 'Linear',
  summary: 'Raises its offer in equal steps, and takes an ask that is no higher than its next offer.',
  plays: ['bazaar/classic'] as const,
  choose: (seen: BazaarObservation): BazaarMove => (seen.role === 'seller' ? sell(seen) : chooseAs('linear', seen)),
};

export const auditWords: AuditWords<BazaarObservation, BazaarMove> = {
  units: { score: 'score of the task', welfare: 'cents that the deals made: worth to the buyer, less cost' },
  oneUnit: false,
  honest: linear,
  others: linear,
  known: [],
  language: {
    types: ['offer', 'accept', 'walk', HONEST],
    fieldsOf: (type) => (type === 'offer' ? ['ask', 'when'] : ['when']),
    values: { ask: ['none', 'cent', 'little', 'half', 'all', 'more'] },
    longest: 4,
  },
  /** The closest to doing nothing: only time passes. */
  idle: (seen) => (seen.role === 'seller' ? { price: seen.opening_price } : { action: 'offer', price: 0 }),
  moveOf({ type, ask }, seen) {
    if (seen.role === 'seller') return type === 'offer' ? { price: SHARES[ask] * seen.opening_price } : null;
    switch (type) {
      case 'offer':
        return { action: 'offer', price: ask === 'cent' ? 0.01 : SHARES[ask] * seen.opponent_last_offer };
      case 'accept':
        return mayAccept(seen) ? { action: 'accept' } : null;
      case 'walk':
        return { action: 'walk' };
      default:
        return null;
    }
  },
};
