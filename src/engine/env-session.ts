/** A session of one program in any game: resets open a match, steps continue it. Independent of where the match is played. */
import type { EnvLog, EnvPart, EnvPosition, EnvResult, EnvScored, EnvSession, EnvStatus, EnvTurn } from '~/contract/env';
import type { AnyGame, GameEvent, Reading, SeatId, WrittenFields } from '~/contract/game';
import { gameWords } from '~/contract/game-ref';
import type { Policy } from '~/contract/policy';
import type { Shown } from '~/contract/prompt-format';
import { packOf } from '~/games/packs';
import type { Soon } from '~/lib/play/soon';

/** The match behind a session. */
export interface EnvCourse {
  readonly game: AnyGame;
  readonly state: unknown;
  readonly events: readonly GameEvent[];
  /** Number of events before the first turn. */
  readonly opening: number;
  /** The seats that the program plays. */
  readonly seats: readonly SeatId[];
  readonly isOver: boolean;
  /** The turn for which the program was asked. */
  readonly shown: number;
  /** Results of finished matches. */
  readonly results: readonly EnvResult[];
  /** It is over, and what it was worth is told later. */
  readonly keepsScores?: boolean;
  readonly account?: string;
  others(): Record<SeatId, string>;
  /** Calls `hear` for every event so far and for each future event. */
  tell(hear: (event: GameEvent) => void): void;
  /** Plays the program's move and continues until the program is asked again or all is over. The result is added to the step's metadata. */
  play(raw: unknown): Soon<Record<string, unknown> | undefined>;
  ask?(policy: Policy): unknown;
  shownTo?(seat: SeatId): Shown;
  logs(): EnvLog[];
  close?(): void;
}

/** The match was over, so nothing was played. */
const NOTHING: Record<string, unknown> = {};

export class CourseSession implements EnvSession {
  readonly write?: (observation: unknown, written?: WrittenFields) => string;
  readonly ask?: (policy: Policy) => unknown;
  readonly shown?: EnvSession['shown'];
  readonly account?: string;
  readonly strict?: true;
  readonly mostSteps?: number;
  readonly #course: EnvCourse;
  readonly #part: EnvPart;
  readonly #at: Position;
  #invalid = 0;
  /** The final reward has been paid. */
  #isPaid = false;

  constructor(course: EnvCourse, part: EnvPart) {
    this.#course = course;
    this.#part = part;
    this.#at = new Position(course);
    // Bound rather than written as closures: V8 moves a function assigned to a property to the old generation, and the whole episode that
    // it references would stay in memory until the next full collection.
    if (part.write) this.write = part.write.bind(part);
    if (course.ask) this.ask = course.ask.bind(course);
    if (course.shownTo) this.shown = course.shownTo.bind(course);
    if (course.account !== undefined) this.account = course.account;
    if (part.strict) this.strict = part.strict;
    if (part.mostSteps !== undefined) this.mostSteps = part.mostSteps;
    course.tell((event) => this.#hear(event));
  }

  get seats(): readonly SeatId[] {
    return this.#course.seats;
  }

  get turn(): number {
    return this.#course.shown;
  }

  observe(): unknown {
    if (this.#part.observe) return this.#part.observe(this.#at);
    const { game, state, seats } = this.#course;
    const [own] = seats;
    if (seats.length === 1 && own !== undefined) return game.observe(state, own);
    const seen = seats.map((seat) => [seat, game.observe(state, seat)] as const);
    return { to_act: this.#asked(), seats: Object.fromEntries(seen) };
  }

  legal(): unknown {
    if (this.#part.legal) return this.#part.legal(this.observe());
    const { game, state } = this.#course;
    const [format] = packOf(game.ref).prompts;
    const lists = this.#asked().map((seat) => [seat, format?.decide.schema(game.observe(state, seat)) ?? null] as const);
    return this.seats.length === 1 ? (lists[0]?.[1] ?? null) : Object.fromEntries(lists);
  }

  readMove(raw: unknown): Reading<unknown> {
    if (this.#part.readMove) return this.#part.readMove(raw, this.#course.shown);
    if (this.seats.length === 1) return this.#course.game.readMove(raw);
    const moves = movesBySeat(raw, this.#asked());
    if (!moves.ok) return moves;
    for (const [seat, move] of moves.value) {
      const read = this.#course.game.readMove(move);
      if (!read.ok) return { ...read, why: `${seat}: ${read.why}` };
    }
    return moves;
  }

  step(raw: unknown): Soon<EnvTurn> {
    const course = this.#course;
    if (this.#isPaid) return this.#turn(0, undefined, this.#part.afterEnd?.(course.state));
    const played = course.isOver ? NOTHING : course.play(raw);
    return played instanceof Promise ? played.then((more) => this.#settle(more)) : this.#settle(played);
  }

  /** Most steps resolve synchronously; creating functions for each would cost more than the step. */
  #settle(more: Record<string, unknown> | undefined): Soon<EnvTurn> {
    if (more !== NOTHING) this.#invalid += this.#part.refused?.(this.#course.state) ?? 0;
    const reward = this.#pay();
    return reward instanceof Promise ? reward.then((paid) => this.#paid(paid, more)) : this.#paid(reward, more);
  }

  #paid(reward: number | null, more: Record<string, unknown> | undefined): EnvTurn {
    this.#at.cumulative += reward ?? 0;
    this.#isPaid = this.#course.isOver;
    return this.#turn(reward, more === NOTHING ? undefined : more);
  }

  /** null if the game does not define its own response. */
  afterEnd(): EnvTurn | null {
    return this.#part.answerAfterEnd?.(this.#course.state) ?? null;
  }

  scored(): EnvScored {
    return this.#part.scored?.(this.#at) ?? { score: this.state().cumulative_reward };
  }

  state(): EnvStatus {
    const course = this.#course;
    const { round, rounds } = course.game.clock(course.state);
    // Assigned, not spread: the spread took half of the time of a reset.
    return Object.assign({}, this.#part.status(this.#at, course.others()), {
      round_index: round,
      max_rounds: rounds,
      done: course.isOver,
      cumulative_reward: this.#part.total ? this.#part.total(course.state) : this.#at.cumulative,
      invalid_actions: this.#invalid,
    });
  }

  logs(): EnvLog[] {
    return this.#course.logs();
  }

  close(): void {
    this.#course.close?.();
  }

  #hear(event: GameEvent): void {
    this.#part.hear?.(event);
    const result = this.#part.refused ? undefined : this.#course.game.told(event)?.result;
    if (result && !result.ok && this.#course.seats.includes(result.seat)) this.#invalid += 1;
  }

  #asked(): SeatId[] {
    const { game, state, seats } = this.#course;
    return game.toAct(state).filter((seat) => seats.includes(seat));
  }

  /** The default reward: the seat's scores in the matches that ended. null if the program plays several seats. */
  #pay(): Soon<number | null> {
    if (this.#course.keepsScores) return null;
    if (this.#part.reward) return this.#part.reward(this.#at);
    if (this.seats.length !== 1) return null;
    const scores = this.#course.results.map(({ seats: [seat = ''], scores: all }) => all[seat] ?? null);
    if (scores.length === 0) return 0;
    return scores.every((score) => score === null) ? null : sumOf(scores) - this.#at.cumulative;
  }

  #turn(reward: number | null, more: Record<string, unknown> | undefined, observation = this.observe()): EnvTurn {
    const own = this.#part.metadata?.(this.#at);
    const turn = { observation, reward, done: this.#course.isOver };
    return own === undefined && more === undefined ? turn : { ...turn, metadata: { ...own, ...more } };
  }
}

/** The default part, for games without their own. */
export function plainPart({ game, config, seats, knowsSeed }: PlainMatch): EnvPart {
  const { task_type, seed, judge_mode } = config;
  return {
    // Scores reveal what other seats kept private, so they are shown only when all is over.
    metadata: ({ results, isOver }) => (isOver ? { scores: results.map(({ seats: own, scores }) => ({ seats: own, scores })) } : undefined),
    status: ({ isOver }, opponents) => ({
      ...gameWords(game.ref),
      task_type,
      difficulty: null,
      seed: knowsSeed || isOver ? seed : null,
      judge_mode,
      ...(seats.length === 1 ? { seat: seats[0] } : { seats }),
      opponents,
    }),
  };
}

export interface PlainMatch {
  game: AnyGame;
  config: { task_type: string; seed: number; judge_mode: string };
  seats: readonly SeatId[];
  /** The program chose the seed, so it is not a secret. */
  knowsSeed: boolean;
}

/** Parses `{"moves": {seat: move}}` with one move per awaited seat. A bare move is allowed if only one seat is awaited. */
export function movesBySeat(raw: unknown, asked: readonly SeatId[]): Reading<ReadonlyMap<SeatId, unknown>> {
  const [only] = asked;
  const named = typeof raw === 'object' && raw !== null && 'moves' in raw ? raw.moves : undefined;
  if (named === undefined && asked.length === 1 && only !== undefined) return { ok: true, value: new Map([[only, raw]]) };
  const shape = `moves: an object with a move for ${asked.join(' and ')}`;
  if (typeof named !== 'object' || named === null || Array.isArray(named)) return { ok: false, why: shape };
  const moves = new Map(Object.entries(named));
  const isWhole = moves.size === asked.length && asked.every((seat) => moves.has(seat));
  return isWhole
    ? { ok: true, value: moves }
    : { ok: false, why: `${shape}, not for ${[...moves.keys()].join(', ').slice(0, 60) || 'nobody'}` };
}

class Position implements EnvPosition {
  cumulative = 0;
  readonly #course: EnvCourse;

  constructor(course: EnvCourse) {
    this.#course = course;
  }

  get state(): unknown {
    return this.#course.state;
  }

  get events(): readonly GameEvent[] {
    return this.#course.events;
  }

  get opening(): number {
    return this.#course.opening;
  }

  get seats(): readonly SeatId[] {
    return this.#course.seats;
  }

  get isOver(): boolean {
    return this.#course.isOver;
  }

  get results(): readonly EnvResult[] {
    return this.#course.results;
  }
}

function sumOf(scores: readonly (number | null)[]): number {
  return scores.reduce<number>((sum, score) => sum + (score ?? 0), 0);
}
