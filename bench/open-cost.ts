/**
 * What ruleset `open` costs. `npx tsx bench/open-cost.ts speed SECONDS` plays coalition_market with six planners;
 * `npx tsx bench/open-cost.ts labs N MATCHES` plays grand_market's rounds with N house labs. Both print one line of JSON.
 */
import { means } from '../src/engine/means';
import { parseOpenConfig } from '../src/games/gpu-market/open/shared/config';
import type { OpenEvent } from '../src/games/gpu-market/open/shared/events';
import type { OpenObservation } from '../src/games/gpu-market/open/shared/observation';
import { scoreOf } from '../src/games/gpu-market/open/shared/optimum/score';
import { archetypeOf, archetypeTurn } from '../src/games/gpu-market/open/shared/players/archetypes';
import { plannerTurn } from '../src/games/gpu-market/open/shared/players/planner';
import { openMarket } from '../src/games/gpu-market/open/v1/open';
import { FrameFold } from '../src/live/frames';

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

const [kind, ...args] = process.argv.slice(2);
if (kind === 'speed') console.log(JSON.stringify(playFor(Number(args[0] ?? 5))));
else if (kind === 'labs') console.log(JSON.stringify(await growTo(Number(args[0]), Number(args[1] ?? 1))));
else throw new Error('open-cost: `speed SECONDS` or `labs N MATCHES`');

function playFor(wallSeconds: number): SpeedLine {
  playMatch(configOf('coalition_market', FIRST_SEED), (observation) => plannerTurn(observation)); // warms up
  const before = process.cpuUsage();
  const end = performance.now() + wallSeconds * 1000;
  let matches = 0;
  while (performance.now() < end) {
    matches += 1;
    playMatch(configOf('coalition_market', FIRST_SEED + matches), (observation) => plannerTurn(observation));
  }
  const used = process.cpuUsage(before);
  return { matches, cpuSeconds: (used.user + used.system) / 1e6 };
}

async function growTo(labs: number, matches: number): Promise<LabsLine> {
  const line: LabsLine = { labs, closing: [], observing: [], deciding: [], solving: [], gaps: [], bytes: [] };
  for (let match = 0; match < matches; match += 1) {
    const config = configOf('grand_market', FIRST_SEED + match, labs);
    const events = playMatch(config, (observation) => archetypeTurn(observation, archetypeOf(observation.controlled_lab_id)), line);
    line.bytes.push(...roundBytes(events));
    const from = performance.now();
    const score = await scoreOf(events, means.solve);
    line.solving.push(performance.now() - from);
    line.gaps.push(score.gap);
  }
  return line;
}

function configOf(task: string, seed: number, labs?: number) {
  const config = parseOpenConfig({ task_type: task, seed, ...(labs === undefined ? {} : { labs }) });
  if (!config.ok) throw new Error(config.why);
  return config.value;
}

/** A whole match in memory; where `line` is given, each step's time is added to it. */
function playMatch(config: ReturnType<typeof configOf>, turnOf: (observation: OpenObservation) => unknown, line?: LabsLine): OpenEvent[] {
  const events = openMarket.open(config);
  let state = events.reduce<ReturnType<typeof openMarket.evolve> | null>((before, event) => openMarket.evolve(before, event), null);
  while (state !== null && openMarket.toAct(state).length > 0) {
    const seats = openMarket.toAct(state);
    const turns: unknown[] = [];
    for (const seat of seats) {
      const from = performance.now();
      const observation = openMarket.observe(state, seat);
      const between = performance.now();
      turns.push(turnOf(observation));
      line?.observing.push(between - from);
      line?.deciding.push(performance.now() - between);
    }
    for (const [index, seat] of seats.entries()) {
      const from = performance.now();
      const news = openMarket.decide(state, seat, turns[index]);
      for (const event of news) state = openMarket.evolve(state, event);
      if (index === seats.length - 1) line?.closing.push(performance.now() - from);
      events.push(...news);
    }
  }
  return events;
}

/** What one watcher of a public match receives per round, as JSON. */
function roundBytes(events: readonly OpenEvent[]): number[] {
  const fold = new FrameFold(openMarket, 'public');
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
