/** A match in memory: the one loop of evaluations, audits, data sets, samples and benchmarks. No database, no clock. */
import { askPolicy, type Hold } from '~/contract/ask-policy';
import { type Game, type GameEvent, type Hearing, type InPlace, type Judgement, replay, type SeatId } from '~/contract/game';
import type { Policy } from '~/contract/policy';
import type { Draws } from '~/lib/random/draws';
import { SeatGuards } from './guards';
import { askAll, type SeatMove, type Stepped, step } from './step';

/** Who plays a seat: an observation goes in, a move comes out. */
export type Player = Pick<Policy, 'choose' | 'needsChance'>;

/** The same as a function, which is always given its seat's numbers. */
export type Chooser<Observation> = (observation: Observation, chance?: Draws) => unknown;

type Rules<Config, State, Event extends GameEvent, Observation> = Game<Config, State, Event, Observation>;

const NONE: readonly never[] = [];

export class MemoryRun<Config = unknown, State = unknown, Event extends GameEvent = GameEvent, Observation = unknown> {
  readonly game: Rules<Config, State, Event, Observation>;
  readonly #guards: SeatGuards;
  readonly #moves: SeatMove[] = [];
  /** Of a match that is played in place there are none: they are made of its moves when somebody asks for them. */
  readonly #events: Event[];
  readonly #inPlace: { place: InPlace<State>; config: Config } | null;
  #state: State;

  /** From the opening. `inPlace`: where the game can, its events are not written down, for speed. */
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

  /** From any state on, which is taken over, after the events that are known of it. */
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

  /** Changed by every move: who keeps it copies it. */
  get state(): State {
    return this.#state;
  }

  get events(): Event[] {
    return this.#inPlace === null ? this.#events : eventsOf(this.game, this.#inPlace.config, this.#moves);
  }

  /** The seats that the match waits for; none: it is over. */
  get awaited(): SeatId[] {
    return this.game.toAct(this.#state);
  }

  observe(seat: SeatId): Observation {
    return this.game.observe(this.#state, seat);
  }

  observeAll(seats: readonly SeatId[]): Observation[] {
    return this.game.observeAll?.(this.#state, seats) ?? seats.map((seat) => this.observe(seat));
  }

  /** A player's move in this seat, not played yet. */
  ask(player: Player, seat: SeatId): unknown {
    return askPolicy(this.game, player, { state: this.#state, seat, hold: this.#guards.holdOf(seat) });
  }

  /** For whoever asks its policy elsewhere. */
  seated(seat: SeatId): { state: State; seat: SeatId; hold: Hold | undefined } {
    return { state: this.#state, seat, hold: this.#guards.holdOf(seat) };
  }

  /** A program's move as the guards let it pass, where they bind everybody. */
  held(seat: SeatId, move: unknown): unknown {
    const hold = this.#guards.holdOf(seat);
    return hold ? hold(this.observe(seat), move) : move;
  }

  /** What these moves led to; nothing of a match in place. */
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

  /** The same where somebody is to hear what is judged in it. Nothing has happened when that fails. */
  async playHeard(moves: readonly SeatMove[], hear: (hearing: Hearing) => Promise<Judgement>): Promise<readonly Event[]> {
    const { game } = this;
    const before = this.#state;
    const stepped = step(game, game.copy(before), this.#guards.marked(moves));
    const hearing = game.hearing?.(before, stepped.events);
    if (!hearing || !game.rejudge) return this.#take(stepped);
    const events = game.rejudge(before, stepped.events, await hear(hearing));
    return this.#take({ events, state: replay(game, events, game.copy(before)) });
  }

  /** What is nobody's move, e.g. an organizer's interference. */
  add(events: readonly Event[]): void {
    this.#take({ events: [...events], state: replay(this.game, events, this.#state) });
  }

  /** Nobody plays on: what was taken up for it is given back. */
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

/** To its end: who is waited for is asked, turn after turn. It answers at once unless somebody promised a move. */
export function playOut(run: Pick<MemoryRun, 'awaited' | 'play'>, { ask, watch }: Asked): void | Promise<void> {
  for (let seats = run.awaited; seats.length > 0; seats = run.awaited) {
    watch?.();
    const moves = askAll(seats, ask);
    if (moves instanceof Promise) return moves.then((made) => void run.play(made)).then(() => playOut(run, { ask, watch }));
    run.play(moves);
  }
  watch?.();
}

/** Who plays a match, and who looks on. */
interface Cast<Run, Observation> {
  playerOf(seat: SeatId): Chooser<Observation>;
  watch?: (run: Run) => void;
}

/** A whole match of players who answer at once. */
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

/** The events of a match in which these moves were made, in this order. */
export function eventsOf<Config, Event extends GameEvent>(
  game: Game<Config, unknown, Event>,
  config: Config,
  moves: readonly SeatMove[],
): Event[] {
  const opening = game.open(config);
  return [...opening, ...step(game, replay(game, opening), moves).events];
}
