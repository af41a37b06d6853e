/** Many matches that a program steps together, with one row per match and seat. */

import { readReply } from '~/agents/read-reply';
import type { Places } from '~/contract/arrays';
import type { SeatId } from '~/contract/game';
import { means } from '~/engine/means';
import { packOf } from '~/games/packs';
import { after, type Soon } from '~/lib/play/soon';
import type { Ended, VectorBatch } from './batch-answer';
import type { VectorPlan } from './open-vector';
import { VectorTable } from './vector-table';

/** The input for a row: a menu index, several, a move, or a model's reply; null: this match is not stepped. */
export type RowAction = number | readonly number[] | { move: unknown } | { reply: string } | null;

export class VectorEnv {
  readonly plan: VectorPlan;
  readonly #tables: VectorTable[];
  readonly #numbers: Float32Array;
  readonly #mask: Uint8Array;
  readonly #awaited: Uint8Array;
  readonly #invalid: Uint8Array;
  readonly #rewards: Float64Array;
  /** By row; null: the seat is not to act. */
  readonly #places: (Places | null)[];
  /** By row. Stored only on request, because observations of hundreds of rows are large. */
  readonly #seen: unknown[];
  readonly #keepsSeen: boolean;
  /** Row offset of each of the program's seats within a match. */
  readonly #offsets: ReadonlyMap<SeatId, number>;
  #next: number;

  constructor(plan: VectorPlan) {
    this.plan = plan;
    const rows = plan.matches * plan.seating.seats.length;
    const { numbers = [], menu = [] } = plan.arrays ?? {};
    this.#numbers = new Float32Array(rows * numbers.length);
    this.#mask = new Uint8Array(rows * menu.length);
    this.#awaited = new Uint8Array(rows);
    this.#invalid = new Uint8Array(rows);
    this.#rewards = new Float64Array(rows);
    this.#places = Array.from({ length: rows }, () => null);
    this.#seen = Array.from({ length: rows }, () => null);
    this.#offsets = new Map(plan.seating.seats.map((seat, at) => [seat, at]));
    this.#keepsSeen = plan.shows.some((one) => one !== 'numbers');
    this.#next = plan.first;
    this.#tables = Array.from({ length: plan.matches }, () => this.#deal());
    this.#lookAtAll();
  }

  /** Restarts these matches, each with its seed or the next one; the others continue. */
  reset(matches: readonly number[], seeds: readonly (number | null)[]): VectorBatch {
    this.#clear();
    for (const [at, match] of matches.entries()) {
      this.#tables[match]?.leave();
      const seed = seeds[at] ?? null;
      this.#tables[match] = seed === null ? this.#deal() : new VectorTable(this.plan.seating, seed);
      this.#look(match);
    }
    return this.#batch([]);
  }

  /** `actions`: one per row; ignored for seats that are not awaited. */
  async step(actions: readonly RowAction[]): Promise<VectorBatch> {
    this.#clear();
    const { seats } = this.plan.seating;
    const ended: Ended[] = [];
    for (const [match, table] of this.#tables.entries()) {
      const { awaited } = table;
      const first = match * seats.length;
      if (awaited.length === 0 || awaited.some((seat) => (actions[this.#row(match, seat)] ?? null) === null)) continue;
      table.play(new Map(awaited.map((seat) => [seat, this.#moveOf(this.#row(match, seat), actions)])));
      for (const [at, paid] of table.take().entries()) this.#rewards[first + at] = paid;
      if (table.awaited.length === 0) {
        const over = this.#end(match, table);
        ended.push(over instanceof Promise ? await over : over); // a promise if gains must be computed
      }
      this.#look(match);
    }
    return this.#batch(ended);
  }

  close(): void {
    for (const table of this.#tables) table.leave();
  }

  get rows(): number {
    return this.#awaited.length;
  }

  #deal(): VectorTable {
    const seed = this.#next;
    this.#next = seed >= this.plan.last ? this.plan.first : seed + 1;
    return new VectorTable(this.plan.seating, seed);
  }

  #row(match: number, seat: SeatId): number {
    return match * this.#offsets.size + (this.#offsets.get(seat) ?? 0);
  }

  #clear(): void {
    this.#rewards.fill(0);
    this.#invalid.fill(0);
  }

  #end(match: number, table: VectorTable): Soon<Ended> {
    const { seating, gains } = this.plan;
    const ended: Ended = { match, seed: table.seed, turns: table.turns, scores: table.scores() };
    if (!gains) return this.#follow(ended, table);
    return after(gains.call(packOf(seating.game.ref), table.events, means), (found) => this.#follow({ ...ended, gains: found }, table));
  }

  /** Starts the next match in place of a finished one. */
  #follow(ended: Ended, table: VectorTable): Ended {
    const { restarts, shows } = this.plan;
    if (!restarts) return ended;
    const { match } = ended;
    const followed = shows.includes('numbers') ? { ...ended, final: this.#lastNumbers(match, table) } : ended;
    table.leave();
    this.#tables[match] = this.#deal();
    return followed;
  }

  #lastNumbers(match: number, table: VectorTable): Float32Array {
    const { seats } = this.plan.seating;
    const { numbers = [] } = this.plan.arrays ?? {};
    const from = match * seats.length * numbers.length;
    for (const [at, seen] of table.observeAll(seats).entries()) this.plan.arrays?.write(seen, this.#numbers, from + at * numbers.length);
    return this.#numbers.slice(from, from + seats.length * numbers.length);
  }

  #lookAtAll(): void {
    for (const match of this.#tables.keys()) this.#look(match);
  }

  /** Updates the observation of every seat, as at the start and the end of a match. */
  #look(match: number): void {
    const table = this.#tables[match];
    if (table === undefined) return;
    const { awaited } = table;
    const { seats } = this.plan.seating;
    const look = table.turns === 0 || awaited.length === 0 ? seats : seats.filter((seat) => awaited.includes(seat));
    if (look.length < seats.length) for (const seat of seats) if (!awaited.includes(seat)) this.#rest(this.#row(match, seat));
    for (const [at, seen] of table.observeAll(look).entries()) {
      const seat = look[at] as SeatId;
      this.#lookAt(this.#row(match, seat), seen, awaited.includes(seat));
    }
  }

  /** A seat that is not to act keeps its last observation, because computing one costs more than the turn. */
  #rest(row: number): void {
    const width = this.plan.arrays?.menu.length ?? 0;
    this.#awaited[row] = 0;
    this.#places[row] = null;
    this.#mask.fill(0, row * width, (row + 1) * width);
  }

  #lookAt(row: number, seen: unknown, isAwaited: boolean): void {
    const { arrays, shows } = this.plan;
    if (this.#keepsSeen) this.#seen[row] = seen;
    this.#awaited[row] = isAwaited ? 1 : 0;
    if (arrays === null || !shows.includes('numbers')) return;
    arrays.write(seen, this.#numbers, row * arrays.numbers.length);
    const width = arrays.menu.length;
    const places = isAwaited ? arrays.places(seen) : null;
    this.#places[row] = places;
    this.#mask.fill(0, row * width, (row + 1) * width);
    places?.mark(this.#mask, row * width);
  }

  #moveOf(row: number, actions: readonly RowAction[]): unknown {
    const action = actions[row] ?? null;
    if (typeof action === 'number') return this.#picked(row, [action]);
    if (Array.isArray(action)) return this.#picked(row, action as readonly number[]);
    const said = action as { move: unknown } | { reply: string };
    return 'reply' in said ? this.#replied(row, said.reply) : said.move;
  }

  /** An illegal index is replaced with the first one and marked. */
  #picked(row: number, places: readonly number[]): unknown {
    const own = this.#places[row] ?? null;
    const picked = places.map((place) => {
      const move = own?.move(place);
      if (move === undefined) this.#invalid[row] = 1;
      return move ?? own?.move(0);
    });
    const { arrays } = this.plan;
    return arrays?.turnOf ? arrays.turnOf(picked) : picked[0];
  }

  /** A reply without a legal action is replaced with the prompt's safe move and marked. */
  #replied(row: number, text: string): unknown {
    const { format } = this.plan;
    if (format === null) throw new Error('a reply needs "prompt" among what is shown');
    const seen = this.#seen[row];
    const read = readReply(text);
    const move = read.ok ? format.decide.read(seen, read.value) : read;
    if (move.ok) return move.value;
    this.#invalid[row] = 1;
    return format.safe(seen);
  }

  #batch(ended: readonly Ended[]): VectorBatch {
    const { shows } = this.plan;
    return {
      rows: this.rows,
      rewards: this.#rewards,
      ...(shows.includes('numbers') && { numbers: this.#numbers, mask: this.#mask }),
      awaited: this.#awaited,
      invalid: this.#invalid,
      ended,
      ...(shows.some((one) => one !== 'numbers') && { shown: this.#shown() }),
    };
  }

  #shown(): object[] {
    const { shows, format, seating } = this.plan;
    const found: object[] = [];
    for (const [match, table] of this.#tables.entries()) {
      for (const seat of seating.seats) {
        const row = this.#row(match, seat);
        const isAwaited = this.#awaited[row] === 1;
        const seen = this.#seen[row];
        found.push({
          match,
          seat,
          ...(shows.includes('observation') && { observation: seen }),
          ...(isAwaited && shows.includes('legal') && format && { legal: format.decide.schema(seen) }),
          ...(isAwaited && shows.includes('prompt') && format && { prompt: format.decide.prompt(seen, table.past(seat)) }),
        });
      }
    }
    return found;
  }
}
