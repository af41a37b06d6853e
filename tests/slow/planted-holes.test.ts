import { describe, expect, it } from 'vitest';
import { type AuditOptions, audit, onThreads } from '~/audit/audit';
import { findTarget } from '~/audit/targets';
import { HOLE_ENTRY } from '../fixtures/holes/hole-names';
import { holedTarget } from '../fixtures/holes/holed-target';

/** Counted, so that a busy machine finds the same as an idle one: on two idle cores less than the ten minutes that an audit may take. */
const LIMITS = { seed: 1, seconds: 3600, programs: 64, quick: 30_000, known: false, now: Date.now };
const WORLDS = 12;
/** The four that earlier audits missed. All of them: `npx tsx bench/planted-holes.ts --minutes 10`. */
const MISSED = ['finish-pays', 'release-pays-late', 'withdrawing-pays', 'unfit-block-pays'];

/** By field, so many programs: a match of the larger ones takes many times as long. */
const HOUSE_FIELDS: [string, Partial<AuditOptions>][] = [
  ['open/single_trade', {}],
  ['open/market_round', { programs: 40, quick: 160 }],
  ['open/coalition_market', { programs: 40, quick: 160 }],
];

async function farmersIn(name: string, limits: AuditOptions) {
  const found = findTarget(name, { from: 40_000, worlds: WORLDS });
  if (!found.ok) throw new Error(found.why);
  const { target, close } = onThreads(found.value);
  try {
    return (await audit(target, limits)).suspects.filter((one) => one.farms);
  } finally {
    await close();
  }
}

describe('an audit that is not told what it looks for', () => {
  it.each(MISSED)('finds the planted hole %s, and shrinks it to a few steps', { timeout: 3600_000 }, async (name) => {
    const { target: holed } = await holedTarget(name, WORLDS);
    const { target, close } = onThreads(holed, undefined, HOLE_ENTRY);
    try {
      const { suspects } = await audit(target, LIMITS);
      const farmers = suspects.filter((one) => one.farms);
      expect(farmers).not.toEqual([]);
      expect(Math.min(...farmers.map(({ program }) => program?.length ?? 99))).toBeLessThanOrEqual(6);
    } finally {
      await close();
    }
  });

  it.each(HOUSE_FIELDS)('finds nothing in %s, where nothing is planted', { timeout: 3600_000 }, async (name, limits) => {
    expect(await farmersIn(name, { ...LIMITS, ...limits })).toEqual([]);
  });

  it('finds among planners with coalitions of version 1 that a reserve is paid as it is stated', { timeout: 3600_000 }, async () => {
    const farmers = await farmersIn('open@1/coalition_market+coalitions', { ...LIMITS, quick: 264 });
    expect(farmers.map(({ name }) => name).join()).toContain('honest with reserve');
    for (const { unexplained } of farmers) expect(unexplained).toBeNull(); // it only changes hands
  });

  it('finds nothing there in version 2, which computes reserves', { timeout: 3600_000 }, async () => {
    expect(await farmersIn('open@2/coalition_market+coalitions', { ...LIMITS, quick: 264 })).toEqual([]);
  });
});
