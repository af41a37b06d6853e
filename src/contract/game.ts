/**
 * The shape every game has: a pure fold over events. No clock, no I/O, nothing that JSON cannot carry, the same code in
 * Node and in the browser. A (game, ruleset, version) triple is one `Game`; an old match replays under the version it recorded.
 *
 * Methods (not function properties) on purpose: a concrete `Game<MyState, …>` is then assignable to `AnyGame`.
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

/** What has happened, in the past tense; `type` tells the kind. Everything chance chose is in the event. */
export interface GameEvent {
  type: string;
}

/** A parse at the edge: a value, or why not (a sentence for a person, a path when a field is to blame). */
export type Reading<T> = { ok: true; value: T } | { ok: false; why: string; path?: string };

/**
 * Who looks on. `all`: an open match or a finished one, nothing hidden. `public`: anybody, while the match runs.
 * `seat`: the player of that seat (their own private things, else what the public sees).
 */
export type Viewer = { kind: 'all' } | { kind: 'public' } | { kind: 'seat'; seat: SeatId };

/** A task of a ruleset, as shown in catalogues and forms. */
export interface TaskCard {
  id: string;
  title: string;
  summary: string;
  rounds: number;
  seats: string;
}

/** What a seat is in the game, e.g. `seller`. Figures over seats are means over roles, by weight. */
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
  /** People and programs may sit here. */
  people: boolean;
}

/**
 * How far a match is. A turn begins when the match starts to wait for some seats and ends when all of them have moved or lapsed; turns are
 * counted from 0 over all rounds. Rounds are for people: `round` is `rounds` when all are over.
 */
export interface Clock {
  turn: number;
  round: number;
  rounds: number;
}

/** The answer to a move that is handed in from outside: `turn_accepted`, or why it is not taken. */
export interface Receipt {
  ok: boolean;
  code: string;
  message: string;
  /** The turn for which it was taken, or that is being played. */
  turn: number;
}

/** What an event says to a platform that knows no game's events by name. */
export interface Told {
  /** It is the first event of what a seat's move or a lapse leads to: before it, the match stood still. */
  begins?: true;
  /** A move as it came in, action by action; what was no action at all is null, or left out. */
  move?: { seat: SeatId; actions: readonly unknown[] };
  /** The rules' answer to an action of that seat. */
  result?: { seat: SeatId; ok: boolean; code: string };
  /** Seats that did not move in time. */
  lapsed?: readonly SeatId[];
  /** What a judge found. */
  verdict?: Verdict;
  /** An organizer's hand (`set`), or the match's own chance (`struck`). */
  shock?: 'set' | 'struck';
}

/** How a match stands or ended: one number a seat, larger is better; `null` for a seat without a score. */
export interface Outcome {
  finished: boolean;
  scores: Record<SeatId, number | null>;
  /** Why a match that is over counts for nothing, e.g. money that came from nowhere; absent: nothing is wrong. */
  fault?: string;
}

/** A round's pitches, put to a judge who is no rule, in the order in which they are to be read. */
export interface Hearing {
  task: string;
  round: number;
  /** What can be won, in a line for whoever judges. */
  about: string;
  /** What a model is told that judges here. */
  prompt: JudgePrompt;
  /** `score` and `reason` are the rule judge's, which stand where the other gives no answer. */
  pitches: readonly { seat: SeatId; text: string; score: number; reason: string }[];
  /** What each seat is called in the match, besides its id. */
  called: Called['called'];
  /** A pitch as judges read it. */
  mask(text: string, who: Called): string;
}

/** What came of a hearing. */
export interface Judgement {
  /** Whose scores these are: name and version. */
  judge: string;
  /** 0 to 1; `quote`: words of the pitch on which the score rests, if any. */
  scores: Record<SeatId, { score: number; reason: string; quote: string | null }>;
  /** Why the rule judge stands in for the other; null where it does not. */
  fallback: 'late' | 'broken' | 'failed' | 'absent' | null;
  /** The largest difference between what the judge gave a pitch in the two orders; null where it gave nothing. */
  disagreement: number | null;
}

/** A match that changes its state in place. */
export interface InPlace<State> {
  readonly state: State;
  play(seat: SeatId, move: unknown): void;
  /** Gives back what it holds; nobody plays on. */
  leave(): void;
}

export interface Game<Config = unknown, State = unknown, Event extends GameEvent = GameEvent, Observation = unknown, View = unknown> {
  readonly ref: GameRef;
  /** What its family is called, for people: one game of it says so. Left out: as its key has it. */
  readonly family?: string;
  /** For tests of the platform: offered only where MANDI_TEST_GAMES is set. */
  readonly test?: true;
  readonly roles: readonly Role[];
  readonly tasks: readonly TaskCard[];
  /** The id of the task that a command plays where none is named; left out: the first. */
  readonly usualTask?: string;
  /** What `judge_mode` of a configuration may be; the first is the usual one. */
  readonly judgeModes: readonly string[];
  /** What else a match of the task can be made of; what is not listed is decided by the task. [] for a task that there is not. */
  options(task: string): OptionField[];
  /** What has to hold of several settings at once, a sentence each; left out: nothing. */
  readonly together?: readonly string[];

  /** Reads a configuration (task_type, seed, …), fills in defaults; unknown task, bad seed etc. are refused with a sentence. */
  parseConfig(raw: unknown): Reading<Config>;
  /** All that can be played, in the order in which they are listed. */
  seats(config: Config): SeatSpec[];
  /** The seed becomes an opening: the first events of a match. */
  open(config: Config): Event[];
  /** Applies one event. May change `state` in place: who shares a state copies it first. `null` is the state before any event. */
  evolve(state: State | null, event: Event): State;
  /**
   * A match that is played in place and writes no events down, for programs that play thousands: `open`, `decide` and `evolve` lead to
   * the same states, more slowly. Absent in games that have nothing quicker.
   */
  inPlace?(config: Config): InPlace<State>;
  /** An independent copy. */
  copy(state: State): State;

  /** The seats whose move this turn waits for: one where they alternate, several where they move at the same time, none when it is over. */
  toAct(state: State): SeatId[];
  /** Is this a move at all? (Not: is it legal now.) Endpoints that answer VALIDATION_ERROR ask here first. */
  readMove(raw: unknown): Reading<unknown>;
  /**
   * One seat's move, as it came in (unread): the events it leads to, a refusal among them, nothing thrown.
   * Pure: `state` is left as it was. In a simultaneous round the last move that was waited for also closes the round.
   * `guarded`: what guards have changed of the move, for rules that log it.
   */
  decide(state: State, seat: SeatId, move: unknown, guarded?: readonly GuardMark[]): Event[];
  /**
   * The numbers that a house policy in this seat draws from, at the place to which they are read: for whoever runs the seat, never
   * for its observation. Absent in games whose scripted players need none.
   */
  chance?(state: State, seat: SeatId): Draws;
  /** A house policy's move together with the place to which it has read its numbers; `decide` keeps it, so a restart reads on there. */
  houseMove?(move: unknown, drawn: number): unknown;
  /**
   * How a move would be received now, whatever it leads to: what its submitter is told. People and programs can sit in games that have
   * this; `decide` then ignores a move that is not received, and takes the same move (by its key) once.
   */
  receive?(state: State, seat: SeatId, move: unknown): Receipt;
  /** An organiser's interference, e.g. a shock: what it leads to, or why it cannot be. */
  interfere?(state: State, request: unknown): Reading<Event[]>;
  /**
   * A new match's first events, from a running one as it stood where a round began to wait: what the seat knew stands, everything else,
   * all future chance too, is drawn anew by a seed of its own.
   */
  branch?(state: State, seat: SeatId, freshSeed: number): Event[];
  /** What a game can do that others need not. */
  readonly can?: {
    /** Draw a world from 256 bits: `parseConfig` takes them as `seed_hex`, 64 hexadecimal digits, in place of `seed`, which is then their first 53 bits. */
    readonly wideSeeds?: true;
    /** Words of seats are judged: by a panel of people, in duels, by a model. */
    readonly hearing?: Hearings;
  };
  /** The type of the events that hold a judge's verdicts; absent: none are stored. */
  readonly verdictType?: string;
  /** What a judge from outside is to hear before these events, which close a round from `state`, become facts; null: nothing. */
  hearing?(state: State, events: readonly Event[]): Hearing | null;
  /** The same round closed with what that judge said. */
  rejudge?(state: State, events: readonly Event[], judgement: Judgement): Event[];
  /** What the platform has to know of an event; null: nothing. Never what the event's viewers may not know. */
  told(event: Event): Told | null;
  /** What the list of running matches draws of a view: one number per round. Absent: nothing. */
  curve?(view: View): number[];
  /**
   * A move of a match can be replaced, and the match played on from there: what chance does later is in the state, and where a turn waits
   * for several seats, an event with a move is all that the move leads to until the turn ends.
   */
  readonly replaceable?: true;
  /** Closes a round without the seats still waited for (the clock ran out). `[]` in games whose rounds cannot lapse. */
  lapse(state: State): Event[];

  /** What one seat may know, in the wire format of the game. */
  observe(state: State, seat: SeatId): Observation;
  /** The same for several seats, in their order; they share parts. Absent in games that have nothing quicker. */
  observeAll?(state: State, seats: readonly SeatId[]): Observation[];
  /** What a screen shows to that viewer: plain JSON, never anything the viewer may not know. */
  view(state: State, viewer: Viewer): View;
  /**
   * The view after an event that changes little of it, made from the view before; null: ask `view`. What stays as it was is the very
   * same object. For events that come by the dozen (turns handed in); absent in games that have none such.
   */
  glance?(state: State, view: object, event: Event): object | null;
  /** The event as that viewer may see it; `null`: not at all. */
  publish(event: Event, viewer: Viewer, state: State): GameEvent | null;
  /** An event, as somebody may see it, in a sentence, with the names that are known; null: there is nothing to tell. */
  narrate(event: GameEvent, names: Names): Line | null;
  /** How it stands. */
  outcome(state: State): Outcome;
  /** What a score is, where it is not a plain number. */
  readonly scored?: { title: string; decimals: number };
  /** Scores so far as screens show them, where they are not those of `outcome`: at the end both are the same. */
  standing?(state: State): Record<SeatId, number | null>;
  clock(state: State): Clock;
}

export type AnyGame = Game;

/** For the end of each `switch` over a closed union. */
export function unreachable(never: never): never {
  throw new Error(`unreachable: ${JSON.stringify(never)}`);
}

/** Folds events into a state; `from` is taken over, not copied. */
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

/** Fields of an observation that are JSON already; `metadata`: a further one of this name, the last. */
export interface WrittenFields {
  reward_breakdown?: string;
  metadata?: string;
}
