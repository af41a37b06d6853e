import { expect, test } from '@playwright/test';
import { scriptsOf, totalOf } from '../scripts/bundle-size.mjs';

test('home ships at most 230 kB of gzipped scripts before the match on it', () => {
  const scripts = scriptsOf('/');
  expect(scripts.length).toBeGreaterThan(3);
  expect(totalOf(scripts)).toBeLessThanOrEqual(230_000);
  expect(totalOf(scripts), 'React alone is more than that: the scripts were not found').toBeGreaterThan(80_000);
});
