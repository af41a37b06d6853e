/** Ruleset `open`: the audited program in one seat or in two of one owner, among house labs or among planners with coalitions. */

import { HONEST_WITH, type Program, type Step } from '~/contract/audit';
import { type Chooser, playMatch } from '~/engine/memory-run';
import type { OpenAction } from '~/games/gpu-market/open/actions';
import { IDIOMS, OPEN_LANGUAGE, QUICK_LANGUAGE } from '~/games/gpu-market/open/audit/language';
import { firstFault, reachedBy, unexplainedOf } from '~/games/gpu-market/open/audit/look';
import { isDue, movesOf } from '~/games/gpu-market/open/audit/moves';
import { booksOf } from '~/games/gpu-market/open/books/conservation';
import { type OpenConfig, parseOpenConfig } from '~/games/gpu-market/open/config';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import { evolve } from '~/games/gpu-market/open/evolve';
import type { OpenObservation } from '~/games/gpu-market/open/observation';
import { openMarketBy } from '~/games/gpu-market/open/open';
import { type Base, graft, withRoom } from '~/games/gpu-market/open/players/farmers/farmer';
import { FARMERS } from '~/games/gpu-market/open/players/farmers/registry';
import { house, planner, plannerWithCoalitions } from '~/games/gpu-market/open/players/policies';
import type { Apply } from '~/games/gpu-market/open/proceedings';
import type { AuditTarget, Look, Outcome, Quick } from './target';
import { isHonest } from './program';

const SEARCH = { from: 0, worlds: 8 };
const HOLDOUT = { from: 40_000, worlds: 30 };
/** A farmer's moves come on top of those that the player beneath it has. */
const ROOM = 4;

/** Who plays the other seats, and who is the honest player among them. */
const OPEN_FIELDS = {
  house: { honest: planner, other: house, judge_mode: 'rule' },
  coalitions: { honest: plannerWithCoalitions, other: plannerWithCoalitions, judge_mode: 'off' },
} as const;

export type OpenField = keyof typeof OPEN_FIELDS;

export interface OpenTargetOptions {
  holdout?: { from?: number; worlds?: number };
  field?: OpenField;
  /** What applies events: a test plants a fault with it. */
  apply?: Apply;
  /** Under which name threads find it. */
  name?: string;
}

export function openTarget(task: string, options: OpenTargetOptions = {}): AuditTarget {
  const { field = 'house', apply = evolve } = options;
  const setting = { task, field, apply };
  const holdout = { ...HOLDOUT, ...options.holdout };
  const honest = OPEN_FIELDS[field].honest;
  const base: Base = (observation) => honest.choose(observation) as OpenAction[];
  const alone = (player: Chooser<OpenObservation>) => new Map([['own', player]]);
  return {
    name: options.name ?? `open/${task}${field === 'house' ? '' : `+${field}`}`,
    // In one world autarky and scale are the same for every player: a difference in profit is one in gain.
    units: { score: 'profit of the seat', welfare: 'value that all seats made: jobs settled less energy' },
    oneUnit: true,
    language: OPEN_LANGUAGE,
    honest: honest.id,
    seeds: { search: seedsOf(SEARCH), holdout: seedsOf(holdout) },
    weight: 100,
    playHonest: (seed, seats = 1) => playIn(setting, seed, { players: honestIn(base, seats), room: 0 }),
    playWait: (seed) => playIn(setting, seed, { players: alone(() => []), room: 0 }),
    playProgram: (program, seed) => playIn(setting, seed, playersOf(program, base)),
    // Farmers that need a partner in a second seat are the farming table's (docs/farming.md).
    known: FARMERS.filter((farmer) => farmer.seats === 1).map((farmer) => ({
      name: farmer.id,
      play: (seed) => playIn(setting, seed, { players: alone(graft(base, farmer.start(), { room: ROOM })), room: ROOM }),
    })),
    quick: openQuick(task, apply),
  };
}

interface Seated {
  /** By `own` and `second`. */
  players: Map<string, Chooser<OpenObservation>>;
  room: number;
}

function honestIn(base: Base, seats: 1 | 2): Map<string, Chooser<OpenObservation>> {
  const both: [string, Chooser<OpenObservation>][] = [
    ['own', base],
    ['second', base],
  ];
  return new Map(both.slice(0, seats));
}

/** With `honest` in it, the honest player's turn in each of the owner's seats, and the loop beside it, as known farmers have their moves. */
function playersOf(program: Program, base: Base): Seated {
  const beside = program.filter((step) => !isHonest(step));
  const isBeside = beside.length < program.length;
  const seats = program.some(({ seat }) => seat === 'second') ? (['own', 'second'] as const) : (['own'] as const);
  const players = seats.map((seat): [string, Chooser<OpenObservation>] => {
    const mine = beside.filter((step) => step.seat === seat);
    const moves = (observation: OpenObservation) =>
      movesOf(mine, { observation, partner: seats.length < 2 ? null : partnerOf(observation, seat) }) as OpenAction[];
    if (!isBeside) return [seat, (observation) => moves(observation).slice(0, observation.actions_per_round)];
    const changed = changing(base, program);
    return [seat, graft(seat === 'own' ? changed : base, ({ observation }) => moves(observation), { room: ROOM })];
  });
  return { players: new Map(players), room: isBeside ? ROOM : 0 };
}

/** The honest player's turn with some of its numbers changed, as the program's steps say. */
function changing(base: Base, program: Program): Base {
  const changes = program.filter(({ type }) => type.startsWith(HONEST_WITH));
  if (changes.length === 0) return base;
  return (observation, chance) => {
    const due = changes.filter((step) => isDue(step, observation));
    return base(observation, chance).flatMap((action) =>
      due.reduce<OpenAction[]>((sofar, step) => sofar.flatMap((one) => changed(one, step)), [action]),
    );
  };
}

function changed(action: OpenAction, { type, by }: Step): OpenAction[] {
  const field = type.slice(HONEST_WITH.length) as keyof OpenAction;
  const value = action[field];
  if (typeof value !== 'number') return [action];
  if (by === 'left out') return [];
  const amount = Number(by.slice(2));
  const other = by.startsWith('+') ? value + amount : value * amount;
  return [{ ...action, [field]: Number.isInteger(value) && field.endsWith('round') ? Math.round(other) : Math.round(other * 100) / 100 }];
}

/** The owner's seats are neighbors: its own and the next. */
export function seatsIn({ seed, labs }: Pick<OpenConfig, 'seed' | 'labs'>): { own: string; second: string } {
  return { own: `lab_${seed % labs}`, second: `lab_${(seed + 1) % labs}` };
}

function partnerOf({ controlled_lab_id, visible_labs }: OpenObservation, seat: 'own' | 'second'): string {
  const labs = visible_labs.length + 1;
  const me = Number(controlled_lab_id.slice('lab_'.length));
  return `lab_${(me + (seat === 'own' ? 1 : labs - 1)) % labs}`;
}

async function playIn(
  setting: { task: string; field: OpenField; apply: Apply },
  seed: number,
  { players, room }: Seated,
): Promise<Outcome> {
  const { judge_mode, other } = OPEN_FIELDS[setting.field];
  const read = parseOpenConfig({ task_type: setting.task, seed, judge_mode });
  if (!read.ok) throw new Error(read.why);
  const config = { ...read.value, actions_per_round: read.value.actions_per_round + room };
  const named = seatsIn(config);
  const seats = [named.own, named.second].slice(0, players.size);
  const { events } = playMatch(openMarketBy(setting.apply), config, {
    playerOf: (seat) => {
      const own = seat === named.own ? players.get('own') : seat === named.second ? players.get('second') : undefined;
      return own ?? ((view, chance) => other.choose(withRoom(view, room), chance));
    },
  });
  const books = booksOf(events);
  const profit = seats.reduce((sum, seat) => sum + (books.profits_cents[seat] ?? 0), 0);
  const unexplained = unexplainedOf(books, seats).own / 100;
  return { score: profit / 100, welfare: books.made_cents / 100, ...(unexplained !== 0 && { unexplained }) };
}

/** A turn has room for every step of the longest program, done twice. */
const ACTIONS = 20;

/** Quick matches: programs by themselves in one seat or two of one owner; everybody else waits. */
function openQuick(task: string, apply: Apply): Quick {
  const play = (program: Program, seed: number) => playQuickly({ task, apply }, program, seed);
  return {
    language: QUICK_LANGUAGE,
    idioms: IDIOMS,
    look: async (programs, seed) => programs.map((program) => lookAt(play(program, seed))),
    trace: async (program, seed) => firstFault(play(program, seed).events, apply),
  };
}

interface Played {
  events: OpenEvent[];
  seats: string[];
  rounds: number;
}

function playQuickly({ task, apply }: { task: string; apply: Apply }, program: Program, seed: number): Played {
  const read = parseOpenConfig({ task_type: task, seed, judge_mode: 'rule' });
  if (!read.ok) throw new Error(read.why);
  const { labs, rounds } = read.value;
  const [own, second] = [`lab_${seed % labs}`, `lab_${(seed + 1) % labs}`];
  const steps = { own: program.filter((step) => step.seat === 'own'), second: program.filter((step) => step.seat === 'second') };
  const { events } = playMatch(
    openMarketBy(apply),
    { ...read.value, actions_per_round: ACTIONS },
    {
      playerOf: (seat) => {
        if (seat === own) return (observation) => movesOf(steps.own, { observation, partner: second });
        if (seat === second && steps.second.length > 0) return (observation) => movesOf(steps.second, { observation, partner: own });
        return () => [];
      },
    },
  );
  return { events, seats: steps.second.length > 0 ? [own, second] : [own], rounds };
}

function lookAt({ events, seats, rounds }: Played): Look {
  return { ...unexplainedOf(booksOf(events), seats), reached: reachedBy(events, rounds) };
}

function seedsOf({ from, worlds }: { from: number; worlds: number }): number[] {
  return Array.from({ length: worlds }, (_, i) => from + i);
}
