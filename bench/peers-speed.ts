/** Classic's single_trade by random legal moves, the legal list and the observation made for each: prints decisions per second of CPU time. */
import { MemoryRun } from '../src/engine/memory-run';
import { classic } from '../src/games/gpu-market/classic/classic';
import { parseConfig } from '../src/games/gpu-market/classic/config';
import { randomLegal } from '../src/games/gpu-market/classic/players/random-legal';

const seconds = Number(process.argv[2] ?? 4);

playFor(0.5);
console.log(Math.round(playFor(seconds)));

/** In seconds of CPU time, so that other work on the machine does not count. */
function playFor(atLeast: number): number {
  const before = process.cpuUsage();
  let cpuSeconds = 0;
  let steps = 0;
  for (let seed = 0; cpuSeconds < atLeast; seed += 1) {
    steps += playEpisode(seed);
    if (seed % 100 !== 0) continue;
    const used = process.cpuUsage(before);
    cpuSeconds = (used.user + used.system) / 1e6;
  }
  return steps / cpuSeconds;
}

function playEpisode(seed: number): number {
  const config = parseConfig({ task_type: 'single_trade', seed });
  if (!config.ok) throw new Error(config.why);
  const run = MemoryRun.open(classic, config.value, { inPlace: true });
  let steps = 0;
  for (let seen = run.observe('lab_0'); !seen.done; seen = run.observe('lab_0')) {
    run.play([{ seat: 'lab_0', move: randomLegal.choose(seen) }]);
    steps += 1;
  }
  return steps;
}
