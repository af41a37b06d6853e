/** The pure game's speed, each time in a separate process. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Section } from './section';
import { median } from './turns';

const AIM = 300_000;
/** What a plain JavaScript version of these rules, and the published Python environment, reached on a similar machine. */
const PLAIN_JAVASCRIPT = 90_000;
const PUBLISHED_PYTHON = 3_000;

export const section: Section = {
  id: 'classic',
  title: 'Classic: steps per CPU second, coalition_market, expert policy, full observations',
  async measure({ quick, tell }) {
    const rates: number[] = [];
    for (let turn = 0; turn < (quick ? 1 : 5); turn += 1) {
      rates.push(await oneRun(quick ? 1 : 5));
      tell(`${Math.round(rates.at(-1) ?? 0).toLocaleString('en-US')} steps/s`);
    }
    const value = median(rates);
    const times = (other: number): string => `${Math.round(value / other)} times the ${other.toLocaleString('en-US')}`;
    return [
      {
        what: 'steps',
        value,
        unit: 'per CPU s',
        aim: { text: `at least ${AIM.toLocaleString('en-US')}`, met: value >= AIM },
        note:
          `${times(PUBLISHED_PYTHON)} of the published Python environment, ${times(PLAIN_JAVASCRIPT)} of a plain JavaScript version ` +
          '(both figures from earlier runs on a machine of this kind, not of this run)',
      },
    ];
  },
};

async function oneRun(seconds: number): Promise<number> {
  const script = fileURLToPath(new URL('classic-speed.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx/esm', script, String(seconds)]);
  const rate = /([\d,]+) steps per CPU second/.exec(stdout)?.[1];
  if (rate === undefined) throw new Error(`bench: classic-speed.ts said ${stdout}`);
  return Number(rate.replaceAll(',', ''));
}
