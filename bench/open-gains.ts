/**
 * The planner's table: what each scripted player of ruleset `open` gains when everyone plays alike. Mean gain a seat and market
 * efficiency, and the differences between players in the same worlds, each with a 95% percentile bootstrap interval over worlds.
 * `npx tsx bench/open-gains.ts [tasks] [worlds] [players] [--rules 2] [--lone FIELD] [--money] [--from SEED] [--keep FILE] [--seconds N] [--json]`, e.g.
 * `npx tsx bench/open-gains.ts market_round,coalition_market 100 wait,random,greedy,planner`. Validation seeds from 40000.
 * With --lone, one seat, which rotates with the world, plays the player and all others play FIELD; its own gain is counted.
 * With --money, each seat's profit in credits is counted, not its gain: nothing has to be solved for that.
 * With --keep, what a file holds is not played or solved again, and what is new is added to it: one file can hold several tables. With
 * --seconds, no world begins after that.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus } from 'node:os';
import type { Solved } from '../src/contract/means';
import { means } from '../src/engine/means';
import { type Chooser, playMatch } from '../src/engine/memory-run';
import { codeVersion } from '../src/eval/code-version';
import { booksOf } from '../src/games/gpu-market/open/shared/books/conservation';
import { parseOpenConfig } from '../src/games/gpu-market/open/shared/config';
import type { OpenEvent } from '../src/games/gpu-market/open/shared/events';
import type { OpenObservation } from '../src/games/gpu-market/open/shared/observation';
import { profitsOf } from '../src/games/gpu-market/open/shared/optimum/profits';
import { optimumOf, scoreFrom } from '../src/games/gpu-market/open/shared/optimum/score';
import { worldOf } from '../src/games/gpu-market/open/shared/plans/pairs';
import { openMarket } from '../src/games/gpu-market/open/v1/open';
import { parseOpenConfig2 } from '../src/games/gpu-market/open/v2/config';
import type { OpenObservation2 } from '../src/games/gpu-market/open/v2/observation';
import { openMarket2 } from '../src/games/gpu-market/open/v2/open';
import { plannerTurn2 } from '../src/games/gpu-market/open/v2/players/planner';
import { type Player2, playMatch2 } from '../src/games/gpu-market/open/v2/testing/play';
import { findPolicy } from '../src/games/policies';
import { bootstrapMean, mean } from '../src/statistics/basics';
import { readOptions } from './read-options';

/** In this order, each is expected to gain more than the one before. */
const PLAYERS = ['wait', 'random', 'greedy', 'planner', 'planner_with_coalitions'];
const TASKS = ['market_round', 'coalition_market', 'grand_market'];
const HIGHEST_RATED_GAP = 0.01;
/** Wall-clock time, which on a busy machine says little about the work: ten times what a rated match allows. */
const SOLVER_SECONDS = 100;

const { values: flags, positionals } = readOptions({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: '40000' },
    rules: { type: 'string', default: '1' },
    lone: { type: 'string' },
    money: { type: 'boolean', default: false },
    keep: { type: 'string' },
    seconds: { type: 'string', default: 'Infinity' },
    json: { type: 'boolean', default: false },
  },
});
const end = performance.now() + Number(flags.seconds) * 1000;
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

/** What --keep stores: each match's figures, and each world's optimum, which every player and table needs. */
interface Kept {
  played: Record<string, Played>;
  optima: Record<string, Solved>;
}

const kept: Kept =
  flags.keep !== undefined && existsSync(flags.keep) ? (JSON.parse(readFileSync(flags.keep, 'utf8')) as Kept) : { played: {}, optima: {} };
const rows: Row[] = [];
for (const task of tasks.split(',')) rows.push(...(await measure(task, players.split(','))));
console.log(flags.json ? JSON.stringify({ ...facts(), rows: rows.map(figuresOf), differences: differences() }, null, 2) : text());

async function measure(task: string, names: readonly string[]): Promise<Row[]> {
  const measured = names.map((player): Row => ({ task, player, gains: [], efficiencies: [], gaps: [], cpuMs: [] }));
  for (let seed = first; seed < first + Number(worlds) && performance.now() < end; seed += 1) {
    await playWorld(task, seed, names);
    for (const row of measured) {
      const played = kept.played[keyOf(task, seed, row.player)];
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
  const missing = names.filter((name) => kept.played[keyOf(task, seed, name)] === undefined);
  if (missing.length === 0) return;
  const market = marketIn(task, seed);
  const world = worldOf(market.opening());
  const key = worldKey(task, seed);
  const best = flags.money ? null : (kept.optima[key] ?? (await optimumOf(world, means.solve, SOLVER_SECONDS)));
  if (best !== null) kept.optima[key] = best;
  const labs = world.opened.labs.map((lab) => lab.lab_id);
  const lone = labs[(seed - first) % labs.length] ?? '';
  for (const name of missing) {
    const player = playerNamed(name);
    const others = flags.lone === undefined ? player : playerNamed(flags.lone);
    const before = process.cpuUsage();
    const events = market.play((seat) => (seat === lone ? player : others));
    const used = process.cpuUsage(before);
    const { gain, efficiency, gap } = best === null ? inCredits(events) : scoreFrom(world, { best, books: booksOf(events) });
    const counted = flags.lone === undefined ? mean(Object.values(gain)) : (gain[lone] ?? Number.NaN);
    kept.played[keyOf(task, seed, name)] = { gain: counted, efficiency, gap, cpuMs: (used.user + used.system) / 1000 };
  }
  if (flags.keep !== undefined) writeFileSync(flags.keep, JSON.stringify(kept));
}

/** Profits in credits, in the place of gains. */
function inCredits(events: readonly OpenEvent[]): { gain: Record<string, number>; efficiency: null; gap: 0 } {
  const profits = Object.entries(profitsOf(events)).map(([seat, cents]) => [seat, cents / 100]);
  return { gain: Object.fromEntries(profits) as Record<string, number>, efficiency: null, gap: 0 };
}

interface Market {
  opening: () => OpenEvent[];
  play: (playerOf: (seat: string) => Chooser<OpenObservation>) => OpenEvent[];
}

function marketIn(task: string, seed: number): Market {
  if (flags.rules === '2') {
    const config = parseOpenConfig2({ task_type: task, seed });
    if (!config.ok) throw new Error(config.why);
    const { value } = config;
    return {
      opening: () => openMarket2.open(value),
      play: (playerOf) => playMatch2(value, playerOf as unknown as (seat: string) => Player2).events,
    };
  }
  const config = parseOpenConfig({ task_type: task, seed });
  if (!config.ok) throw new Error(config.why);
  const { value } = config;
  return { opening: () => openMarket.open(value), play: (playerOf) => playMatch(openMarket, value, { playerOf }).events };
}

function worldKey(task: string, seed: number): string {
  return `${task} ${seed}${flagged('rules', '1')}`;
}

/** The seat that plays alone rotates from the first seed on, so a lone player's match depends on that too. */
function keyOf(task: string, seed: number, player: string): string {
  const lone = flags.lone === undefined ? '' : `${flagged('lone')}${flagged('from')}`;
  return `${worldKey(task, seed)} ${player}${lone}${flags.money ? ' --money' : ''}`;
}

/** A planner of version 2 that neither bids nor posts wants: it buys only what others ask for. */
function withoutBids(seen: OpenObservation2): unknown[] {
  return plannerTurn2(seen).filter(
    ({ action_type, requested_block_ids = [] }) =>
      action_type !== 'post_want' && !(action_type === 'send_offer' && requested_block_ids.length > 0),
  );
}

function playerNamed(name: string): Chooser<OpenObservation> {
  if (name === 'planner_without_bids' && flags.rules === '2') return (seen) => withoutBids(seen as unknown as OpenObservation2);
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
  return known.length === 0 ? { mean: Number.NaN, interval: null } : { mean: mean(known), interval: bootstrapMean(known) };
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
    command: `npx tsx bench/open-gains.ts ${tasks} ${worlds} ${players}${flagged('rules', '1')}${flagged('lone')}${flags.money ? ' --money' : ''}${flagged('from', '40000')}`,
    seeds: `${first} to ${first + Math.max(...rows.map((row) => row.gains.length)) - 1}`,
    versions: `Mandi ${codeVersion()}, ruleset open ${flags.rules}, Node ${process.versions.node}, ${chip?.model.trim() ?? 'unknown processor'}, ${arch()}`,
  };
}

function flagged(name: 'rules' | 'lone' | 'from', usual?: string): string {
  const said = flags[name];
  return said === usual || said === undefined ? '' : ` --${name} ${said}`;
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
    `| task | ${flags.lone === undefined ? 'everyone plays' : `one seat among ${flags.lone} plays`} | ${flags.money ? 'mean profit' : 'mean gain'} | efficiency | worlds | largest solver gap | CPU ms a match |`,
    '|---|---|---|---|---|---|---|',
    ...table,
    '',
    `| task | in the same worlds | ${flags.money ? 'profit' : 'gain'} | efficiency |`,
    '|---|---|---|---|',
    ...against,
  ].join('\n');
}

function told({ mean: middle, interval }: Estimate): string {
  const sides = interval === null ? '' : ` [${interval[0].toFixed(3)}, ${interval[1].toFixed(3)}]`;
  return Number.isNaN(middle) ? 'not measured' : `${middle.toFixed(3)}${sides}`;
}
