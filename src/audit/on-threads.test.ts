import { expect, it } from 'vitest';
import type { AuditTarget } from '~/contract/audit';
import { audit, onThreads } from './audit';
import { findTarget } from './targets';

function targetOf(name: string): AuditTarget {
  const found = findTarget(name, { from: 40_000, worlds: 3 });
  if (!found.ok) throw new Error(found.why);
  return found.value;
}

const limits = { seed: 3, seconds: 60, programs: 6, known: true, now: () => 0 };

it('an audit on threads is the one in this thread, figure for figure', { timeout: 900_000 }, async () => {
  const here = targetOf('open/single_trade');
  const { target, close } = onThreads(here, 3);
  expect(target.playProgram).not.toBe(here.playProgram);
  try {
    expect(await audit(target, limits)).toEqual(await audit(here, limits));
  } finally {
    await close();
  }
});

it('what a thread cannot play is said, and ends the audit', { timeout: 900_000 }, async () => {
  const { target, close } = onThreads({ ...targetOf('open/single_trade'), name: 'open/no_such_market' }, 2);
  try {
    await expect(audit(target, limits)).rejects.toThrow('unknown task to audit "open/no_such_market"');
  } finally {
    await close();
  }
});

it('cheap matches are played here', () => {
  const here = targetOf('classic/single_trade');
  expect(onThreads(here, 4).target).toBe(here);
});
