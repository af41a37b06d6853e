/** Another world of the same kind: different listing, limits and deadlines. */
import { drawsFor, drawWorld, isTestSeed, TEST_SEEDS } from './rules/world';
import type { BazaarConfig } from './types';

const STREAM = 8;
const TESTS = TEST_SEEDS.last - TEST_SEEDS.first + 1;

/** Deterministic. Uses another listing of the same pool. */
export function twinOf(config: BazaarConfig): BazaarConfig {
  const { id } = drawWorld(config).listing;
  const draws = drawsFor(config.seed, [STREAM, 0]);
  for (;;) {
    const part = draws.random();
    const seed = isTestSeed(config.seed) ? TEST_SEEDS.first + Math.floor(part * TESTS) : Math.floor(part * 2 ** 53);
    const twin = { ...config, seed };
    if (isTestSeed(seed) === isTestSeed(config.seed) && drawWorld(twin).listing.id !== id) return twin;
  }
}
