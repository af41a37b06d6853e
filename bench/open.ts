/** The cost of ruleset `open`, version 1 and 2: whole matches of planners, and each step of a round as the labs grow. Each in a separate process. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LabsLine, SpeedLine } from './open-cost';
import type { Measure, Section } from './section';
import { median, quantile } from './turns';

const LABS = [2, 4, 8, 16, 32, 64];
/** A round of 64 seats takes well under this. */
const AIM_CLOSING_MS = 100;

export const section: Section = {
  id: 'open',
  title: 'Open: matches of six planners, and what a round costs as labs grow',
  async measure({ quick, tell }) {
    const measures: Measure[] = [];
    for (const rules of [1, 2] as const) {
      const named = (what: string) => (rules === 1 ? what : `version 2, ${what}`);
      const speeds: number[] = [];
      for (let turn = 0; turn < (quick ? 1 : 5); turn += 1) {
        const { matches, cpuSeconds } = await ask<SpeedLine>('speed', quick ? 1 : 5, rules);
        speeds.push(matches / cpuSeconds);
        tell(named(`${(speeds.at(-1) ?? 0).toFixed(1)} matches/s`));
      }
      measures.push({ what: named('coalition_market, six planners'), value: median(speeds), unit: 'matches per CPU s' });
      for (const labs of quick ? [2, 16] : LABS) {
        tell(named(`${labs} labs`));
        const line = await ask<LabsLine>('labs', labs, quick || labs > 16 ? 1 : 3, rules);
        measures.push(...inWords(line).map((measure) => ({ ...measure, what: named(measure.what) })));
      }
    }
    return measures;
  },
};

function inWords({ labs, closing, observing, deciding, solving, gaps, bytes }: LabsLine): Measure[] {
  const slowest = quantile(closing, 0.95);
  return [
    {
      what: `${labs} labs: closing a round, p95`,
      value: slowest,
      unit: 'ms',
      ...(labs === 64 && { aim: { text: `under ${AIM_CLOSING_MS} ms`, met: slowest < AIM_CLOSING_MS } }),
      note:
        `median ${median(closing).toFixed(1)} ms; a seat's observation ${median(observing).toFixed(2)} ms, a house lab's turn ` +
        `${median(deciding).toFixed(2)} ms (medians of ${closing.length} rounds)`,
    },
    {
      what: `${labs} labs: optimum by HiGHS`,
      value: median(solving) / 1000,
      unit: 's',
      note: `gap ${(Math.max(...gaps) * 100).toFixed(2)}% at most, over ${solving.length} ${solving.length === 1 ? 'world' : 'worlds'}; solved outside the match, which does not wait for it`,
    },
    {
      what: `${labs} labs: sent to one watcher a round`,
      value: median(bytes) / 1024,
      unit: 'kB',
      note: `at most ${(Math.max(...bytes) / 1024).toFixed(1)} kB; JSON before compression`,
    },
  ];
}

async function ask<Line>(...args: (string | number)[]): Promise<Line> {
  const script = fileURLToPath(new URL('open-cost.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx/esm', script, ...args.map(String)]);
  return JSON.parse(stdout) as Line;
}
