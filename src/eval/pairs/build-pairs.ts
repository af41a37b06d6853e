/**
 * Pairs of moves to learn preferences from. In a few states of matches on training seeds, two legal moves are played out many times on
 * common random numbers. A pair is kept if the interval of the difference excludes 0.
 */
import { asTurn } from '~/agents/as-turn';
import type { Candidate } from '~/agents/say';
import { actionsOfMove, HouseTurn, typeOfAction } from '~/contract/actions-of-move';
import type { AnyGame, SeatId } from '~/contract/game';
import type { OwnTurn } from '~/contract/guard';
import type { GamePack } from '~/contract/pack';
import type { PromptFormat } from '~/contract/prompt-format';
import { MemoryRun } from '~/engine/memory-run';
import { Draws } from '~/lib/random/draws';
import { streamOf } from '~/lib/random/mt19937';
import { candidatesAt, compared, type Fork, type PlayOn, scoresOf, worldsOf } from './playouts';

export interface PairRequest {
  pack: GamePack;
  format: PromptFormat;
  tasks: readonly string[];
  /** The caller has checked that they may be used for training. */
  seeds: readonly number[];
  /** Worlds in which both moves of a pair are played out. */
  playouts: number;
  /** States taken from one match. */
  states: number;
  /** Share of turns that play another candidate than the policy's move, because a model in training errs too. */
  wander: number;
  on: PlayOn;
}

/** The match of a seed in a task. It is counted, stored and resumed as a whole. */
export interface Unit {
  task: string;
  seed: number;
}

/** One JSON line of the file. Preference trainers take `prompt`, `chosen` and `rejected`. */
export interface PairRow {
  prompt: { role: 'system' | 'user'; content: string }[];
  chosen: { role: 'assistant'; content: string }[];
  rejected: { role: 'assistant'; content: string }[];
  task_type: string;
  seed: number;
  seat: SeatId;
  round_index: number;
  turn: number;
  /** How much more the chosen move scored on average, with its 95% interval, in the game's unit. */
  margin: number;
  interval: [number, number];
  playouts: number;
  chosen_type: string;
  rejected_type: string;
}

/** Counts of states by their result. */
export interface PairCounts {
  states: number;
  /** The prompt can express only one move. */
  no_choice: number;
  /** Both moves were played out. */
  compared: number;
  /** Of those: both did equally well in every world. */
  equal: number;
  /** Of those: the interval contains 0. */
  undecided: number;
}

export interface Harvest {
  rows: PairRow[];
  counts: PairCounts;
}

export function unitsOf({ seeds, tasks }: Pick<PairRequest, 'seeds' | 'tasks'>): Unit[] {
  return seeds.flatMap((seed) => tasks.map((task) => ({ task, seed })));
}

/** The pairs of one match. The same request gives the same pairs, whatever was requested before. */
export function pairsOf(request: PairRequest, unit: Unit): Harvest {
  const { rules } = request.pack;
  const draws = new Draws(streamOf(unit.seed, [PAIRS, request.tasks.indexOf(unit.task)]), 0);
  const found = statesOf(request, unit, draws);
  const counts: PairCounts = { states: found.length, no_choice: 0, compared: 0, equal: 0, undecided: 0 };
  const rows: PairRow[] = [];
  for (const place of found) {
    const two = twoMoves(request.format, place, draws);
    if (two === null) {
      counts.no_choice += 1;
      continue;
    }
    counts.compared += 1;
    const key = `${rules.ref.key} ${unit.task} ${unit.seed} ${place.fork.seat} ${place.turn}`;
    const worlds = worldsOf(place.fork, key, request.playouts);
    const [one, other] = two.map(({ action }) => scoresOf(place.fork, action, { worlds, on: request.on })) as [number[], number[]];
    const result = compared(one, other);
    if (!result.isDecided || result.interval === null) counts[result.interval === null ? 'equal' : 'undecided'] += 1;
    else rows.push(rowOf({ request, unit, place, two }, { ...result, interval: result.interval }));
  }
  return { rows, counts };
}

/** Separates these draws from the match's own. */
const PAIRS = 11;
const MOST_CANDIDATES = 8;

interface Place {
  fork: Fork;
  turn: number;
  round: number;
  past: readonly OwnTurn[];
  /** The policy's move. */
  own: unknown;
}

/** States of one seat, sampled from its turns in a match in which it sometimes errs. */
function statesOf({ pack, format, states, wander, on }: PairRequest, { task, seed }: Unit, draws: Draws): Place[] {
  const { rules } = pack;
  const config = rules.parseConfig({ task_type: task, seed });
  if (!config.ok) throw new Error(config.why);
  const seat = seatOf(rules, config.value, seed);
  const run = MemoryRun.open(rules, config.value);
  const places: Place[] = [];
  const past: OwnTurn[] = [];
  for (let awaited = run.awaited; awaited.length > 0; awaited = run.awaited) {
    const fork = { game: rules, state: rules.copy(run.state), seat };
    const moves = awaited.map((one) => ({ seat: one, move: run.ask(one === seat ? on.own : on.others, one) }));
    const mine = moves.find((one) => one.seat === seat);
    if (mine) {
      const { turn, round } = rules.clock(fork.state);
      const place = { fork, turn, round, past: [...past], own: plain(mine.move) };
      places.push(place);
      const others = draws.random() < wander ? movesAt(format, place).slice(1) : [];
      if (others.length > 0) mine.move = draws.choice(others).action;
      past.push(asTurn(seat, { turn, round }, plain(mine.move)));
    }
    run.play(moves);
  }
  return drawn(places, states, draws);
}

/** The policy's move first, if the prompt can express it. For a turn of several actions, also the turn without each of them. */
function movesAt(format: PromptFormat, { fork, own }: Pick<Place, 'fork' | 'own'>): Candidate[] {
  const actions = format.decide.actions === undefined ? [] : actionsOfMove(own);
  const less = actions.length < 2 ? [] : actions.map((_, out) => actions.filter((__, at) => at !== out));
  const asked = { game: fork.game.ref, format, observation: fork.game.observe(fork.state, fork.seat) };
  return candidatesAt(asked, [own, ...less], MOST_CANDIDATES + less.length);
}

/** In the form in which a move is submitted. */
function plain(move: unknown): unknown {
  return move instanceof HouseTurn ? move.turn : move;
}

/** The seat that is taught: each seat in turn, seed by seed. */
function seatOf(rules: AnyGame, config: unknown, seed: number): SeatId {
  const seats = rules.seats(config);
  const seat = seats[seed % seats.length];
  if (seat === undefined) throw new Error('a match needs a seat');
  return seat.id;
}

function drawn(places: readonly Place[], most: number, draws: Draws): Place[] {
  const left = places.map((_, at) => at);
  const taken: number[] = [];
  while (taken.length < most && left.length > 0) taken.push(...left.splice(draws.below(left.length), 1));
  return taken.sort((a, b) => a - b).flatMap((at) => places[at] ?? []);
}

/** The policy's move, if it can be expressed, and one of the others. null: there is no other. */
function twoMoves(format: PromptFormat, place: Place, draws: Draws): [Candidate, Candidate] | null {
  const [first, ...others] = movesAt(format, place);
  return first === undefined || others.length === 0 ? null : [first, draws.choice(others)];
}

interface Found {
  request: PairRequest;
  unit: Unit;
  place: Place;
  two: readonly [Candidate, Candidate];
}

function rowOf(
  { request, unit, place, two }: Found,
  { difference, interval }: { difference: number; interval: [number, number] },
): PairRow {
  const isFirst = difference > 0;
  const [better, worse] = isFirst ? two : [two[1], two[0]];
  const { game, state, seat } = place.fork;
  const { system, user } = request.format.decide.prompt(game.observe(state, seat), place.past);
  const [low, high] = isFirst ? interval : [-interval[1], -interval[0]];
  return {
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    chosen: [{ role: 'assistant', content: better.text }],
    rejected: [{ role: 'assistant', content: worse.text }],
    task_type: unit.task,
    seed: unit.seed,
    seat,
    round_index: place.round,
    turn: place.turn,
    margin: rounded(Math.abs(difference)),
    interval: [rounded(low), rounded(high)],
    playouts: request.playouts,
    chosen_type: typeOf(better.action),
    rejected_type: typeOf(worse.action),
  };
}

/** For a turn of several actions, all their types: `accept_offer+send_offer`. */
function typeOf(move: unknown): string {
  const types = actionsOfMove(move).map((action) => typeOfAction(action) ?? 'none');
  return types.length === 0 ? 'nothing' : [...new Set(types)].sort().join('+');
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
