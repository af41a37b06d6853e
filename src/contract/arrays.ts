/** A game in numbers, for programs that learn from arrays: what a seat sees as so many numbers, what it can do as places of one list. */

/** One number of an observation. */
export interface NumberCard {
  readonly name: string;
  /** What it is, with its unit, in a few words. */
  readonly about: string;
}

export interface GameArrays<Observation = unknown, Move = unknown> {
  /** In their order; as many for every task and setting of the game. */
  readonly numbers: readonly NumberCard[];
  /** What each place of the list means. A place keeps its meaning from turn to turn. The first is legal whenever the seat is asked. */
  readonly menu: readonly string[];
  /** What a reward is counted in, in a few words. */
  readonly reward: string;
  /** How many places a turn may take, one after the other; left out: one. */
  readonly picks?: number;
  /** The numbers, from `at` on; nothing of the world's seed is in them. */
  write(seen: Observation, into: Float32Array, at: number): void;
  /** What the seat can do now. A move is made when it is asked for: most are never. */
  places(seen: Observation): Places<Move>;
  /** Several places taken in one turn as a move; left out: the first of them is the move. */
  turnOf?(moves: readonly Move[]): unknown;
}

export interface Places<Move = unknown> {
  /** 1 for each place that would not be refused as far as the seat can see, from `at` on; what is not legal stays as it is. */
  mark(mask: Uint8Array, at: number): void;
  /** undefined: not legal. */
  move(place: number): Move | undefined;
}

/** Of a list that is made whole. */
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

/** Writes numbers one after the other; what is no number is 0. */
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

  /** A row for each of the first `most` of these, and zeros where there are fewer; `width` numbers each. */
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

/** Names of the same few numbers of several things: `job 0: hours`, `job 0: value`, … */
export function cardsOf(thing: string, most: number, cards: readonly NumberCard[]): NumberCard[] {
  return Array.from({ length: most }, (_, i) => cards.map(({ name, about }) => ({ name: `${thing}_${i}_${name}`, about }))).flat();
}

export function card(name: string, about: string): NumberCard {
  return { name, about };
}
