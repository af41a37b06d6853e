/**
 * How much honest players give each other for nothing, by the ledger of `open`: the largest gift between two seats of a match, as a share
 * of what a seat starts with. The gift detector's threshold (docs/farming.md) is one that no honest match reached.
 * `npx tsx bench/gifts.ts [--task market_round] [--field house] [--matches 1000] [--from 10000] [--keep FILE]`. --field: a base of the
 * farming table in every seat, or `mixed`. With --keep, a line is added to FILE every 100 matches.
 */

import { appendFileSync } from 'node:fs';
import { giftsOf } from '../src/contract/ledger';
import { playMatch } from '../src/engine/memory-run';
import { parseOpenConfig } from '../src/games/gpu-market/open/shared/config';
import { BASES } from '../src/games/gpu-market/open/shared/players/farmers/farming';
import { openLedger } from '../src/games/gpu-market/open/shared/rules/ledger';
import { openMarket } from '../src/games/gpu-market/open/v1/open';
import { readOptions } from './read-options';

const { values } = readOptions({
  options: {
    task: { type: 'string', default: 'market_round' },
    field: { type: 'string', default: 'house' },
    matches: { type: 'string', default: '1000' },
    from: { type: 'string', default: '10000' },
    keep: { type: 'string' },
  },
});

const MIXED = ['house', 'planner', 'planner_with_coalitions', 'greedy'] as const;
const EVERY = 100;
const shares: number[] = [];
let largest = { share: 0, seed: 0 };
for (let n = 1; n <= Number(values.matches); n += 1) {
  const seed = Number(values.from) + n - 1;
  const share = largestGift(seed);
  shares.push(share);
  if (share > largest.share) largest = { share, seed };
  if (values.keep !== undefined && n % EVERY === 0) appendFileSync(values.keep, `${lineOf(shares)}\n`);
}
console.log(lineOf(shares));

function largestGift(seed: number): number {
  const config = parseOpenConfig({ task_type: values.task, seed, judge_mode: 'rule' });
  if (!config.ok) throw new Error(config.why);
  const { events } = playMatch(openMarket, config.value, { playerOf: (seat) => baseOf(seat, seed)(seat) });
  return giftsOf(openLedger(events))[0]?.share ?? 0;
}

/** Mixed fields rotate by one seat with each world. */
function baseOf(seat: string, seed: number) {
  const name = values.field === 'mixed' ? MIXED[(Number(seat.slice('lab_'.length)) + seed) % MIXED.length] : values.field;
  const found = Object.entries(BASES).find(([base]) => base === name);
  if (found === undefined) throw new Error(`no player "${name}"; there is ${Object.keys(BASES).join(', ')}, mixed`);
  return found[1];
}

function lineOf(all: readonly number[]): string {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (part: number) => (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(3);
  const given = all.filter((share) => share > 0).length;
  return `${values.task} ${values.field}: ${all.length} matches, ${given} with a gift, p99 ${at(0.99)}, p99.9 ${at(0.999)}, largest ${largest.share.toFixed(3)} (seed ${largest.seed})`;
}
