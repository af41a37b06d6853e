import { expect, it } from 'vitest';
import { conform } from '~/engine/conformance/conform';
import { pack2 } from './pack';

it('every law holds over 40 random matches', { timeout: 600_000 }, () => {
  const { failure, matches, events } = conform(pack2, { seed: 1, matches: 40 });
  expect(failure).toBeNull();
  expect(matches).toBe(40);
  expect(events).toBeGreaterThan(2_000);
});

it('lists no block of a pledge that ends in this round while a plan is due to use it', () => {
  expect(conform(pack2, { seed: 8160, matches: 1 }).failure).toBeNull();
});
