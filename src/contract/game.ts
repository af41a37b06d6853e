/**
 * The interface of every game: a pure fold over events. No clock, no I/O, only JSON data; the same code runs in Node and in the browser.
 * A `Game` is one (game, ruleset, version). An old match replays under the version it recorded.
 * These are methods, not function properties, so that a concrete `Game<MyState, …>` is assignable to `AnyGame`.
 */

import type { Draws } from '~/lib/random/draws';
import type { GameRef } from './game-ref';
import type { GuardMark } from './guard';
import type { Called, Hearings, JudgePrompt, Verdict } from './hearing';
import type { Line, Names } from './narrator';
import type { OptionField } from './options';

/** A seat's name within a match, e.g. `lab_0`. */
export type SeatId = string;

/** Anything JSON can carry. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Something that happened; `type` is its kind, in the past tense. Everything random is recorded in the event. */
export interface GameEvent {
  type: string;
}

/** The result of parsing input: a value, or a sentence for a person and, if one field is to blame, its path. */
export type Reading<T> = { ok: true; value: T } | { ok: false; why: string; path?: string };

/**
 * Who is watching. `all`: an open or finished match, with nothing hidden. `public`: anyone while the match runs.
 * `seat`: the player of that seat, who sees its private data and what the public sees.
 */
export type Viewer = { kind: 'all' } | { kind: 'public' } | { kind: 'seat'; seat: SeatId };

/** A task of a ruleset, for catalogs and forms. */
export interface TaskCard {
  id: string;
  title: string;
  summary: string;
  rounds: number;
  seats: string;
}

/** A seat's role in the game, e.g. `seller`. Figures over seats are weighted means over roles. */
export interface Role {
  id: string;
  title: string;
  weight: number;
}

export interface SeatSpec {
  id: SeatId;
  /** The id of one of the game's roles. */
  role: string;
  title: string;
  /** Whether people and programs may play this seat. */
  people: boolean;
}

/**
 * The progress of a match. A turn begins when the match starts to wait for seats and ends when all of them have moved or lapsed; turns are
 * counted from 0 over all rounds. Rounds are for display: `round` equals `rounds` when the match is over.
 */
export interface Clock {
  turn: number;
  round: number;
  rounds: number;
}

/** The response to a submitted move: `turn_accepted`, or why it was not accepted. */
export interface Receipt {
  ok: boolean;
  code: string;
  message: string;
  /** The turn that accepted it, or the current turn. */
  turn: number;
}

/** What an event means to the platform, which does not interpret events of any game. */
export interface Told {
  /** The first event caused by a move or a lapse. */
  begins?: true;
  /** The submitted move, action by action. Invalid actions are null or left out. */
  move?: { seat: SeatId; actions: readonly unknown[] };
  /** The rules' answer to an action of that seat. */
  result?: { seat: SeatId; ok: boolean; code: string };
  /** Something that several seats come to together, such as a deal: `code` is that of the result of the seat whose action brought it about. */
  shared?: { seats: readonly SeatId[]; code: string };
  /** Seats that carry something out as one, such as a joint plan or a common order. */
  together?: readonly SeatId[];
  /** Seats that did not move in time. */
  lapsed?: readonly SeatId[];
  /** A judge's verdict. */
  verdict?: Verdict;
  /** A shock from an organizer (`set`) or from the match's own chance (`struck`). */
  shock?: 'set' | 'struck';
}

/** Current or final scores: one number per seat, higher is better; `null` for a seat without a score. */
export interface Outcome {
  finished: boolean;
  scores: Record<SeatId, number | null>;
  /** Why a finished match does not count, e.g. money that no event accounts for. Absent if it counts. */
  fault?: string;
}

/** The pitches of one round for a judge other than the rule judge, in reading order. */
export interface Hearing {
  task: string;
  round: number;
  /** What can be won, in one line for the judge. */
  about: string;
  /** The prompt for a model that judges. */
  prompt: JudgePrompt;
  /** `score` and `reason` come from the rule judge and are used if the other judge gives no answer. */
  pitches: readonly { seat: SeatId; text: string; score: number; reason: string }[];
  /** Names of each seat in the match, in addition to its id. */
  called: Called['called'];
  /** A pitch as judges read it, with names masked. */
  mask(text: string, who: Called): string;
}

/** The result of a hearing. */
export interface Judgement {
  /** The judge's name and version. */
  judge: string;
  /** Scores are from 0 to 1. `quote`: the words of the pitch that the score is based on, if any. */
  scores: Record<SeatId, { score: number; reason: string; quote: string | null }>;
  /** Why the rule judge stood in; null if it did not. */
  fallback: 'late' | 'broken' | 'failed' | 'absent' | null;
  /** The largest difference between the scores that a pitch got in the two reading orders; null without scores. */
  disagreement: number | null;
}

/** A match that changes its state in place. */
export interface InPlace<State> {
  readonly state: State;
  play(seat: SeatId, move: unknown): void;
  /** Releases its resources; the match cannot continue. */
  leave(): void;
}

export interface Game<Config = unknown, State = unknown, Event extends GameEvent = GameEvent, Observation = unknown, View = unknown> {
  readonly ref: GameRef;
  /** The family's display name. Set by one game of the family. Default: the family part of the key. */
  readonly family?: string;
  /** A game for testing the platform, available only if MANDI_TEST_GAMES is set. */
  readonly test?: true;
  readonly roles: readonly Role[];
  readonly tasks: readonly TaskCard[];
  /** The default task of commands. Default: the first. */
  readonly usualTask?: string;
  /** Allowed values of `judge_mode`; the first is the default. */
  readonly judgeModes: readonly string[];
  /** Options of a task; everything else is fixed by the task. [] for an unknown task. */
  options(task: string): OptionField[];
  /** Constraints between settings, one sentence each. Default: none. */
  readonly together?: readonly string[];

  /** Parses a configuration (task_type, seed, …) and fills in defaults. Refuses an unknown task or a bad seed with a sentence. */
  parseConfig(raw: unknown): Reading<Config>;
  /** All seats, in display order. */
  seats(config: Config): SeatSpec[];
  /** The opening events for a configuration. They record what the seed generated. */
  open(config: Config): Event[];
  /** Applies one event. May change `state` in place, so copy a shared state first. `null` is the state before any event. */
  evolve(state: State | null, event: Event): State;
  /**
   * A match that is played in place and records no events, for programs that play thousands. Reaches the same states as `open`, `decide`
   * and `evolve`, faster. Absent if the game has no faster way.
   */
  inPlace?(config: Config): InPlace<State>;
  /** A deep copy. */
  copy(state: State): State;

  /** The seats that this turn waits for: one if seats alternate, several if they move simultaneously, none when the match is over. */
  toAct(state: State): SeatId[];
  /** Parses a move without checking whether it is legal now. Endpoints that answer VALIDATION_ERROR call this first. */
  readMove(raw: unknown): Reading<unknown>;
  /**
   * The events that follow from one seat's raw move. A refusal is one of them; nothing is thrown for bad input.
   * Pure: does not change `state`. In a simultaneous round, the last awaited move also closes the round.
   * `guarded`: what guards changed in the move, for rules that log it.
   */
  decide(state: State, seat: SeatId, move: unknown, guarded?: readonly GuardMark[]): Event[];
  /**
   * The random stream of a house policy in this seat, at its current position. For whoever runs the seat; never part of the observation.
   * Absent in games whose scripted players need no randomness.
   */
  chance?(state: State, seat: SeatId): Draws;
  /**
   * Combines a house policy's move with the position of its random stream, which `decide` records so that a restart continues from there.
   */
  houseMove?(move: unknown, drawn: number): unknown;
  /**
   * How a move would be received now: the response to its submitter. Required for games that people and programs can join. `decide` then
   * ignores a move that is not received, and accepts the same move (by its key) only once.
   */
  receive?(state: State, seat: SeatId, move: unknown): Receipt;
  /** An organizer's intervention, such as a shock: the resulting events, or why it is not possible. */
  interfere?(state: State, request: unknown): Reading<Event[]>;
  /**
   * Opening events of a new match, from a running match at the start of a round. Keeps what the seat knew. Everything else, including all
   * future chance, is drawn again from `freshSeed`.
   */
  branch?(state: State, seat: SeatId, freshSeed: number): Event[];
  /** Optional abilities of a game. */
  readonly can?: {
    /**
     * Worlds can be drawn from 256 bits: `parseConfig` accepts `seed_hex` (64 hexadecimal digits) instead of `seed`, which then is their
     * first 53 bits.
     */
    readonly wideSeeds?: true;
    /** Words of seats are judged: by a panel of people, in duels or by a model. */
    readonly hearing?: Hearings;
  };
  /** The type of events that hold a judge's verdicts. Absent if none are stored. */
  readonly verdictType?: string;
  /** The hearing for an outside judge before these round-closing events are stored; null if there is nothing to judge. */
  hearing?(state: State, events: readonly Event[]): Hearing | null;
  /** The events of the same round, closed with that judge's scores. */
  rejudge?(state: State, events: readonly Event[], judgement: Judgement): Event[];
  /** What an event means to the platform; null if nothing. Must not contain anything hidden from the event's viewers. */
  told(event: Event): Told | null;
  /** One number per round, for the sparkline in the list of running matches. Absent: no sparkline. */
  curve?(view: View): number[];
  /**
   * A move can be replaced, and the match played on from there. Requires that the state holds all later chance and, for simultaneous turns,
   * that an event with a move is all that the move leads to until the turn ends.
   */
  readonly replaceable?: true;
  /** Closes a round without the seats that are still awaited, because the clock ran out. `[]` if rounds cannot lapse. */
  lapse(state: State): Event[];

  /** What one seat may know, in the game's wire format. */
  observe(state: State, seat: SeatId): Observation;
  /** Observations of several seats, in order, sharing common parts. Absent if the game has no faster way than `observe`. */
  observeAll?(state: State, seats: readonly SeatId[]): Observation[];
  /** What a screen shows to that viewer, as plain JSON. Must not contain anything hidden from the viewer. */
  view(state: State, viewer: Viewer): View;
  /**
   * The view after an event that changes little, derived from the previous view; unchanged parts keep their identity. null: call `view`.
   * For frequent events such as submitted turns. Absent if the game has none.
   */
  glance?(state: State, view: object, event: Event): object | null;
  /** The event as that viewer may see it; `null` if hidden. */
  publish(event: Event, viewer: Viewer, state: State): GameEvent | null;
  /** A published event as one sentence, with the known names; null if there is nothing to say. */
  narrate(event: GameEvent, names: Names): Line | null;
  /** Scores now, or at the end. */
  outcome(state: State): Outcome;
  /** Describes the score if it is not a plain number. */
  readonly scored?: { title: string; decimals: number };
  /** Current scores for screens, if they differ from `outcome`. Both agree at the end. */
  standing?(state: State): Record<SeatId, number | null>;
  clock(state: State): Clock;
}

export type AnyGame = Game;

/** Ends each `switch` over a closed union. */
export function unreachable(never: never): never {
  throw new Error(`unreachable: ${JSON.stringify(never)}`);
}

/** Folds events into a state. Takes ownership of `from` and does not copy it. */
export function replay<State, Event extends GameEvent>(
  game: Game<unknown, State, Event>,
  events: readonly Event[],
  from: State | null = null,
): State {
  let state = from;
  for (const event of events) state = game.evolve(state, event);
  if (state === null) throw new Error('replay: a match needs at least its opening event');
  return state;
}

/** Fields of an observation that are already JSON. `metadata`: an additional field of this name, written last. */
export interface WrittenFields {
  reward_breakdown?: string;
  metadata?: string;
}
