/**
 * What ruleset `open` costs. `npx tsx bench/open-cost.ts speed SECONDS [RULES]` plays coalition_market with six planners;
 * `npx tsx bench/open-cost.ts labs N MATCHES [RULES]` plays grand_market's rounds with N house labs. RULES: 1 (the default) or 2. Both print
 * one line of JSON. `npx tsx bench/open-cost.ts sizes MATCHES [LABS]` plays both versions in turns, with 2 to 64 house labs (or LABS, for
 * example 2,4,8), and prints a table.
 */
import { means } from '../src/engine/means';
import { type AnyObservation, archetypes, planner } from '../src/games/gpu-market/open/players/policies';
import type { OpenConfig } from '../src/games/gpu-market/open/shared/config';
import type { OpenEvent } from '../src/games/gpu-market/open/shared/events';
import { scoreOf } from '../src/games/gpu-market/open/shared/optimum/score';
import { archetypeOf } from '../src/games/gpu-market/open/shared/players/archetypes';
import { openMarket } from '../src/games/gpu-market/open/v1/open';
import { openMarket2 } from '../src/games/gpu-market/open/v2/open';
import { FrameFold } from '../src/live/frames';
import { bootstrapMean, mean } from '../src/statistics/basics';
import { median, quantile } from './turns';

/** Training seeds: this measures cost, not results. */
const FIRST_SEED = 1_000;

export interface SpeedLine {
  matches: number;
  cpuSeconds: number;
}

/** Times in milliseconds; the median and the slowest round of all. */
export interface LabsLine {
  labs: number;
  closing: number[];
  observing: number[];
  deciding: number[];
  solving: number[];
  gaps: number[];
  bytes: number[];
}

type Turn = (observation: AnyObservation) => unknown;

const plannerTurn: Turn = (observation) => planner.choose(observation);

/** Each of the five kinds of house labs, by the seat's number. */
const houseTurn: Turn = (observation) => {
  const kind = archetypeOf(observation.controlled_lab_id);
  return archetypes.find(({ id }) => id === kind)?.choose(observation);
};

const SIZES = '2,4,8,16,32,64';

const [kind, ...args] = process.argv.slice(2);
if (kind === 'speed') console.log(JSON.stringify(playFor(Number(args[0] ?? 5), rulesOf(args[1]))));
else if (kind === 'labs') console.log(JSON.stringify(await growTo(Number(args[0]), Number(args[1] ?? 1), rulesOf(args[2]))));
else if (kind === 'sizes') console.log(compareSizes(Number(args[0] ?? 3), (args[1] ?? SIZES).split(',').map(Number)));
else throw new Error('open-cost: `speed SECONDS [RULES]`, `labs N MATCHES [RULES]` or `sizes MATCHES [LABS]`');

type Rules = 1 | 2;

function rulesOf(text = '1'): Rules {
  if (text !== '1' && text !== '2') throw new Error('open-cost: rules 1 or 2');
  return text === '1' ? 1 : 2;
}

function playFor(wallSeconds: number, rules: Rules): SpeedLine {
  playMatch({ rules, task: 'coalition_market', seed: FIRST_SEED }, plannerTurn); // warms up
  const before = process.cpuUsage();
  const end = performance.now() + wallSeconds * 1000;
  let matches = 0;
  while (performance.now() < end) {
    matches += 1;
    playMatch({ rules, task: 'coalition_market', seed: FIRST_SEED + matches }, plannerTurn);
  }
  const used = process.cpuUsage(before);
  return { matches, cpuSeconds: (used.user + used.system) / 1e6 };
}

function emptyLine(labs: number): LabsLine {
  return { labs, closing: [], observing: [], deciding: [], solving: [], gaps: [], bytes: [] };
}

async function growTo(labs: number, matches: number, rules: Rules): Promise<LabsLine> {
  const line = emptyLine(labs);
  for (let match = 0; match < matches; match += 1) {
    const events = playMatch({ rules, task: 'grand_market', seed: FIRST_SEED + match, labs }, houseTurn, line);
    line.bytes.push(...roundBytes(rules, events));
    const from = performance.now();
    const score = await scoreOf(events, means.solve);
    line.solving.push(performance.now() - from);
    line.gaps.push(score.gap);
  }
  return line;
}

type SizeLine = LabsLine & { cpu: number[] };

/** Both versions in turns, after a match of each that does not count. Which of them plays a world first changes from world to world. */
function compareSizes(matches: number, sizes: readonly number[]): string {
  const rows = sizes.flatMap((labs) => {
    const lines: Record<Rules, SizeLine> = { 1: { ...emptyLine(labs), cpu: [] }, 2: { ...emptyLine(labs), cpu: [] } };
    for (const rules of [1, 2] as const) playMatch({ rules, task: 'grand_market', seed: FIRST_SEED - 1, labs }, houseTurn);
    for (let match = 0; match < matches; match += 1)
      for (const rules of match % 2 === 0 ? ([1, 2] as const) : ([2, 1] as const)) measureMatch(lines[rules], FIRST_SEED + match, rules);
    process.stderr.write(`${labs} labs\r`);
    return ([1, 2] as const).map((rules) => sizeRow(lines, rules));
  });
  return [
    "| labs | version | closing a round, median ms | p95 ms | a seat's observation, ms | a house lab's turn, ms | kB to a watcher, a round | CPU ms, a match | of version 1's, mean and 95% interval over worlds |",
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function measureMatch(line: SizeLine, seed: number, rules: Rules): void {
  const before = process.cpuUsage();
  const events = playMatch({ rules, task: 'grand_market', seed, labs: line.labs }, houseTurn, line);
  const used = process.cpuUsage(before);
  line.cpu.push((used.user + used.system) / 1000);
  line.bytes.push(...roundBytes(rules, events));
}

function sizeRow(lines: Record<Rules, SizeLine>, rules: Rules): string {
  const { labs, closing, observing, deciding, bytes, cpu } = lines[rules];
  const figures = [median(closing), quantile(closing, 0.95), median(observing), median(deciding)].map((ms) => ms.toFixed(2));
  const ratios = cpu.map((ms, match) => ms / (lines[1].cpu[match] ?? Number.NaN));
  const [low, high] = bootstrapMean(ratios) ?? [Number.NaN, Number.NaN];
  const ratio = rules === 1 ? '' : `${mean(ratios).toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
  return `| ${labs} | ${rules} | ${figures.join(' | ')} | ${(median(bytes) / 1024).toFixed(1)} | ${Math.round(mean(cpu))} | ${ratio} |`;
}

interface Setting {
  rules: Rules;
  task: string;
  seed: number;
  labs?: number;
}

type Market = typeof openMarket;

/** Both have the same types but for their options and observations. */
function marketOf(rules: Rules): Market {
  return rules === 1 ? openMarket : (openMarket2 as unknown as Market);
}

function configOf({ rules, task, seed, labs }: Setting): OpenConfig {
  const config = marketOf(rules).parseConfig({ task_type: task, seed, ...(labs !== undefined && { labs }) });
  if (!config.ok) throw new Error(config.why);
  return config.value;
}

/** A whole match in memory; where `line` is given, each step's time is added to it. */
function playMatch(setting: Setting, turnOf: Turn, line?: LabsLine): OpenEvent[] {
  const market = marketOf(setting.rules);
  const events = market.open(configOf(setting));
  let state = events.reduce<ReturnType<Market['evolve']> | null>((before, event) => market.evolve(before, event), null);
  while (state !== null && market.toAct(state).length > 0) {
    const seats = market.toAct(state);
    const turns: unknown[] = [];
    for (const seat of seats) {
      const from = performance.now();
      const observation = market.observe(state, seat);
      const between = performance.now();
      turns.push(turnOf(observation));
      line?.observing.push(between - from);
      line?.deciding.push(performance.now() - between);
    }
    for (const [index, seat] of seats.entries()) {
      const from = performance.now();
      const news = market.decide(state, seat, turns[index]);
      for (const event of news) state = market.evolve(state, event);
      if (index === seats.length - 1) line?.closing.push(performance.now() - from);
      events.push(...news);
    }
  }
  return events;
}

/** What one watcher of a public match receives per round, as JSON. */
function roundBytes(rules: Rules, events: readonly OpenEvent[]): number[] {
  const fold = new FrameFold(marketOf(rules), 'public');
  const bytes: number[] = [];
  let sum = 0;
  for (const [index, event] of events.entries()) {
    const frame = fold.take({ seq: index + 1, event, json: '', recordedAt: new Date(0) });
    if (index > 0) sum += Buffer.byteLength(JSON.stringify(frame));
    if (event.type !== 'round_started' && event.type !== 'match_ended') continue;
    bytes.push(sum);
    sum = 0;
  }
  return bytes;
}
