/** Formats the results of a conformance run. */
import type { Conformance, Failure } from './conform';
import { LAWS, type Law } from './laws';

/** One line per game, and the laws that were never checked. */
export function conformanceText({ game, matches, events, looks, failure }: Conformance, seconds: number): string {
  const found = failure === null ? 'all laws hold' : `law "${failure.law}" is broken`;
  const first = `${game}: ${found}; ${count(matches)} matches, ${count(events)} events, ${seconds.toFixed(1)} s`;
  const idle = (Object.keys(LAWS) as Law[]).filter((law) => looks[law] === undefined && !ONLY_BROKEN.includes(law));
  return failure !== null || idle.length === 0
    ? first
    : [first, ...idle.map((law) => `  not checked, because the game has nothing of the kind: ${LAWS[law]}`)].join('\n');
}

/** Not checked separately; any call may break them. */
const ONLY_BROKEN: readonly Law[] = ['copy', 'throws'];

/** Everything needed to reproduce the failure. */
export function failureText({ law, why, game, seed, raw, turn }: Failure): string {
  const { task_type = '', seed: world, ...options } = raw ?? {};
  const turned = turn === null ? '' : `, turn ${turn}`;
  const where =
    raw === null ? 'before the first match' : `match ${seed}: task ${task_type}, seed ${world}, ${JSON.stringify(options)}${turned}`;
  return [
    `  law "${law}": ${LAWS[law]}`,
    `  ${why}`,
    `  ${where}`,
    `  again: npm run test:game -- ${game} --seed ${seed} --matches 1`,
  ].join('\n');
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
