/**
 * The planner's table: what each scripted player of ruleset `open` gains when everyone plays alike. Mean gain a seat and market
 * efficiency, and the differences between players in the same worlds, each with a 95% percentile bootstrap interval over worlds.
 * `npx tsx bench/open-gains.ts [tasks] [worlds] [players] [--from SEED] [--keep FILE] [--json]`, e.g.
 * `npx tsx bench/open-gains.ts market_round,coalition_market 100 wait,random,greedy,planner`. Validation seeds from 40000.
 * With --keep, what a file holds is not played again, and what is played is added to it.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { means } from '../src/engine/means';
import { type Chooser, playMatch } from '../src/engine/memory-run';
import { codeVersion } from '../src/eval/code-version';
import { booksOf } from '../src/games/gpu-market/open/shared/books/conservation';
import { parseOpenConfig, RULESET_VERSION } from '../src/games/gpu-market/open/shared/config';
import type { OpenObservation } from '../src/games/gpu-market/open/shared/observation';
import { optimumOf, scoreFrom } from '../src/games/gpu-market/open/shared/optimum/score';
import { worldOf } from '../src/games/gpu-market/open/shared/plans/pairs';
import { open } from '../src/games/gpu-market/open/v1/decide';
import { openMarket } from '../src/games/gpu-market/open/v1/open';
import { findPolicy } from '../src/games/policies';
import { bootstrapMean, mean } from '../src/statistics/basics';

/** In this order, each is expected to gain more than the one before. */
const PLAYERS = ['wait', 'random', 'greedy', 'planner', 'planner_with_coalitions'];
const TASKS = ['market_round', 'coalition_market', 'grand_market'];
const HIGHEST_RATED_GAP = 0.01;
/** Wall-clock time, which on a busy machine says little about the work: ten times what a rated match allows. */
const SOLVER_SECONDS = 100;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string', default: '40000' }, keep: { type: 'string' }, json: { type: 'boolean', default: false } },
});
const [tasks = TASKS.join(','), worlds = '40', players = PLAYERS.join(',')] = positionals;
const first = Number(flags.from);

/** One player in one world. */
interface Played {
  gain: number;
  efficiency: number | null;
  gap: number;
  cpuMs: number;
}

interface Row {
  task: string;
  player: string;
  /** NaN in a world that is not rated, which keeps its place so that differences pair the same worlds. */
  gains: number[];
  efficiencies: number[];
  gaps: number[];
  cpuMs: number[];
}

const kept: Record<string, Played> =
  flags.keep !== undefined && existsSync(flags.keep) ? (JSON.parse(readFileSync(flags.keep, 'utf8')) as Record<string, Played>) : {};
const rows: Row[] = [];
for (const task of tasks.split(',')) rows.push(...(await measure(task, players.split(','))));
console.log(flags.json ? JSON.stringify({ ...facts(), rows: rows.map(figuresOf), differences: differences() }, null, 2) : text());

async function measure(task: string, names: readonly string[]): Promise<Row[]> {
  const measured = names.map((player): Row => ({ task, player, gains: [], efficiencies: [], gaps: [], cpuMs: [] }));
  for (let seed = first; seed < first + Number(worlds); seed += 1) {
    await playWorld(task, seed, names);
    for (const row of measured) {
      const played = kept[keyOf(task, seed, row.player)];
      if (played === undefined) throw new Error(`${task}, seed ${seed}: ${row.player} has not played`);
      const rated = played.gap <= HIGHEST_RATED_GAP;
      row.gains.push(rated ? played.gain : Number.NaN);
      row.efficiencies.push(rated ? (played.efficiency ?? Number.NaN) : Number.NaN);
      row.gaps.push(played.gap);
      row.cpuMs.push(played.cpuMs);
    }
    process.stderr.write(`${task} ${seed - first + 1} of ${worlds}\r`);
  }
  return measured;
}

/** The players that have not yet played in this world, one after the other: one optimum serves them all. */
async function playWorld(task: string, seed: number, names: readonly string[]): Promise<void> {
  const missing = names.filter((name) => kept[keyOf(task, seed, name)] === undefined);
  if (missing.length === 0) return;
  const config = parseOpenConfig({ task_type: task, seed });
  if (!config.ok) throw new Error(config.why);
  const world = worldOf(open(config.value));
  const best = await optimumOf(world, means.solve, SOLVER_SECONDS);
  for (const name of missing) {
    const player = playerNamed(name);
    const before = process.cpuUsage();
    const { events } = playMatch(openMarket, config.value, { playerOf: () => player });
    const used = process.cpuUsage(before);
    const { gain, efficiency, gap } = scoreFrom(world, { best, books: booksOf(events) });
    kept[keyOf(task, seed, name)] = { gain: mean(Object.values(gain)), efficiency, gap, cpuMs: (used.user + used.system) / 1000 };
  }
  if (flags.keep !== undefined) writeFileSync(flags.keep, JSON.stringify(kept));
}

function keyOf(task: string, seed: number, player: string): string {
  return `${task} ${seed} ${player}`;
}

function playerNamed(name: string): Chooser<OpenObservation> {
  const policy = findPolicy('gpu-market/open', name);
  if (policy === null || !policy.plays.includes('gpu-market/open')) throw new Error(`no player "${name}" of ruleset open`);
  return (observation, chance) => policy.choose(observation, chance);
}

interface Estimate {
  mean: number;
  interval: [number, number] | null;
}

function estimate(numbers: readonly number[]): Estimate {
  const known = numbers.filter((value) => !Number.isNaN(value));
  return { mean: mean(known), interval: bootstrapMean(known) };
}

function figuresOf({ task, player, gains, efficiencies, gaps, cpuMs }: Row) {
  const rated = gains.filter((gain) => !Number.isNaN(gain)).length;
  return {
    task,
    player,
    gain: estimate(gains),
    efficiency: estimate(efficiencies),
    worlds: rated,
    unrated: gains.length - rated,
    gap: Math.max(...gaps),
    cpu_ms: mean(cpuMs),
  };
}

/** Each player against the one before it, world by world. */
function differences() {
  return rows.flatMap((row, i) => {
    const before = rows[i - 1];
    if (before?.task !== row.task) return [];
    const less = (mine: readonly number[], theirs: readonly number[]) =>
      estimate(mine.map((value, n) => value - (theirs[n] ?? Number.NaN)));
    return [
      {
        task: row.task,
        what: `${row.player} − ${before.player}`,
        gain: less(row.gains, before.gains),
        efficiency: less(row.efficiencies, before.efficiencies),
      },
    ];
  });
}

function facts() {
  const [chip] = cpus();
  return {
    command: `npx tsx bench/open-gains.ts ${tasks} ${worlds} ${players}${first === 40_000 ? '' : ` --from ${first}`}`,
    seeds: `${first} to ${first + Number(worlds) - 1}`,
    versions: `Mandi ${codeVersion()}, ruleset open ${RULESET_VERSION}, Node ${process.versions.node}, ${chip?.model.trim() ?? 'unknown processor'}, ${arch()}`,
  };
}

function text(): string {
  const { command, seeds, versions } = facts();
  const table = rows.map(figuresOf).map(({ task, player, worlds: n, unrated, ...row }) => {
    const dropped = unrated === 0 ? `${n}` : `${n} (${unrated} unrated)`;
    return `| ${task} | ${player} | ${told(row.gain)} | ${told(row.efficiency)} | ${dropped} | ${(100 * row.gap).toFixed(2)}% | ${row.cpu_ms.toFixed(0)} |`;
  });
  const against = differences().map(({ task, what, gain, efficiency }) => `| ${task} | ${what} | ${told(gain)} | ${told(efficiency)} |`);
  return [
    `Seeds ${seeds}; ${versions}; \`${command}\``,
    '',
    '| task | everyone plays | mean gain | efficiency | worlds | largest solver gap | CPU ms a match |',
    '|---|---|---|---|---|---|---|',
    ...table,
    '',
    '| task | in the same worlds | gain | efficiency |',
    '|---|---|---|---|',
    ...against,
  ].join('\n');
}

function told({ mean: middle, interval }: Estimate): string {
  const sides = interval === null ? '' : ` [${interval[0].toFixed(3)}, ${interval[1].toFixed(3)}]`;
  return `${middle.toFixed(3)}${sides}`;
}
