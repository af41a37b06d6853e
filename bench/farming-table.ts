/**
 * The farming table of docs/farming.md: what each farmer gains on each base, compared with the same worlds without it. The mean
 * difference of gain (for pairs: of both seats' sum) has a 95% percentile bootstrap interval over worlds. No upper bound may exceed 0.01.
 * `npx tsx bench/farming-table.ts [--worlds N] [--from SEED] [--task …] [--season KEY] [--others house] [--bases wait,house,planner]
 * [--farmers a,b] [--judge off] [--rules 2] [--keep FILE] [--json]`. With --keep, the worlds in FILE are counted, and the new ones are added to it.
 * Tricks (withdrawer, seed_reader) and deviators (reserve_x3 and others) are measured only if named; tricks are compared with an honest
 * lab that has the same blocks.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { FarmTrial } from '../src/contract/farming';
import { farmWorld } from '../src/eval/farming';
import { DEVIATORS } from '../src/games/gpu-market/open/shared/players/farmers/farming';
import { FARMERS, TRICKS } from '../src/games/gpu-market/open/shared/players/farmers/registry';
import { openMarket } from '../src/games/gpu-market/open/v1/open';
import { openMarket2 } from '../src/games/gpu-market/open/v2/open';
import { GRAFTS_2 } from '../src/games/gpu-market/open/v2/players/farming';
import { seedOf } from '../src/match/season';
import { bootstrapMean, mean } from '../src/statistics/basics';

const LIMIT = 0.01;

const { values } = parseArgs({
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
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const isNew = values.rules === '2';
const market = isNew ? openMarket2 : openMarket;
const deviators = isNew ? GRAFTS_2.deviators : DEVIATORS;

interface Row {
  farmer: string;
  base: string;
  differences: number[];
  deeds: number[];
}

const trials = trialsAsked();
const rows = rowsKept() ?? trials.map(({ farmer, base }): Row => ({ farmer, base, differences: [], deeds: [] }));
for (let n = 0; n < Number(values.worlds); n += 1) {
  const results = await farmWorld(market, configAt(Number(values.from) + n), trials);
  for (const [i, result] of results.entries()) {
    rows[i]?.differences.push(result.difference);
    rows[i]?.deeds.push(result.deeds);
  }
  process.stderr.write(`world ${n + 1} of ${values.worlds}\r`);
}
if (values.keep !== undefined) writeFileSync(values.keep, JSON.stringify(rows));
console.log(values.json ? JSON.stringify(rows.map(figuresOf), null, 2) : tableOf(rows));
process.exitCode = rows.some((row) => figuresOf(row).high > LIMIT && !isTrick(row)) ? 1 : 0;

function trialsAsked(): FarmTrial[] {
  const all = [...FARMERS, ...TRICKS, ...deviators];
  const asked = values.farmers?.split(',') ?? FARMERS.map((farmer) => farmer.id);
  const known = all.filter((farmer) => asked.includes(farmer.id));
  if (known.length < asked.length) throw new Error(`there is ${all.map((farmer) => farmer.id).join(', ')}`);
  return values.bases.split(',').flatMap((base) => known.map((farmer) => ({ farmer: farmer.id, base, others: values.others })));
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

function figuresOf({ farmer, base, differences, deeds }: Row) {
  const [low, high] = bootstrapMean(differences) ?? [Number.NaN, Number.NaN];
  const changed = differences.filter((difference) => difference !== 0).length;
  return { farmer, base, worlds: differences.length, deeds: mean(deeds), changed, mean: mean(differences), low, high };
}

/** Not a farmer, so the limit does not apply. */
function isTrick({ farmer }: { farmer: string }): boolean {
  return [...TRICKS, ...deviators].some((trick) => trick.id === farmer);
}

function tableOf(all: readonly Row[]): string {
  const head =
    '| farmer | base | its moves per match | worlds changed | gain | 95% interval | upper bound |\n|---|---|---|---|---|---|---|';
  const lines = all.map(figuresOf).map((row) => {
    const isKnown = !Number.isNaN(row.high);
    const interval = row.changed === 0 ? 'exactly 0' : isKnown ? `${row.low.toFixed(4)} … ${row.high.toFixed(4)}` : 'too few worlds';
    const verdict = !isKnown || isTrick(row) ? '' : row.high <= LIMIT ? 'ok' : `above ${LIMIT}`;
    return `| ${row.farmer} | ${row.base} | ${row.deeds.toFixed(1)} | ${row.changed} of ${row.worlds} | ${row.mean.toFixed(4)} | ${interval} | ${verdict} |`;
  });
  return [head, ...lines].join('\n');
}
