/** Many matches that a program steps together: a row for each of its seats in each of them. */

import { readReply } from '~/agents/read-reply';
import type { Places } from '~/contract/arrays';
import type { SeatId } from '~/contract/game';
import { means } from '~/engine/means';
import { packOf } from '~/games/packs';
import type { VectorPlan } from './open-vector';
import { VectorTable } from './vector-table';

/** What a row is told: a place of the menu, several, a move, a model's reply; null: this match is not played on. */
export type RowAction = number | readonly number[] | { move: unknown } | { reply: string } | null;

interface Ended {
  match: number;
  seed: number;
  turns: number;
  scores: Record<SeatId, number | null>;
  gains?: Record<SeatId, number>;
  /** The last numbers of its rows, base64 of 32-bit floats. */
  final?: string;
}

export class VectorEnv {
  readonly plan: VectorPlan;
  readonly #tables: VectorTable[];
  readonly #numbers: Float32Array;
  readonly #mask: Uint8Array;
  readonly #awaited: Uint8Array;
  readonly #invalid: Uint8Array;
  readonly #rewards: Float64Array;
  /** By row; null: the seat is not asked. */
  readonly #places: (Places | null)[];
  readonly #seen: unknown[];
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
    this.#next = plan.first;
    this.#tables = Array.from({ length: plan.matches }, () => this.#deal());
    this.#lookAtAll();
  }

  /** Begins these matches anew, each in the world of its seed, or in the next of all; the others go on. */
  reset(matches: readonly number[], seeds: readonly (number | null)[]): object {
    this.#clear();
    for (const [at, match] of matches.entries()) {
      this.#tables[match]?.leave();
      const seed = seeds[at] ?? null;
      this.#tables[match] = seed === null ? this.#deal() : new VectorTable(this.plan.seating, seed);
      this.#look(match);
    }
    return this.#batch([]);
  }

  /** `actions`: one for each row; those of seats that are not waited for are not read. */
  async step(actions: readonly RowAction[]): Promise<object> {
    this.#clear();
    const ended: Ended[] = [];
    for (const [match, table] of this.#tables.entries()) {
      const { awaited } = table;
      if (awaited.length === 0 || awaited.some((seat) => (actions[this.#row(match, seat)] ?? null) === null)) continue;
      const moves = new Map(awaited.map((seat) => [seat, this.#moveOf(this.#row(match, seat), actions)]));
      table.play(moves);
      for (const seat of this.plan.seating.seats) this.#rewards[this.#row(match, seat)] = table.take(seat);
      if (table.awaited.length === 0) ended.push(await this.#end(match, table));
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
    const { seats } = this.plan.seating;
    return match * seats.length + seats.indexOf(seat);
  }

  #clear(): void {
    this.#rewards.fill(0);
    this.#invalid.fill(0);
  }

  async #end(match: number, table: VectorTable): Promise<Ended> {
    const { seating, gains, restarts, shows } = this.plan;
    const ended: Ended = { match, seed: table.seed, turns: table.turns, scores: table.scores() };
    if (gains) ended.gains = await gains.call(packOf(seating.game.ref), table.events, means);
    if (!restarts) return ended;
    if (shows.includes('numbers')) ended.final = this.#lastNumbers(match, table);
    table.leave();
    this.#tables[match] = this.#deal();
    return ended;
  }

  #lastNumbers(match: number, table: VectorTable): string {
    const { seats } = this.plan.seating;
    this.#look(match, table);
    const width = this.#numbers.length / this.rows;
    const from = match * seats.length * width;
    return base64(this.#numbers.subarray(from, from + seats.length * width));
  }

  #lookAtAll(): void {
    for (const match of this.#tables.keys()) this.#look(match);
  }

  /** `isWhole`: every seat looks, asked or not, as a match begins. */
  #look(match: number, table = this.#tables[match]): void {
    if (table === undefined) return;
    const { awaited } = table;
    const isWhole = table.turns === 0;
    for (const seat of this.plan.seating.seats) {
      const isAsked = awaited.includes(seat);
      if (isAsked || isWhole || awaited.length === 0) this.#lookAt(this.#row(match, seat), table.observe(seat), isAsked);
      else this.#rest(this.#row(match, seat));
    }
  }

  /** Who is not asked sees what it saw last: to look costs more than the turn. */
  #rest(row: number): void {
    const width = this.plan.arrays?.menu.length ?? 0;
    this.#awaited[row] = 0;
    this.#places[row] = null;
    this.#mask.fill(0, row * width, (row + 1) * width);
  }

  #lookAt(row: number, seen: unknown, isAwaited: boolean): void {
    const { arrays, shows } = this.plan;
    this.#seen[row] = seen;
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

  /** A place that is not legal is taken for the first, and marked. */
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

  /** A reply that is no legal action is played as the prompt's safe move, and marked. */
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

  #batch(ended: readonly Ended[]): object {
    const { shows } = this.plan;
    return {
      rows: this.rows,
      ...(shows.includes('numbers') && { numbers: base64(this.#numbers), mask: base64(this.#mask) }),
      awaited: base64(this.#awaited),
      invalid: base64(this.#invalid),
      rewards: base64(this.#rewards),
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

function base64(array: Float32Array | Float64Array | Uint8Array): string {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64');
}
