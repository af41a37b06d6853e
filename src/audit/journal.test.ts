import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { audit } from './audit';
import { headerOf, Journal } from './journal';
import { findTarget } from './targets';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mandi-audit-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function targetOf(name: string) {
  const found = findTarget(name, { from: 40_000, worlds: 2 });
  if (!found.ok) throw new Error(found.why);
  return found.value;
}

const options = { seed: 5, seconds: 60, programs: 4, quick: 96, known: false };
let plays = 0;

/** The audit with a journal in this file, on a clock that counts matches. */
async function audited(path: string, name = 'open/single_trade') {
  const target = targetOf(name);
  const opened = Journal.open(path, headerOf(target, options), () => plays);
  if (!opened.ok) throw new Error(opened.why);
  const counted = {
    ...target,
    playProgram: (...asked: Parameters<typeof target.playProgram>) => target.playProgram(...asked).finally(() => (plays += 1)),
  };
  const report = await audit(opened.value.wrap(counted), { ...options, now: () => opened.value.now() });
  return { ...report, search: { ...report.search, seconds: 0 } };
}

describe('an audit with a journal', () => {
  it('goes on where it was killed, wherever that was, and ends in the same report', { timeout: 900_000 }, async () => {
    const path = join(folder, 'whole.jsonl');
    const whole = await audited(path);
    const text = readFileSync(path, 'utf8');
    const played = plays;
    for (const share of [0.2, 0.9]) {
      plays = 0;
      const cut = join(folder, `cut-${share}.jsonl`);
      writeFileSync(cut, text.slice(0, Math.floor(text.length * share))); // in the middle of a line, as a killed process leaves it
      expect(await audited(cut)).toEqual(whole);
      expect(plays).toBeLessThanOrEqual(played);
      expect(
        readFileSync(cut, 'utf8')
          .split('\n')
          .map((line) => line.slice(0, 16))
          .sort(),
      ).toEqual(
        text
          .split('\n')
          .map((line) => line.slice(0, 16))
          .sort(),
      );
    }
    plays = 0;
    expect(await audited(path)).toEqual(whole);
    expect(plays).toBe(0);
  });

  it('counts the minutes of all runs together, and none for what it only reads', () => {
    let real = 100;
    const path = join(folder, 'clock.jsonl');
    const header = headerOf(targetOf('classic/single_trade'), options);
    writeFileSync(path, `${JSON.stringify(header)}\n["a:1",4000,null]\n["b:1",9000,null]\n`);
    const opened = Journal.open(path, header, () => real);
    if (!opened.ok) throw new Error(opened.why);
    real += 60_000;
    expect(opened.value.now()).toBe(0);
  });

  it('refuses a file that is something else, and the journal of another audit', () => {
    const path = join(folder, 'other.jsonl');
    writeFileSync(path, 'notes\n');
    const target = targetOf('open/single_trade');
    const header = headerOf(target, options);
    expect(Journal.open(path, header, Date.now)).toEqual({
      ok: false,
      why: `${path} is not the journal of an audit. Name another file, or one that does not exist yet.`,
    });
    rmSync(path);
    expect(Journal.open(path, header, Date.now).ok).toBe(true);
    appendFileSync(path, '["a:1",1,null]\n');
    expect(Journal.open(path, { ...header, seed: 6 }, Date.now)).toEqual({
      ok: false,
      why: `${path} is the journal of another audit: seed is 5 there and 6 here. Use the same options, or name another file.`,
    });
  });
});
