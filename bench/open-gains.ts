/**
 * What each scripted player of ruleset `open` gains when everyone plays alike: mean gain per seat and market efficiency, with
 * normal 95% intervals over worlds. Validation seeds from 40000.
 * `npx tsx bench/open-gains.ts [tasks] [worlds] [players]`, e.g. `npx tsx bench/open-gains.ts market_round,coalition_market 60 greedy,planner`.
 */
import { parseOpenConfig } from '../src/games/gpu-market/open/config';
import { openDraws } from '../src/games/gpu-market/open/world';
import { scoreOf } from '../src/optimum/score';
import { greedyTurn } from '../src/policies/open/greedy';
import { plannerTurn } from '../src/policies/open/planner';
import { type OpenPlayer, playOpen } from '../src/policies/open/play-open';
import { randomAction } from '../src/policies/open/random';
import { venturePlannerTurn } from '../src/policies/open/venture';

const FIRST_SEED = 40_000;
const HOUSE_STREAM = 5;

const PLAYERS: Record<string, (seat: string, seed: number) => OpenPlayer> = {
  wait: () => () => [],
  random: (seat, seed) => {
    const draws = openDraws(seed, [HOUSE_STREAM, Number(seat.slice('lab_'.length))]);
    return (observation) => randomAction(observation, draws);
  },
  greedy: () => greedyTurn,
  planner: () => (observation) => plannerTurn(observation),
  planner_with_coalitions: () => venturePlannerTurn,
};

const [tasks = 'market_round,coalition_market', worlds = '40', names = Object.keys(PLAYERS).join(',')] = process.argv.slice(2);
for (const task of tasks.split(',')) {
  for (const name of names.split(',')) console.log(await measure(task, name, Number(worlds)));
}

async function measure(task: string, name: string, count: number): Promise<string> {
  const playerOf = PLAYERS[name];
  if (!playerOf) throw new Error(`no player "${name}"; there is ${Object.keys(PLAYERS).join(', ')}`);
  const gains: number[] = [];
  const efficiencies: number[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + count; seed += 1) {
    const config = parseOpenConfig({ task_type: task, seed });
    if (!config.ok) throw new Error(config.why);
    const { events } = playOpen(config.value, (seat) => playerOf(seat, seed));
    const score = await scoreOf(events);
    gains.push(mean(Object.values(score.gain)));
    if (score.efficiency !== null) efficiencies.push(score.efficiency);
  }
  return `${task} ${name}: gain ${withInterval(gains)}, efficiency ${withInterval(efficiencies)}, n ${count}`;
}

function withInterval(values: readonly number[]): string {
  const middle = mean(values);
  const variance = mean(values.map((value) => (value - middle) ** 2)) * (values.length / Math.max(1, values.length - 1));
  return `${middle.toFixed(3)} ± ${(1.96 * Math.sqrt(variance / Math.max(1, values.length))).toFixed(3)}`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
