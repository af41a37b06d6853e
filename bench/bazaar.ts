/** The bazaar's speed, each time in a separate process. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Section } from './section';
import { median } from './turns';

const AIM = 300_000;

export const section: Section = {
  id: 'bazaar',
  title: 'Bazaar, classic: buyer steps per CPU second, single_deal by patient, each match with a seed of its own',
  async measure({ quick, tell }) {
    const rates: number[] = [];
    let last = '';
    for (let turn = 0; turn < (quick ? 1 : 3); turn += 1) {
      last = await bazaarRun(quick ? 1 : 5);
      rates.push(rateIn(last));
      tell(last.trim());
    }
    const value = median(rates);
    return [
      {
        what: 'buyer steps',
        value,
        unit: 'per CPU s',
        aim: { text: `at least ${AIM.toLocaleString('en-US')}`, met: value >= AIM },
        note: `reset, seeding, policy, step, observation and score counted; the last run: ${last.trim()}`,
      },
    ];
  },
};

/** The output of `bazaar-speed.ts` for this many seconds of CPU time. */
export async function bazaarRun(seconds: number): Promise<string> {
  const script = fileURLToPath(new URL('bazaar-speed.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx/esm', script, String(seconds)]);
  return stdout;
}

export function rateIn(line: string): number {
  const rate = /([\d,]+) steps per CPU second/.exec(line)?.[1];
  if (rate === undefined) throw new Error(`bench: bazaar-speed.ts said ${line}`);
  return Number(rate.replaceAll(',', ''));
}
