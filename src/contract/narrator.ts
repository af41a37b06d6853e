/** A match record in words, for Markdown and terminal transcripts, feeds, reports and screen readers. */

/** Display names of seats, by id. */
export type Names = Readonly<Record<string, string>>;

/** An increase of a seat's score. */
export interface Gain {
  seat: string;
  /** A code defined by the game. */
  why: string;
  by: number;
  total: number;
  /** The components of the amount. */
  parts: Readonly<Record<string, number>>;
}

/** One event in words. */
export interface Line {
  text: string;
  /** The round under which the line is shown. Default: the previous line's. */
  round?: number;
  /** The round that begins after this line. */
  opens?: number;
  /** Redundant next to the lines around it; transcripts leave it out. */
  minor?: true;
  /** A seat's own move. Its consequences follow in later lines. */
  isMove?: true;
  gain?: Gain;
  /** The seats that act or are named. Default: the line concerns everyone. */
  seats?: readonly string[];
  /** New names of the seats from here on, if the game changes them. */
  names?: Names;
}

interface Telling {
  narrate(event: { type: string }, names: Names): Line | null;
}

/** The next piece of a transcript: a new round or a line. */
export type Piece = { kind: 'round'; round: number } | { kind: 'line'; line: Line };

/** Converts published events to lines, grouped by round. */
export class Narrator {
  names: Names = {};
  #round: number | null = null;
  readonly #game: Telling;

  constructor(game: Telling) {
    this.#game = game;
  }

  tell(event: { type: string }): Piece[] {
    const line = this.#game.narrate(event, this.names);
    if (line === null) return [];
    this.names = { ...this.names, ...line.names };
    const pieces: Piece[] = this.#under(line.round);
    if (line.minor !== true) pieces.push({ kind: 'line', line });
    return [...pieces, ...this.#under(line.opens)];
  }

  #under(round: number | undefined): Piece[] {
    if (round === undefined || round === this.#round) return [];
    this.#round = round;
    return [{ kind: 'round', round }];
  }
}

/** Names for headings and totals. If some names have no seat, uses the seat's name for a player, because "You" would be unclear there. */
export function seatNames(names: Names, seats: readonly { seat: string }[]): Names {
  return Object.keys(names).every((id) => seats.some(({ seat }) => seat === id)) ? names : {};
}
