/**
 * The farming table of the bazaar's ruleset `open`: what each habit gains, grafted upon a base, against the same worlds without it. Mean
 * difference of gain with its 95% interval over worlds. No upper bound may exceed 0.03.
 * `npx tsx bench/bazaar-open-farming.ts [--worlds 1000] [--from 40000] [--tasks haggle,stall,bazaar,bulk] [--base linear]
 * [--others house] [--farmers talker,wash_traders]`
 */
import { parseConfig } from '../src/games/bazaar/open/config';
import { farming } from '../src/games/bazaar/open/players/farmers';
import { mean, sampleStd } from '../src/statistics/basics';
import { readOptions } from './read-options';

const LIMIT = 0.03;

const { values } = readOptions({
  options: {
    worlds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '40000' },
    tasks: { type: 'string', default: 'haggle,stall,bazaar,bulk' },
    base: { type: 'string', default: 'linear' },
    farmers: { type: 'string' },
    others: { type: 'string', default: 'house' },
  },
});

const asked = values.farmers?.split(',') ?? farming.farmers.map(({ id }) => id);
const trials = farming.farmers
  .filter(({ id }) => asked.includes(id))
  .map(({ id }) => ({ farmer: id, base: values.base, others: values.others }));
for (const task_type of values.tasks.split(',')) {
  const differences = trials.map((): number[] => []);
  const deeds = trials.map(() => 0);
  for (let n = 0; n < Number(values.worlds); n += 1) {
    const config = parseConfig({ task_type, seed: Number(values.from) + n });
    if (!config.ok) throw new Error(config.why);
    const found = await farming.measure(config.value, trials, null as never);
    for (const [at, one] of found.entries()) {
      differences[at]?.push(one.difference);
      deeds[at] = (deeds[at] ?? 0) + one.deeds;
    }
  }
  for (const [at, { farmer }] of trials.entries()) {
    const all = differences[at] ?? [];
    const half = (1.96 * (sampleStd(all) ?? 0)) / Math.sqrt(all.length);
    const high = mean(all) + half;
    const per = ((deeds[at] ?? 0) / all.length).toFixed(1);
    console.log(
      `${task_type}\t${farmer}\t${per}\t${mean(all).toFixed(4)}\t${(mean(all) - half).toFixed(4)} to ${high.toFixed(4)}${high > LIMIT ? '\tABOVE' : ''}`,
    );
    if (high > LIMIT) process.exitCode = 1;
  }
}
