/** Ruleset `open`: the audited program in one or two seats of one owner, among house labs or among planners with coalitions. */

import {
  type AuditMeans,
  type AuditOutcome,
  type AuditPlayer,
  type AuditTarget,
  HONEST_WITH,
  isHonest,
  type Look,
  type OwnTargets,
  type Program,
  type Quick,
  type Step,
  seedsOf,
  type TargetSetting,
} from '~/contract/audit';
import type { Game } from '~/contract/game';
import { house, planner, plannerWithCoalitions } from '../../players/policies';
import type { OpenAction } from '../actions';
import { booksOf } from '../books/conservation';
import { type OpenConfig, PRESETS } from '../config';
import type { OpenEvent } from '../events';
import { evolve } from '../evolve';
import type { OpenObservation } from '../observation';
import { type Base, graft, withRoom } from '../players/farmers/farmer';
import { FARMERS } from '../players/farmers/registry';
import type { Apply } from '../proceedings';
import type { OpenState } from '../state';
import { OPEN_TASKS } from '../types';
import { IDIOMS, OPEN_LANGUAGE, QUICK_LANGUAGE } from './language';
import { firstFault, reachedBy, unexplainedOf } from './look';
import { isDue, movesOf } from './moves';

const SEARCH = { from: 0, worlds: 8 };
const HOLDOUT = { from: 40_000, worlds: 30 };
/** Slots for a farmer's moves, in addition to those of its base. */
const ROOM = 4;

/** The other players, and the honest player among them. */
const OPEN_FIELDS = {
  house: { honest: planner, other: house, judge_mode: 'rule' },
  coalitions: { honest: plannerWithCoalitions, other: plannerWithCoalitions, judge_mode: 'off' },
} as const;

export type OpenField = keyof typeof OPEN_FIELDS;

/** A version's rules with another `evolve`. */
export type MarketBy = (apply: Apply) => Game<OpenConfig, OpenState, OpenEvent, OpenObservation>;

/** One target per task. Tasks with coalitions also have one among planners that form coalitions, instead of house labs, which join none. */
export function openTargetsOf(by: MarketBy): OwnTargets {
  return {
    targets: [
      ...OPEN_TASKS.map((id) => ({ id, make: (setting: TargetSetting) => openTarget(id, { ...setting, by }) })),
      ...OPEN_TASKS.filter((id) => PRESETS[id].coalitions).map((id) => ({
        id: `${id}+coalitions`,
        make: (setting: TargetSetting) => openTarget(id, { ...setting, by, field: 'coalitions' }),
      })),
    ],
  };
}

export interface OpenTargetSetting extends TargetSetting {
  by: MarketBy;
  field?: OpenField;
  /** Applies events; tests plant faults with it. */
  apply?: Apply;
}

export function openTarget(task: string, { name, holdout, means, by, field = 'house', apply = evolve }: OpenTargetSetting): AuditTarget {
  const setting = { task, field, market: by(apply), apply, means };
  const honest = OPEN_FIELDS[field].honest;
  const base: Base = (observation) => honest.choose(observation) as OpenAction[];
  const alone = (player: AuditPlayer<OpenObservation>) => new Map([['own', player]]);
  return {
    name,
    // In one world, autarky and scale are the same for every player, so a difference in profit is one in gain.
    units: { score: 'profit of the seat', welfare: 'value that all seats made: jobs settled less energy' },
    oneUnit: true,
    language: OPEN_LANGUAGE,
    honest: honest.id,
    seeds: { search: seedsOf(SEARCH), holdout: seedsOf({ ...HOLDOUT, ...holdout }) },
    weight: 100,
    playHonest: (seed, seats = 1) => playIn(setting, seed, { players: honestIn(base, seats), room: 0 }),
    playWait: (seed) => playIn(setting, seed, { players: alone(() => []), room: 0 }),
    playProgram: (program, seed) => playIn(setting, seed, playersOf(program, base)),
    // Farmers that need a second seat are tested by the farming table (docs/farming.md).
    known: FARMERS.filter((farmer) => farmer.seats === 1).map((farmer) => ({
      name: farmer.id,
      play: (seed) => playIn(setting, seed, { players: alone(graft(base, farmer.start(), { room: ROOM })), room: ROOM }),
    })),
    quick: openQuick(setting),
  };
}

interface Seated {
  /** By `own` and `second`. */
  players: Map<string, AuditPlayer<OpenObservation>>;
  room: number;
}

function honestIn(base: Base, seats: 1 | 2): Map<string, AuditPlayer<OpenObservation>> {
  const both: [string, AuditPlayer<OpenObservation>][] = [
    ['own', base],
    ['second', base],
  ];
  return new Map(both.slice(0, seats));
}

/** With `honest`, the honest player's turn in each of the owner's seats plus the loop's moves, like known farmers. */
function playersOf(program: Program, base: Base): Seated {
  const beside = program.filter((step) => !isHonest(step));
  const isBeside = beside.length < program.length;
  const seats = program.some(({ seat }) => seat === 'second') ? (['own', 'second'] as const) : (['own'] as const);
  const players = seats.map((seat): [string, AuditPlayer<OpenObservation>] => {
    const mine = beside.filter((step) => step.seat === seat);
    const moves = (observation: OpenObservation) =>
      movesOf(mine, { observation, partner: seats.length < 2 ? null : partnerOf(observation, seat) }) as OpenAction[];
    if (!isBeside) return [seat, (observation) => moves(observation).slice(0, observation.actions_per_round)];
    const changed = changing(base, program);
    return [seat, graft(seat === 'own' ? changed : base, ({ observation }) => moves(observation), { room: ROOM })];
  });
  return { players: new Map(players), room: isBeside ? ROOM : 0 };
}

/** The honest player's turn with some numbers changed by the program's steps. */
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

interface Setting {
  task: string;
  field: OpenField;
  market: ReturnType<MarketBy>;
  apply: Apply;
  means: AuditMeans;
}

async function playIn(setting: Setting, seed: number, { players, room }: Seated): Promise<AuditOutcome> {
  const { judge_mode, other } = OPEN_FIELDS[setting.field];
  const read = setting.market.parseConfig({ task_type: setting.task, seed, judge_mode });
  if (!read.ok) throw new Error(read.why);
  const config = { ...read.value, actions_per_round: read.value.actions_per_round + room };
  const named = seatsIn(config);
  const seats = [named.own, named.second].slice(0, players.size);
  const { events } = setting.means.play(setting.market, config, {
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

/** Enough for every step of the longest program, twice. */
const ACTIONS = 20;

/** Quick matches: only programs, in one or two seats of one owner; all others wait. */
function openQuick(setting: Setting): Quick {
  const { apply } = setting;
  const play = (program: Program, seed: number) => playQuickly(setting, program, seed);
  return {
    language: QUICK_LANGUAGE,
    idioms: IDIOMS,
    look: async (programs, seed) => programs.map((program) => lookAt(play(program, seed))),
    trace: async (program, seed) => firstFault(play(program, seed).events, apply),
  };
}

interface Played {
  events: readonly OpenEvent[];
  seats: string[];
  rounds: number;
}

function playQuickly({ task, market, means }: Setting, program: Program, seed: number): Played {
  const read = market.parseConfig({ task_type: task, seed, judge_mode: 'rule' });
  if (!read.ok) throw new Error(read.why);
  const { labs, rounds } = read.value;
  const [own, second] = [`lab_${seed % labs}`, `lab_${(seed + 1) % labs}`];
  const steps = { own: program.filter((step) => step.seat === 'own'), second: program.filter((step) => step.seat === 'second') };
  const { events } = means.play(
    market,
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
