/** Classic's single_trade by random legal moves, the legal list and the observation made for each: prints decisions per second of CPU time. */
import { MemoryRun } from '../src/engine/memory-run';
import { classic } from '../src/games/gpu-market/classic/classic';
import { parseConfig } from '../src/games/gpu-market/classic/config';
import { randomLegal } from '../src/games/gpu-market/classic/players/random-legal';

const seconds = Number(process.argv[2] ?? 4);

playFor(0.5);
console.log(Math.round(playFor(seconds)));

function playFor(wallSeconds: number): number {
  const before = process.cpuUsage();
  const end = performance.now() + wallSeconds * 1000;
  let steps = 0;
  for (let seed = 0; performance.now() < end; seed += 1) {
    const config = parseConfig({ task_type: 'single_trade', seed });
    if (!config.ok) throw new Error(config.why);
    const run = MemoryRun.open(classic, config.value, { inPlace: true });
    for (let seen = run.observe('lab_0'); !seen.done; seen = run.observe('lab_0')) {
      run.play([{ seat: 'lab_0', move: randomLegal.choose(seen) }]);
      steps += 1;
    }
  }
  const used = process.cpuUsage(before);
  return steps / ((used.user + used.system) / 1e6);
}
