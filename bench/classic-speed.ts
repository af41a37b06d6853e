/**
 * How fast classic runs: coalition_market with the expert policy and a full observation at every step, resets counted in.
 * `npx tsx bench/classic-speed.ts [seconds]` prints one line: steps per second of CPU time (process.cpuUsage, all threads).
 */
import { MemoryRun } from '../src/engine/memory-run';
import { classic } from '../src/games/gpu-market/classic/classic';
import { parseConfig } from '../src/games/gpu-market/classic/config';
import { ruleBasedExpert } from '../src/games/gpu-market/classic/players/rule-based-expert';

const WARM_UP_SECONDS = 1;
const seconds = Number(process.argv[2] ?? 5);

playFor(WARM_UP_SECONDS, 0);
const { steps, episodes, cpuSeconds } = playFor(seconds, 1_000_000);
const rate = Math.round(steps / cpuSeconds);
console.log(
  `classic coalition_market, rule_based_expert: ${rate.toLocaleString('en-US')} steps per CPU second ` +
    `(${steps} steps, ${episodes} episodes of fresh seeds, ${cpuSeconds.toFixed(2)} s CPU, Node ${process.version})`,
);

/**
 * Every episode has its own seed, so that no stream is repeated. In seconds of CPU time, so that other work on the machine does not count.
 */
function playFor(atLeast: number, firstSeed: number): { steps: number; episodes: number; cpuSeconds: number } {
  const before = process.cpuUsage();
  let cpuSeconds = 0;
  let steps = 0;
  let episodes = 0;
  while (cpuSeconds < atLeast) {
    for (let i = 0; i < 1000; i++) steps += playEpisode(firstSeed + episodes++);
    const used = process.cpuUsage(before);
    cpuSeconds = (used.user + used.system) / 1e6;
  }
  return { steps, episodes, cpuSeconds };
}

function playEpisode(seed: number): number {
  const config = parseConfig({ task_type: 'coalition_market', seed });
  if (!config.ok) throw new Error(config.why);
  const run = MemoryRun.open(classic, config.value, { inPlace: true });
  let steps = 0;
  for (let seen = run.observe('lab_0'); !seen.done; seen = run.observe('lab_0')) {
    run.play([{ seat: 'lab_0', move: ruleBasedExpert.choose(seen) }]);
    steps++;
  }
  return steps;
}
