/** A match in memory, without database or clock. Evaluations, audits, datasets, samples and benchmarks all use this loop. */
import { askPolicy, type Hold } from '~/contract/ask-policy';
import { type Game, type GameEvent, type Hearing, type InPlace, type Judgement, replay, type SeatId } from '~/contract/game';
import type { Policy } from '~/contract/policy';
import type { Draws } from '~/lib/random/draws';
import { SeatGuards } from './guards';
import { askAll, type SeatMove, type Stepped, step } from './step';

/** Who plays a seat: an observation goes in, a move comes out. */
export type Player = Pick<Policy, 'choose' | 'needsChance'>;

/** A player as a function that always receives its seat's random stream. */
export type Chooser<Observation> = (observation: Observation, chance?: Draws) => unknown;

type Rules<Config, State, Event extends GameEvent, Observation> = Game<Config, State, Event, Observation>;

const NONE: readonly never[] = [];

export class MemoryRun<Config = unknown, State = unknown, Event extends GameEvent = GameEvent, Observation = unknown> {
  readonly game: Rules<Config, State, Event, Observation>;
  readonly #guards: SeatGuards;
  readonly #moves: SeatMove[] = [];
  /** Empty for a match played in place; then events are generated from its moves on request. */
  readonly #events: Event[];
  readonly #inPlace: { place: InPlace<State>; config: Config } | null;
  #state: State;

  /** Starts with the opening. `inPlace`: for speed, does not record events if the game supports it. */
  static open<Config, State, Event extends GameEvent, Observation>(
    game: Rules<Config, State, Event, Observation>,
    config: Config,
    { inPlace = false }: { inPlace?: boolean } = {},
  ): MemoryRun<Config, State, Event, Observation> {
    const place = inPlace ? game.inPlace?.(config) : undefined;
    if (place) return new MemoryRun(game, { events: [], state: place.state }, { place, config });
    const events = game.open(config);
    return new MemoryRun(game, { events, state: replay(game, events) });
  }

  /** Continues from any state, which it takes over, after the known events. */
  constructor(
    game: Rules<Config, State, Event, Observation>,
    { events, state }: Stepped<State, Event>,
    inPlace: { place: InPlace<State>; config: Config } | null = null,
  ) {
    this.game = game;
    this.#guards = new SeatGuards(game);
    this.#events = events;
    this.#state = state;
    this.#inPlace = inPlace;
  }

  /** Changes with every move; copy it to keep it. */
  get state(): State {
    return this.#state;
  }

  get events(): Event[] {
    return this.#inPlace === null ? this.#events : eventsOf(this.game, this.#inPlace.config, this.#moves);
  }

  /** The seats that the match waits for; empty when it is over. */
  get awaited(): SeatId[] {
    return this.game.toAct(this.#state);
  }

  observe(seat: SeatId): Observation {
    return this.game.observe(this.#state, seat);
  }

  observeAll(seats: readonly SeatId[]): Observation[] {
    return this.game.observeAll?.(this.#state, seats) ?? seats.map((seat) => this.observe(seat));
  }

  /** The player's move for this seat, not yet played. */
  ask(player: Player, seat: SeatId): unknown {
    return askPolicy(this.game, player, { state: this.#state, seat, hold: this.#guards.holdOf(seat) });
  }

  /** Input for asking the seat's policy elsewhere. */
  seated(seat: SeatId): { state: State; seat: SeatId; hold: Hold | undefined } {
    return { state: this.#state, seat, hold: this.#guards.holdOf(seat) };
  }

  /** A program's move after guards, if they bind everyone. */
  held(seat: SeatId, move: unknown): unknown {
    const hold = this.#guards.holdOf(seat);
    return hold ? hold(this.observe(seat), move) : move;
  }

  /** Plays the moves and returns their events; empty for a match played in place. */
  play(moves: readonly SeatMove[]): readonly Event[] {
    if (this.#inPlace === null) {
      const at = this.#guards.bind ? this.game.clock(this.#state) : null;
      const events = this.#take(step(this.game, this.#state, this.#guards.marked(moves)));
      if (at) this.#guards.remember(at, events);
      return events;
    }
    for (const made of moves) {
      this.#inPlace.place.play(made.seat, made.move);
      this.#moves.push(made);
    }
    return NONE;
  }

  /** Like `play`, but an outside judge scores the pitches. If that fails, nothing has happened. */
  async playHeard(moves: readonly SeatMove[], hear: (hearing: Hearing) => Promise<Judgement>): Promise<readonly Event[]> {
    const { game } = this;
    const before = this.#state;
    const stepped = step(game, game.copy(before), this.#guards.marked(moves));
    const hearing = game.hearing?.(before, stepped.events);
    if (!hearing || !game.rejudge) return this.#take(stepped);
    const events = game.rejudge(before, stepped.events, await hear(hearing));
    return this.#take({ events, state: replay(game, events, game.copy(before)) });
  }

  /** Applies events that are not a move, such as an organizer's intervention. */
  add(events: readonly Event[]): void {
    this.#take({ events: [...events], state: replay(this.game, events, this.#state) });
  }

  /** Releases the match's resources. */
  leave(): void {
    this.#inPlace?.place.leave();
  }

  #take({ events, state }: Stepped<State, Event>): readonly Event[] {
    for (const event of events) this.#events.push(event);
    this.#state = state;
    return events;
  }
}

interface Asked {
  ask(seat: SeatId): unknown;
  /** Called before each turn and at the end. */
  watch?: (() => void) | undefined;
}

/** Plays a match to its end. Synchronous unless a player returns a promise. */
export function playOut(run: Pick<MemoryRun, 'awaited' | 'play'>, { ask, watch }: Asked): void | Promise<void> {
  for (let seats = run.awaited; seats.length > 0; seats = run.awaited) {
    watch?.();
    const moves = askAll(seats, ask);
    if (moves instanceof Promise) return moves.then((made) => void run.play(made)).then(() => playOut(run, { ask, watch }));
    run.play(moves);
  }
  watch?.();
}

/** The players of a match, and an observer. */
interface Cast<Run, Observation> {
  playerOf(seat: SeatId): Chooser<Observation>;
  watch?: (run: Run) => void;
}

/** A whole match of synchronous players. */
export function playMatch<Config, State, Event extends GameEvent, Observation>(
  game: Rules<Config, State, Event, Observation>,
  config: Config,
  { playerOf, watch }: Cast<MemoryRun<Config, State, Event, Observation>, Observation>,
): MemoryRun<Config, State, Event, Observation> {
  const run = MemoryRun.open(game, config);
  const players = new Map<SeatId, Player>();
  const ask = (seat: SeatId): unknown => {
    const player = players.get(seat) ?? { needsChance: true as const, choose: playerOf(seat) };
    players.set(seat, player);
    return run.ask(player, seat);
  };
  if (playOut(run, { ask, watch: watch && (() => watch(run)) })) throw new Error('playMatch: somebody promised a move');
  return run;
}

/** The events of a match with these moves in this order. */
export function eventsOf<Config, Event extends GameEvent>(
  game: Game<Config, unknown, Event>,
  config: Config,
  moves: readonly SeatMove[],
): Event[] {
  const opening = game.open(config);
  return [...opening, ...step(game, replay(game, opening), moves).events];
}
