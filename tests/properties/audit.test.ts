import { expect, it } from 'vitest';
import { audit } from '~/audit/audit';
import { findTarget } from '~/audit/targets';

/** In the spirit of `mandi audit classic/coalition_market --no-known`, with programs counted instead of minutes. */
it('without being told, an audit of classic/coalition_market finds who scores 1.2 and more and makes nothing', async () => {
  const target = findTarget('classic/coalition_market');
  if (!target.ok) throw new Error(target.why);
  const report = await audit(target.value, { seed: 1, seconds: 600, programs: 900, known: false, now: Date.now });
  expect(report.honest.score.mean).toBeCloseTo(0.6238, 4);
  expect(report.farmers).toBeGreaterThan(0);
  expect(report.suspects[0]?.score.mean).toBeGreaterThanOrEqual(1.2);
  expect(report.suspects[0]?.farms).toBe(true);
  expect(report.suspects[0]?.welfare.mean).toBeLessThan(report.honest.welfare.mean);
}, 600_000);
