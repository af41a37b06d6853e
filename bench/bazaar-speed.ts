/**
 * How fast the bazaar's classic ruleset runs: single_deal by `patient`, each match with a seed of its own, through the functions that serve the
 * environment: reset with seeding, the policy's choice, the step, the observation object, the score. Not counted: JSON.
 * `npx tsx bench/bazaar-speed.ts [seconds]` prints one line: buyer steps per second of CPU time (user and system, all threads).
 */
import type { EnvSession } from '../src/contract/env';
import { findEnvGame } from '../src/engine/env-games';
import { findPolicy } from '../src/games/policies';

const WARM_UP_SECONDS = 1;
const FIRST_SEED = 1000;
const seconds = Number(process.argv[2] ?? 5);

const bazaar = findEnvGame({ key: 'bazaar/classic', version: 1 });
const patient = findPolicy('bazaar/classic', 'patient');
if (!bazaar || !patient) throw new Error('there is no bazaar');

playFor(WARM_UP_SECONDS);
const { steps, matches, cpuSeconds, score } = playFor(seconds);
console.log(
  `bazaar single_deal, patient: ${Math.round(steps / cpuSeconds).toLocaleString('en-US')} steps per CPU second ` +
    `(${steps} steps, ${matches} matches of fresh seeds, ${cpuSeconds.toFixed(2)} s CPU, mean score ${(score / matches).toFixed(4)}, Node ${process.version})`,
);

/**
 * Every match has its own seed, so that each stream is seeded again. In seconds of CPU time, so that other work on the machine does not
 * count.
 */
function playFor(atLeast: number) {
  const before = process.cpuUsage();
  const done = { steps: 0, matches: 0, score: 0 };
  let cpuSeconds = 0;
  while (cpuSeconds < atLeast) {
    for (let i = 0; i < 1000; i++) playMatch(FIRST_SEED + done.matches, done);
    const used = process.cpuUsage(before);
    cpuSeconds = (used.user + used.system) / 1e6;
  }
  return { ...done, cpuSeconds };
}

function playMatch(seed: number, done: { steps: number; matches: number; score: number }): void {
  const session = opened(bazaar?.open({ task_type: 'single_deal', seed }));
  let observation = session.observe();
  for (let isDone = false; !isDone; done.steps += 1) {
    const turn = session.step(patient?.choose(observation));
    if (turn instanceof Promise) throw new Error('a step of the bazaar waits for nobody');
    observation = turn.observation;
    isDone = turn.done;
  }
  done.score += (observation as { score: number }).score;
  done.matches += 1;
}

function opened(reading: unknown): EnvSession {
  const { ok, value } = reading as { ok: boolean; value: EnvSession };
  if (!ok) throw new Error('the bazaar does not open');
  return value;
}
