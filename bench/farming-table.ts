/**
 * The farming table of docs/farming.md: what each farmer gains on each base, compared with the same worlds without it. The mean
 * difference of gain (for pairs: of both seats' sum) has a 95% percentile bootstrap interval over worlds. No upper bound may exceed 0.01,
 * unless all seats together surely have more: then the farmer sells something real, and the table says what the others get.
 * `npx tsx bench/farming-table.ts [--worlds N] [--from SEED] [--task …] [--season KEY] [--others house] [--bases wait,house,planner]
 * [--farmers a,b] [--skip-seat 0] [--judge off] [--rules 2] [--keep FILE] [--json]`. With --keep, the worlds in FILE are counted, and the new ones are added to it.
 * Tricks (withdrawer, seed_reader) and deviators (reserve_x3 and others) are measured only if named; tricks are compared with an honest
 * lab that has the same blocks. --skip-seat 0 leaves out the worlds in which the farmer is lab_0, where planners expect to be invited by it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { FarmTrial } from '../src/contract/farming';
import { farmWorld } from '../src/eval/farming';
import { DEVIATORS } from '../src/games/gpu-market/open/shared/players/farmers/farming';
import { FARMERS, TRICKS } from '../src/games/gpu-market/open/shared/players/farmers/registry';
import { openMarket } from '../src/games/gpu-market/open/v1/open';
import { openMarket2 } from '../src/games/gpu-market/open/v2/open';
import { GRAFTS_2 } from '../src/games/gpu-market/open/v2/players/farming';
import { PASSENGERS } from '../src/games/gpu-market/open/v2/players/passengers';
import { seedOf } from '../src/match/season';
import { bootstrapMean, mean } from '../src/statistics/basics';
import { readOptions } from './read-options';

const LIMIT = 0.01;

const { values } = readOptions({
  options: {
    worlds: { type: 'string', default: '20' },
    from: { type: 'string', default: '40000' },
    task: { type: 'string', default: 'coalition_market' },
    /** Worlds of this season instead: 53 bits each, as in matches with people and rated ones. */
    season: { type: 'string' },
    judge: { type: 'string', default: 'rule' },
    rules: { type: 'string', default: '1' },
    others: { type: 'string', default: 'house' },
    bases: { type: 'string', default: 'wait,house,planner' },
    farmers: { type: 'string' },
    'skip-seat': { type: 'string' },
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const isNew = values.rules === '2';
const market = isNew ? openMarket2 : openMarket;
/** They sell blocks, but nobody knows at whose cost. */
const PASSENGER_IDS = PASSENGERS.map(({ id }) => id);
const deviators = isNew ? GRAFTS_2.deviators : DEVIATORS;

interface Row {
  farmer: string;
  base: string;
  differences: number[];
  /** How the other seats' mean gain and the market's efficiency change; not in files of earlier versions. */
  others?: number[];
  efficiencies?: number[];
  deeds: number[];
}

const skipped = seatSkipped();
const trials = trialsAsked();
const rows =
  rowsKept() ?? trials.map(({ farmer, base }): Row => ({ farmer, base, differences: [], others: [], efficiencies: [], deeds: [] }));
for (let n = 0; n < Number(values.worlds); n += 1) {
  const config = configAt(Number(values.from) + n);
  if (config.seed % config.labs === skipped) continue;
  const results = await farmWorld(market, config, trials);
  for (const [i, result] of results.entries()) {
    rows[i]?.differences.push(result.difference);
    rows[i]?.others?.push(result.others ?? Number.NaN);
    rows[i]?.efficiencies?.push(result.efficiency ?? Number.NaN);
    rows[i]?.deeds.push(result.deeds);
  }
  if (values.keep !== undefined) writeFileSync(values.keep, JSON.stringify(rows));
  process.stderr.write(`world ${n + 1} of ${values.worlds}\r`);
}
if (rows.every((row) => row.differences.length === 0)) throw new Error(`no world is left: in all of them the farmer is lab_${skipped}`);
console.log(values.json ? JSON.stringify(rows.map(figuresOf), null, 2) : tableOf(rows));
process.exitCode = rows.some((row) => ['farms', 'open'].includes(verdictOf(row))) ? 1 : 0;

function trialsAsked(): FarmTrial[] {
  const all = [...FARMERS, ...TRICKS, ...deviators];
  const asked = values.farmers?.split(',') ?? FARMERS.map((farmer) => farmer.id);
  const known = all.filter((farmer) => asked.includes(farmer.id));
  if (known.length < asked.length) throw new Error(`there is ${all.map((farmer) => farmer.id).join(', ')}`);
  return values.bases.split(',').flatMap((base) => known.map((farmer) => ({ farmer: farmer.id, base, others: values.others })));
}

/** NaN: none. */
function seatSkipped(): number {
  const { labs } = configAt(Number(values.from));
  const asked = values['skip-seat'];
  if (asked === undefined) return Number.NaN;
  const seat = /^\d+$/.test(asked) ? Number(asked) : Number.NaN;
  if (!(seat < labs)) throw new Error(`--skip-seat ${asked}: the number of a seat, 0 to ${labs - 1}`);
  return seat;
}

function configAt(place: number) {
  const seed = values.season === undefined ? place : seedOf(values.season, place);
  const config = market.parseConfig({ task_type: values.task, seed, judge_mode: values.judge });
  if (!config.ok) throw new Error(config.why);
  return config.value;
}

function rowsKept(): Row[] | null {
  if (values.keep === undefined || !existsSync(values.keep)) return null;
  const kept = JSON.parse(readFileSync(values.keep, 'utf8')) as Row[];
  const same = kept.length === trials.length && kept.every((row, i) => row.farmer === trials[i]?.farmer && row.base === trials[i]?.base);
  if (!same) throw new Error(`${values.keep} holds other farmers or bases`);
  return kept;
}

function figuresOf(row: Row) {
  const { farmer, base, differences, deeds } = row;
  const changed = differences.filter((difference) => difference !== 0).length;
  return {
    farmer,
    base,
    worlds: differences.length,
    deeds: mean(deeds),
    changed,
    ...estimate(differences),
    others: row.others === undefined ? null : estimate(row.others),
    efficiency: row.efficiencies === undefined ? null : estimate(row.efficiencies),
    verdict: verdictOf(row),
  };
}

function estimate(values: readonly number[]): { mean: number; low: number; high: number } {
  const [low, high] = bootstrapMean(values) ?? [Number.NaN, Number.NaN];
  return { mean: mean(values), low, high };
}

type Verdict = 'ok' | 'sells' | 'farms' | 'open' | '';

/**
 * `ok`: the upper bound of its gain is within the limit. Above it, what all seats have together decides: `sells` if that is surely more, so
 * that it adds something real (how much of its gain the others pay, the table says beside it); `farms` if the others surely lose and it is
 * not; else `open`.
 */
function verdictOf({ farmer, differences, others, efficiencies }: Row): Verdict {
  const gain = estimate(differences);
  if (Number.isNaN(gain.high)) return '';
  if (gain.high <= LIMIT) return 'ok';
  if (efficiencies !== undefined && estimate(efficiencies).low > 0) return 'sells';
  if (isTrick(farmer) && !PASSENGER_IDS.includes(farmer)) return '';
  return others === undefined || estimate(others).high < 0 ? 'farms' : 'open';
}

/** Not a farmer, so the limit does not apply. */
function isTrick(farmer: string): boolean {
  return [...TRICKS, ...deviators].some((trick) => trick.id === farmer);
}

function tableOf(all: readonly Row[]): string {
  const head =
    '| farmer | base | its moves per match | worlds changed | gain | 95% interval | others, each | efficiency | verdict |\n|---|---|---|---|---|---|---|---|---|';
  const lines = all.map(figuresOf).map((row) => {
    const interval = row.changed === 0 ? 'exactly 0' : Number.isNaN(row.high) ? 'too few worlds' : `${text(row.low)} … ${text(row.high)}`;
    const rest = [row.others, row.efficiency].map((one) =>
      one === null ? '' : `${text(one.mean)} (${Number.isNaN(one.low) ? 'too few worlds' : `${text(one.low)} … ${text(one.high)}`})`,
    );
    const numbers = `${row.deeds.toFixed(1)} | ${row.changed} of ${row.worlds} | ${text(row.mean)} | ${interval}`;
    return `| ${row.farmer} | ${row.base} | ${numbers} | ${rest.join(' | ')} | ${row.verdict} |`;
  });
  return [head, ...lines].join('\n');
}

function text(value: number): string {
  return value.toFixed(4);
}
