/** A session's match in memory: the program's seats, with scripts, models or remote programs in the others. */
import { randomUUID } from 'node:crypto';
import type { EnvLog, EnvMatch, EnvNext, EnvOutside, EnvPlayed, EnvResult } from '~/contract/env';
import type { AnyGame, GameEvent, SeatId } from '~/contract/game';
import type { Policy } from '~/contract/policy';
import { type Shown, shownAt } from '~/contract/prompt-format';
import { after, type Soon } from '~/lib/play/soon';
import { PolicyAsker } from './ask-in-worker';
import { type EnvCourse, movesBySeat } from './env-session';
import { MemoryRun } from './memory-run';
import { askAll, type SeatMove } from './step';

/** Time limit for a model or remote program in another seat. Clients of the endpoint wait up to a minute for a step. */
const OPPONENT_MS = 40_000;
const NOBODY: unique symbol = Symbol('no move of the program is in this turn');

type Means = Pick<EnvOutside, 'hearPitches'>;

export class MemoryCourse implements EnvCourse {
  /** Absent if no model or remote program plays. */
  readonly account?: string;
  readonly game: AnyGame;
  readonly results: EnvResult[] = [];
  readonly #match: EnvMatch;
  readonly #means: Means;
  /** True for a single match in which only the program plays: its events need not be recorded. */
  readonly #isQuick: boolean;
  #asker: PolicyAsker | null = null;
  readonly #past = new Map<SeatId, EnvPlayed[]>();
  readonly #logs: EnvLog[] = [];
  #now: EnvNext;
  #run: MemoryRun;
  #opening = 0;
  #hear: ((event: GameEvent) => void) | null = null;
  #isOver = false;
  /** A move that a policy chose for the program; guards have already been applied. */
  #chosen: unknown = NOBODY;

  /** Opens the match and plays up to the program's first turn. */
  static begin(game: AnyGame, match: EnvMatch, means: Means): Soon<MemoryCourse> {
    const course = new MemoryCourse(game, match, means);
    return after(course.#goOn(), () => course);
  }

  private constructor(game: AnyGame, match: EnvMatch, means: Means) {
    this.game = game;
    this.#match = match;
    this.#isQuick =
      game.inPlace !== undefined && match.opponents.size === 0 && match.seats.length === 1 && !match.interferences && !match.next;
    if (!this.#isQuick) this.account = `episode-${randomUUID()}`;
    this.#means = means;
    this.#now = match;
    this.#run = this.#open(match.interferences ?? []);
  }

  get state(): unknown {
    return this.#run.state;
  }

  get events(): readonly GameEvent[] {
    return this.#run.events;
  }

  get opening(): number {
    return this.#opening;
  }

  get seats(): readonly SeatId[] {
    return this.#now.seats;
  }

  get shown(): number {
    return this.game.clock(this.#run.state).turn;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  others(): Record<SeatId, string> {
    return Object.fromEntries([...this.#now.opponents].map(([seat, { ref }]) => [seat, ref]));
  }

  tell(hear: (event: GameEvent) => void): void {
    if (this.#isQuick) return;
    for (const event of this.#run.events) hear(event);
    this.#hear = hear;
  }

  /** If a player fails, nothing has happened, and the turn can be played again. */
  play(raw: unknown): Soon<undefined> {
    if (this.#isQuick) return this.#playQuickly(raw);
    const isAsked = this.#run.awaited.some((seat) => this.seats.includes(seat)); // not if the previous attempt at the following turn failed
    return after(isAsked ? this.#playTurn(raw) : undefined, () => this.#goOn());
  }

  ask(policy: Policy): unknown {
    const seat = this.#run.awaited.find((one) => this.seats.includes(one));
    if (seat === undefined) throw new Error('no seat of the program is waited for');
    this.#chosen = this.#run.ask(policy, seat);
    return this.#chosen;
  }

  /** Input for whoever writes the words of that seat's move. */
  shownTo(seat: SeatId): Shown {
    return shownAt(this.game, { config: this.#now.config, state: this.#run.state, seat });
  }

  logs(): EnvLog[] {
    return [...this.#logs, this.#log()];
  }

  close(): void {
    this.#run.leave();
  }

  #open(interferences: readonly unknown[]): MemoryRun {
    const run = MemoryRun.open(this.game, this.#now.config, { inPlace: this.#isQuick });
    for (const request of interferences) {
      const set = this.game.interfere?.(run.state, request);
      if (!set?.ok) throw new Error(`this cannot be set: ${JSON.stringify(request)}`);
      run.add(set.value);
    }
    if (!this.#isQuick) this.#opening = run.events.length;
    return run;
  }

  /** Plays until a seat of the program is awaited. When a match ends, starts the next one, if any. */
  #goOn(): Soon<undefined> {
    for (let asked = this.#run.awaited; !asked.some((seat) => this.seats.includes(seat)); asked = this.#run.awaited) {
      if (asked.length === 0) {
        if (!this.#next()) return undefined;
        continue;
      }
      const played = this.#playTurn(NOBODY);
      if (played instanceof Promise) return played.then(() => this.#goOn());
    }
    return undefined;
  }

  /** Returns false if there is no next match. */
  #next(): boolean {
    const { config, seats } = this.#now;
    this.results.push({ config, seats, scores: this.game.outcome(this.#run.state).scores });
    const next = this.#match.next?.(this.results) ?? null;
    if (next === null) {
      this.#isOver = true;
      return false;
    }
    this.#logs.push(this.#log());
    this.#now = next;
    this.#past.clear();
    this.#run = this.#open([]);
    if (this.#hear) for (const event of this.#run.events) this.#hear(event);
    return true;
  }

  #log(): EnvLog {
    const { config, seats } = this.#now;
    return { ref: this.game.ref, config, seats, others: this.others(), events: [...this.#run.events] };
  }

  #playTurn(raw: unknown): Soon<void> {
    const hearPitches = this.game.hearing ? this.#means.hearPitches : undefined;
    const run = this.#run;
    const told = new Map<SeatId, EnvPlayed>();
    const own = this.#ownMoves(raw);
    return after(
      askAll(run.awaited, (seat) => (this.seats.includes(seat) ? this.#ownMove(seat, own.get(seat)) : this.#moveOf(seat, told))),
      (moves) =>
        after(this.#playMoves(moves, hearPitches), () => {
          for (const [seat, turn] of told) this.#past.set(seat, [...(this.#past.get(seat) ?? []), turn]);
        }),
    );
  }

  #playMoves(moves: readonly SeatMove[], hearPitches: Means['hearPitches']): Soon<void> {
    const played = hearPitches ? this.#run.playHeard(moves, hearPitches) : this.#run.play(moves);
    return after(played, (events) => {
      if (this.#hear) for (const event of events) this.#hear(event);
    });
  }

  #playQuickly(raw: unknown): undefined {
    const [seat = ''] = this.seats;
    this.#run.play([{ seat, move: this.#ownMove(seat, raw) }]);
    if (this.#run.awaited.length === 0) this.#next();
  }

  #ownMoves(raw: unknown): ReadonlyMap<SeatId, unknown> {
    const [own] = this.seats;
    if (this.seats.length === 1 && own !== undefined) return new Map([[own, raw]]);
    const asked = this.#run.awaited.filter((seat) => this.seats.includes(seat));
    const moves = movesBySeat(raw, asked);
    return moves.ok ? moves.value : new Map();
  }

  #ownMove(seat: SeatId, raw: unknown): unknown {
    const move = this.#match.part?.moveOf ? this.#match.part.moveOf(raw) : raw;
    const isHeld = raw === this.#chosen && this.#chosen !== NOBODY;
    this.#chosen = NOBODY;
    return isHeld ? move : this.#run.held(seat, move);
  }

  /** `told`: collects what agents will remember of this turn. */
  async #moveOf(seat: SeatId, told: Map<SeatId, EnvPlayed>): Promise<unknown> {
    const opponent = this.#now.opponents.get(seat);
    if (opponent === undefined) throw new Error(`nobody plays ${seat}`);
    if ('policy' in opponent) {
      this.#asker ??= new PolicyAsker();
      return this.#asker.ask(this.game, { policy: opponent.policy, ...this.#run.seated(seat) });
    }
    const { turn, round } = this.game.clock(this.#run.state);
    const played = await opponent.player.play({
      game: this.game.ref,
      matchId: null,
      episode: this.account,
      seat,
      turn,
      round,
      observation: this.#run.observe(seat),
      shown: () => this.shownTo(seat),
      past: this.#past.get(seat) ?? [],
      timeMs: OPPONENT_MS,
    });
    told.set(seat, played);
    return this.#match.part?.moveOf ? this.#match.part.moveOf(played.move) : played.move;
  }
}
