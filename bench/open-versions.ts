/**
 * Version 2 of `open` beside version 1, in the same worlds: seeds from 40000, 95% percentile bootstraps over worlds.
 *   npx tsx bench/open-versions.ts alike --task coalition_market --worlds 30        everyone plays one policy; complements: those of the task
 *   npx tsx bench/open-versions.ts alike --task coalition_market --complements 0    in the very worlds of version 1
 *   npx tsx bench/open-versions.ts reserves --worlds 30                             a lone lab states more than a plan costs it, in both versions
 *   npx tsx bench/open-versions.ts prize --worlds 30                                who wins the spare block
 *   npx tsx bench/open-versions.ts words --task market_round --worlds 100           a negotiator among house labs, and the same one deaf
 */
import { means } from '../src/engine/means';
import { type Chooser, playMatch } from '../src/engine/memory-run';
import { booksOf } from '../src/games/gpu-market/open/shared/books/conservation';
import { parseOpenConfig } from '../src/games/gpu-market/open/shared/config';
import type { OpenEvent } from '../src/games/gpu-market/open/shared/events';
import type { OpenObservation } from '../src/games/gpu-market/open/shared/observation';
import { type OpenScore, optimumOf, scoreFrom } from '../src/games/gpu-market/open/shared/optimum/score';
import { worldOf } from '../src/games/gpu-market/open/shared/plans/pairs';
import { archetypeOf } from '../src/games/gpu-market/open/shared/players/archetypes';
import { greedyTurn } from '../src/games/gpu-market/open/shared/players/greedy';
import { withPitch } from '../src/games/gpu-market/open/shared/players/pitch';
import { plannerTurn } from '../src/games/gpu-market/open/shared/players/planner';
import { randomAction } from '../src/games/gpu-market/open/shared/players/random';
import { venturePlannerTurn } from '../src/games/gpu-market/open/shared/players/venture';
import type { OpenState } from '../src/games/gpu-market/open/shared/state';
import { openMarket } from '../src/games/gpu-market/open/v1/open';
import { parseOpenConfig2 } from '../src/games/gpu-market/open/v2/config';
import type { OpenObservation2 } from '../src/games/gpu-market/open/v2/observation';
import { openMarket2 } from '../src/games/gpu-market/open/v2/open';
import { overstating, RESERVES } from '../src/games/gpu-market/open/v2/players/farming';
import { houseTurn2 } from '../src/games/gpu-market/open/v2/players/house';
import { negotiatorTurn } from '../src/games/gpu-market/open/v2/players/negotiator';
import { plannerTurn2 } from '../src/games/gpu-market/open/v2/players/planner';
import { randomAction2 } from '../src/games/gpu-market/open/v2/players/random';
import { venturePlannerTurn2 } from '../src/games/gpu-market/open/v2/players/venture';
import { needCents } from '../src/games/gpu-market/open/v2/rules/costs';
import { type Player2, playMatch2 } from '../src/games/gpu-market/open/v2/testing/play';
import { bootstrapFor, bootstrapMean, mean } from '../src/statistics/basics';
import { readOptions } from './read-options';

const FIRST = 40_000;
const DRAWS = 4_000;
const { values: flags, positionals } = readOptions({
  allowPositionals: true,
  options: {
    task: { type: 'string', default: 'coalition_market' },
    worlds: { type: 'string', default: '30' },
    from: { type: 'string', default: String(FIRST) },
    complements: { type: 'string' },
    players: { type: 'string', default: 'greedy,planner,planner_with_coalitions' },
  },
});

type Player = Chooser<OpenObservation>;
const asNew =
  (turn: (seen: OpenObservation2) => unknown): Player =>
  (seen) =>
    turn(seen as unknown as OpenObservation2);

const PLAYERS: Record<number, Record<string, Player>> = {
  1: {
    wait: () => [],
    random: (seen, chance) => (chance === undefined ? [] : [randomAction(seen, chance)]),
    greedy: greedyTurn,
    planner: (seen) => withPitch(plannerTurn(seen), seen),
    planner_with_coalitions: (seen) => withPitch(venturePlannerTurn(seen), seen),
  },
  2: {
    wait: () => [],
    random: (seen, chance) => (chance === undefined ? [] : [randomAction2(seen as unknown as OpenObservation2, chance)]),
    greedy: greedyTurn,
    planner: asNew(plannerTurn2),
    planner_with_coalitions: asNew((seen) => venturePlannerTurn2(seen)),
    house: asNew((seen) => houseTurn2(seen, archetypeOf(seen.controlled_lab_id))),
    negotiator: asNew(negotiatorTurn),
    deaf: asNew((seen) => negotiatorTurn(unheard(seen))),
  },
};

/** What a seat sees with all messages hidden. */
function unheard(seen: OpenObservation2): OpenObservation2 {
  return { ...seen, message_history: [], active_offers: seen.active_offers.map((offer) => ({ ...offer, message: '' })) };
}

interface Setting {
  version: number;
  seed: number;
  judge: 'off' | 'rule';
}

function play({ version, seed, judge }: Setting, playerOf: (seat: string) => Player): { events: OpenEvent[] } {
  const raw = { task_type: flags.task, seed, judge_mode: judge };
  const complements = flags.complements === undefined ? {} : { complements: Number(flags.complements) };
  if (version === 1) {
    const config = parseOpenConfig(raw);
    if (!config.ok) throw new Error(config.why);
    return playMatch(openMarket, config.value, { playerOf });
  }
  const config = parseOpenConfig2({ ...raw, ...complements });
  if (!config.ok) throw new Error(config.why);
  return playMatch2(config.value, playerOf as unknown as (seat: string) => Player2);
}

const solved = new Map<string, Awaited<ReturnType<typeof optimumOf>>>();

async function score(events: readonly OpenEvent[]): Promise<OpenScore> {
  const world = worldOf(events);
  const key = JSON.stringify([world.opened.labs, world.shocks, world.opened.grants]);
  const best = solved.get(key) ?? (await optimumOf(world, means.solve, 100));
  solved.set(key, best);
  return scoreFrom(world, { best, books: booksOf(events) });
}

function text(values: readonly number[]): string {
  const interval = bootstrapMean(values, { ...bootstrapFor(values.length), resamples: DRAWS });
  const [low, high] = interval ?? [Number.NaN, Number.NaN];
  return `${mean(values).toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

const worlds = Number(flags.worlds);
const seeds = Array.from({ length: worlds }, (_, i) => Number(flags.from) + i);

/** World by world: the mean gain of a seat, and efficiency. */
async function alike(): Promise<void> {
  const names = flags.players.split(',');
  const gains = new Map<string, number[]>();
  const efficiencies = new Map<string, number[]>();
  for (const seed of seeds) {
    for (const version of [1, 2]) {
      for (const name of names) {
        const player = PLAYERS[version]?.[name];
        if (player === undefined) throw new Error(`no player ${name}`);
        const { gain, efficiency } = await score(play({ version, seed, judge: 'off' }, () => player).events);
        const key = `${version} ${name}`;
        gains.set(key, [...(gains.get(key) ?? []), mean(Object.values(gain))]);
        efficiencies.set(key, [...(efficiencies.get(key) ?? []), efficiency ?? Number.NaN]);
      }
    }
    process.stderr.write(`${seed}\r`);
  }
  for (const [key, values] of gains)
    console.log(`${flags.task} version ${key}: gain ${text(values)}, efficiency ${text(efficiencies.get(key) ?? [])}`);
  for (const version of [1, 2]) {
    for (const [i, name] of names.entries()) {
      const before = names[i - 1];
      if (before === undefined) continue;
      console.log(
        `${flags.task} version ${version}: ${name} - ${before}: ${text(differences(gains, `${version} ${name}`, `${version} ${before}`))}`,
      );
    }
  }
  for (const name of names)
    console.log(`${flags.task} ${name}: version 2 - version 1: ${text(differences(gains, `2 ${name}`, `1 ${name}`))}`);
}

function differences(of: Map<string, number[]>, a: string, b: string): number[] {
  return (of.get(a) ?? []).map((value, i) => value - (of.get(b)?.[i] ?? Number.NaN));
}

/** The deviating seat rotates with the world; all others are planners with coalitions. */
async function reserves(): Promise<void> {
  const honest = PLAYERS[2]?.planner_with_coalitions;
  if (honest === undefined) throw new Error('no planner with coalitions');
  for (const [name, state] of Object.entries(RESERVES)) {
    const deviating = asNew(overstating((seen) => venturePlannerTurn2(seen), state));
    const [own, others, efficiency]: number[][] = [[], [], []];
    let same = 0;
    for (const [i, seed] of seeds.entries()) {
      const plain = play({ version: 2, seed, judge: 'off' }, () => honest);
      const labs = worldOf(plain.events).opened.labs.map((lab) => lab.lab_id);
      const seat = labs[i % labs.length] ?? '';
      const other = play({ version: 2, seed, judge: 'off' }, (one) => (one === seat ? deviating : honest));
      const [before, after] = [await score(plain.events), await score(other.events)];
      own?.push((after.gain[seat] ?? 0) - (before.gain[seat] ?? 0));
      others?.push(mean(labs.flatMap((lab) => (lab === seat ? [] : [(after.gain[lab] ?? 0) - (before.gain[lab] ?? 0)]))));
      efficiency?.push((after.efficiency ?? 0) - (before.efficiency ?? 0));
      if (JSON.stringify(after.profit_cents) === JSON.stringify(before.profit_cents)) same += 1;
    }
    console.log(
      `${flags.task} reserve ${name}: own ${text(own ?? [])}, others ${text(others ?? [])}, efficiency ${text(efficiency ?? [])}, same profits ${same} of ${worlds}`,
    );
  }
}

/** Of the rounds in which two or more labs need the block: how often the neediest of those that pitch wins. */
async function prize(): Promise<void> {
  const player = PLAYERS[2]?.planner;
  if (player === undefined) throw new Error('no planner');
  let [rounds, neediest, useless] = [0, 0, 0];
  for (const seed of seeds) {
    const { events } = play({ version: 2, seed, judge: 'rule' }, () => player);
    let state: OpenState | null = null;
    let needs: Record<string, number> = {};
    for (const event of events) {
      if (event.type === 'round_closed' && state !== null) needs = needsOf(state);
      if (event.type === 'pitches_judged' && event.verdict.pitches.length > 1) {
        const most = Math.max(...event.verdict.pitches.map(({ lab_id }) => needs[lab_id] ?? 0));
        const winner = event.verdict.winner_lab_id;
        rounds += 1;
        if (winner !== null && (needs[winner] ?? 0) === most) neediest += 1;
        if (winner !== null && (needs[winner] ?? 0) === 0) useless += 1;
      }
      state = openMarket2.evolve(state, event);
    }
  }
  console.log(`${flags.task}: ${rounds} rounds with two pitches or more; the neediest wins ${neediest}, a lab without need ${useless}`);
}

function needsOf(state: OpenState): Record<string, number> {
  const block = state.blocks[`b_grant_${state.round_index}`];
  if (block === undefined) return {};
  return Object.fromEntries(Object.keys(state.labs).map((lab) => [lab, needCents(state, lab, block)]));
}

/** One seat, which rotates with the world, among house labs. */
async function words(): Promise<void> {
  const { house, planner, negotiator, deaf } = PLAYERS[2] ?? {};
  if (house === undefined || planner === undefined || negotiator === undefined || deaf === undefined) throw new Error('no such players');
  const players = { negotiator, deaf, planner };
  const gains: Record<keyof typeof players, number[]> = { negotiator: [], deaf: [], planner: [] };
  for (const [i, seed] of seeds.entries()) {
    const seat = `lab_${i % labsOf(seed)}`;
    for (const name of Object.keys(gains) as (keyof typeof players)[]) {
      const { events } = play({ version: 2, seed, judge: 'off' }, (one) => (one === seat ? players[name] : house));
      gains[name].push((await score(events)).gain[seat] ?? 0);
    }
    process.stderr.write(`${seed}\r`);
  }
  const less = (other: readonly number[]) => text(gains.negotiator.map((gain, i) => gain - (other[i] ?? Number.NaN)));
  console.log(`${flags.task}: negotiator ${text(gains.negotiator)}, the same one deaf ${text(gains.deaf)}, planner ${text(gains.planner)}`);
  console.log(`${flags.task}: negotiator - deaf ${less(gains.deaf)}, negotiator - planner ${less(gains.planner)}`);
}

function labsOf(seed: number): number {
  const config = parseOpenConfig2({ task_type: flags.task, seed });
  if (!config.ok) throw new Error(config.why);
  return config.value.labs;
}

const MEASURES: Record<string, () => Promise<void>> = { alike, reserves, prize, words };
const measure = MEASURES[positionals[0] ?? ''];
if (measure === undefined) throw new Error(`say which: ${Object.keys(MEASURES).join(', ')}`);
await measure();
