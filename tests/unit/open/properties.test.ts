import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpenEvent } from '~/games/gpu-market/open/shared/events';
import { LAWS, uphold } from './laws';
import { proveAlone, proveFarmers, proveLaws } from './prove';
import { playWild, type WildMatch } from './wild-match';
import { anyMatch } from './wild-play';

/** `npm test` proves them over ten thousand matches (`tests/properties`), `npm run test:slow` over a hundred thousand. */
describe('over random play', () => {
  proveLaws({ seed: 24, matches: 100, minutes: 2 });
  proveAlone({ seed: 21, matches: 100, minutes: 2 });
  proveFarmers({ seed: 20, matches: 120, minutes: 2 });
});

/** What a fault in the rules would look like, and the law that must name it. */
const FAULTS: [string, (match: WildMatch) => void][] = [
  [
    'nobody owes',
    (match) => {
      for (const event of all(match, 'capacity_delivered')) for (const one of event.deliveries) one.energy_cents = 1e9;
    },
  ],
  [
    'money is conserved',
    (match) => {
      for (const event of all(match, 'coalition_ended')) for (const one of event.refunds) one.amount_cents += 1;
    },
  ],
  [
    'one owner',
    (match) => {
      for (const event of all(match, 'job_allocated')) event.block_ids.push(event.block_ids[0] ?? '');
    },
  ],
  [
    'no event tells',
    (match) => {
      for (const event of all(match, 'message_posted')) event.message.message = `seed ${match.config.seed}`;
    },
  ],
  [
    'the same turns',
    (match) => {
      for (const event of all(match, 'round_closed')) event.order.reverse();
    },
  ],
  [
    'the same turns',
    (match) => {
      match.doings.pop();
    },
  ],
  [
    'rewards add up',
    (match) => {
      for (const event of all(match, 'job_settled')) event.value_cents += 5;
    },
  ],
];

describe('the laws', () => {
  it.each(FAULTS)('would name a broken one: %s', (name, fault) => {
    const law = LAWS.find((one) => one.name.includes(name));
    if (law === undefined) throw new Error(`no law "${name}"`);
    const named = fc.sample(anyMatch, { numRuns: 12, seed: 5 }).filter((any) => {
      const match = structuredClone(playWild(any));
      uphold(match, [law]);
      fault(match);
      try {
        uphold(match, [law]);
        return false;
      } catch (broken) {
        return String(broken).includes(name);
      }
    });
    expect(named.length).toBeGreaterThan(0);
  });
});

function all<T extends OpenEvent['type']>(match: WildMatch, type: T): Extract<OpenEvent, { type: T }>[] {
  return match.events.filter((event): event is Extract<OpenEvent, { type: T }> => event.type === type);
}
