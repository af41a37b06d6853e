/** A game as arrays, for programs that learn from numbers: an observation is a vector, and a move is an index into one menu. */

/** One number of the observation vector. */
export interface NumberCard {
  readonly name: string;
  /** What the number means, with its unit, in a few words. */
  readonly about: string;
}

export interface GameArrays<Observation = unknown, Move = unknown> {
  /** In vector order. The length is the same for every task and setting of the game. */
  readonly numbers: readonly NumberCard[];
  /** The meaning of each menu index. It does not change between turns. Index 0 is legal whenever the seat is to act. */
  readonly menu: readonly string[];
  /** The unit of a reward, in a few words. */
  readonly reward: string;
  /** The most menu indexes that one turn may use, in order. Default: one. */
  readonly picks?: number;
  /** Writes the observation vector from index `at` on. Never includes the world's seed. */
  write(seen: Observation, into: Float32Array, at: number): void;
  /** The legal menu indexes now. Moves are built on demand, because most are never asked for. */
  places(seen: Observation): Places<Move>;
  /** Combines several indexes chosen in one turn into a move. Default: the first index is the move. */
  turnOf?(moves: readonly Move[]): unknown;
}

export interface Places<Move = unknown> {
  /** Sets 1, from index `at` on, for each index that would be accepted as far as the seat can see. Leaves the others unchanged. */
  mark(mask: Uint8Array, at: number): void;
  /** undefined if the index is not legal. */
  move(place: number): Move | undefined;
}

/** `Places` over a list of moves that is already built. */
export class ListedPlaces<Move> implements Places<Move> {
  readonly #moves: readonly (Move | undefined)[];

  constructor(moves: readonly (Move | undefined)[]) {
    this.#moves = moves;
  }

  mark(mask: Uint8Array, at: number): void {
    for (let place = 0; place < this.#moves.length; place++) if (this.#moves[place] !== undefined) mask[at + place] = 1;
  }

  move(place: number): Move | undefined {
    return this.#moves[place];
  }
}

/** Writes numbers one after the other. Values that are not finite numbers become 0. */
export class NumberPen {
  readonly #into: Float32Array;
  #at: number;

  constructor(into: Float32Array, at: number) {
    this.#into = into;
    this.#at = at;
  }

  put(...values: readonly (number | boolean | null | undefined)[]): void {
    for (const value of values) {
      const number = typeof value === 'number' ? value : value === true ? 1 : 0;
      this.#into[this.#at++] = Number.isFinite(number) ? number : 0;
    }
  }

  /** Writes one row of `width` numbers for each of the first `most` entries, and zeros for missing rows. */
  rows<Entry>(entries: readonly Entry[], { most, width }: { most: number; width: number }, row: (entry: Entry) => void): void {
    const from = this.#at;
    this.#into.fill(0, from, from + most * width);
    for (let i = 0; i < most && i < entries.length; i++) {
      this.#at = from + i * width;
      row(entries[i] as Entry);
    }
    this.#at = from + most * width;
  }
}

/** Number cards for several items with the same fields: `job_0_hours`, `job_0_value`, … */
export function cardsOf(thing: string, most: number, cards: readonly NumberCard[]): NumberCard[] {
  return Array.from({ length: most }, (_, i) => cards.map(({ name, about }) => ({ name: `${thing}_${i}_${name}`, about }))).flat();
}

export function card(name: string, about: string): NumberCard {
  return { name, about };
}
