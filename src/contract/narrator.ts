/** A record in words, for every place that tells one: transcripts in Markdown and in terminals, feeds, reports, screen readers. */

/** What to call each seat, by id. */
export type Names = Readonly<Record<string, string>>;

/** What a seat's score grew by. */
export interface Gain {
  seat: string;
  /** A code of the game. */
  why: string;
  by: number;
  total: number;
  /** What it is made of. */
  parts: Readonly<Record<string, number>>;
}

/** One event in words. */
export interface Line {
  text: string;
  /** The round under which it is told; left out: that of the line before it, or none yet. */
  round?: number;
  /** The round that begins after it. */
  opens?: number;
  /** The lines around it tell it already: transcripts leave it out. */
  minor?: true;
  /** A seat's own move; what comes of it is in the lines after it. */
  isMove?: true;
  gain?: Gain;
  /** Whose doing it is, or whom it names; left out: it matters to everybody. */
  seats?: readonly string[];
  /** What the seats are called from here on, where the game gives them names. */
  names?: Names;
}

interface Telling {
  narrate(event: { type: string }, names: Names): Line | null;
}

/** A transcript's next piece: a round begins, or something happened. */
export type Piece = { kind: 'round'; round: number } | { kind: 'line'; line: Line };

/** Tells a record event by event, under the headings of its rounds. Events as somebody may see them. */
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

/** Names for headings and sums. Where some of those that are named have no seat, a player is called by seat: "You" says nothing there. */
export function seatNames(names: Names, seats: readonly { seat: string }[]): Names {
  return Object.keys(names).every((id) => seats.some(({ seat }) => seat === id)) ? names : {};
}
