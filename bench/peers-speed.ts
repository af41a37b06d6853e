/** Classic's single_trade by random legal moves, the legal list and the observation made for each: prints decisions per second of CPU time. */
import { parseConfig } from '../src/games/gpu-market/classic/config';
import { observe } from '../src/games/gpu-market/classic/observe';
import { startMatch, step } from '../src/games/gpu-market/classic/play-in-memory';
import { randomLegal } from '../src/policies/scripted/random-legal';

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
    const state = startMatch(config.value);
    let observation = observe(state);
    while (!observation.done) {
      observation = step(state, randomLegal.choose(observation));
      steps += 1;
    }
  }
  const used = process.cpuUsage(before);
  return steps / ((used.user + used.system) / 1e6);
}
