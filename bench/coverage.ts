/**
 * The coverage table of docs/statistics.md, simulated on Mandi's own scores.
 * `npx tsx bench/coverage.ts [--worlds 1000] [--open 400] [--market 150] [--samples 1500] [--runs 1000]`
 */
import { MOST_WORLDS_TO_GO } from '../src/statistics/compare-pairs';
import { coverageOf, type Population, populationsOf, powerOf, varied, wrongRates } from './coverage-study';
import { readOptions } from './read-options';

const { values: flags } = readOptions({
  options: {
    worlds: { type: 'string', default: '1000' },
    open: { type: 'string', default: '400' },
    market: { type: 'string', default: '150' },
    samples: { type: 'string', default: '1500' },
    runs: { type: 'string', default: '1000' },
  },
});
const [worlds, openWorlds, marketWorlds] = [Number(flags.worlds), Number(flags.open), Number(flags.market)];
const [samples, runs] = [Number(flags.samples), Number(flags.runs)];

/** The published table's policies. */
const CLASSIC = [
  'rule_based_expert',
  'always_accept',
  'greedy_hoarder',
  'no_negotiation_allocator',
  'random_validish',
  'base_instruct_naive',
];
const OPEN = ['greedy', 'selfish', 'house', 'planner', 'random'];
const all: Population[] = [
  ...(await populationsOf({
    ruleset: 'classic',
    version: 1,
    tasks: ['single_trade', 'market_round', 'coalition_market'],
    policies: CLASSIC,
    from: 40_000,
    worlds,
  })),
  ...(await populationsOf({ ruleset: 'open', version: 1, tasks: ['single_trade'], policies: OPEN, from: 40_000, worlds: openWorlds })),
  ...(await populationsOf({
    ruleset: 'open',
    version: 1,
    tasks: ['market_round'],
    policies: ['greedy', 'house', 'planner'],
    from: 40_000,
    worlds: marketWorlds,
  })),
];
const used = varied(all);
console.log(`${all.length} populations, ${used.length} of them not mostly one value; ${samples} samples of each`);
for (const { n, method, held, median, worst, given, width } of coverageOf(used, { sizes: [8, 12, 20, 30], samples }))
  console.log(
    `n ${n}  ${method}  held ${percent(held)}  median ${percent(median)}  worst ${percent(worst)}  given ${percent(given)}  median width ${width.toFixed(2)} sd`,
  );
const leads = used.filter(({ name }) => name.includes(' less '));
const { first, last, ...rates } = wrongRates(leads, { runs, first: 20, last: 200 });
console.log(`no true lead, ${runs} runs over ${leads.length} populations of leads:`);
console.log(
  `one look at ${first} worlds: ${percent(rates.atFirst)}; a look every 8 worlds to ${last}: ${percent(rates.looking)}; any-time p: ${percent(rates.anytime)}`,
);
for (const lead of [0.3, 0.5]) {
  const { power, toldNoLead } = powerOf(lead, { runs, first: 20, most: MOST_WORLDS_TO_GO });
  console.log(
    `a lead of ${lead} sd, "more" from 20 worlds followed once: found ${percent(power)}, told there is no clear lead ${percent(toldNoLead)}`,
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
