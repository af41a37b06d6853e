import { expect, it } from 'vitest';
import { audit } from './audit';
import type { Ground } from './ground';
import { findGround } from './grounds';
import { onThreads } from './on-threads';

function groundOf(name: string): Ground {
  const found = findGround(name, { from: 40_000, worlds: 3 });
  if (!found.ok) throw new Error(found.why);
  return found.value;
}

const limits = { seed: 3, seconds: 60, programs: 6, known: true, now: () => 0 };

it('an audit on threads is the one in this thread, figure for figure', { timeout: 900_000 }, async () => {
  const here = groundOf('open/single_trade');
  const { ground, close } = onThreads(here, 3);
  expect(ground.playProgram).not.toBe(here.playProgram);
  try {
    expect(await audit(ground, limits)).toEqual(await audit(here, limits));
  } finally {
    await close();
  }
});

it('what a thread cannot play is said, and ends the audit', { timeout: 900_000 }, async () => {
  const { ground, close } = onThreads({ ...groundOf('open/single_trade'), name: 'open/no_such_market' }, 2);
  try {
    await expect(audit(ground, limits)).rejects.toThrow('unknown task to audit "open/no_such_market"');
  } finally {
    await close();
  }
});

it('cheap matches are played here', () => {
  const here = groundOf('classic/single_trade');
  expect(onThreads(here, 4).ground).toBe(here);
});
