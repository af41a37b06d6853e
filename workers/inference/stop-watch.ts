/** The text as it is written, up to the first stop sequence; a possible beginning of one is held back. */
export class StopWatch {
  readonly #stops: readonly string[];
  #held = '';
  /** All text released so far. */
  text = '';
  stopped = false;

  constructor(stops: readonly string[]) {
    this.#stops = stops.filter((stop) => stop !== '');
  }

  /** The part of it that may be shown now. */
  push(piece: string): string {
    if (this.stopped) return '';
    this.#held += piece;
    const hits = this.#stops.map((stop) => this.#held.indexOf(stop)).filter((at) => at >= 0);
    this.stopped = hits.length > 0;
    const end = this.stopped ? Math.min(...hits) : this.#held.length - this.#doubtful();
    return this.#release(end);
  }

  /** The model has ended, so nothing is held back any more. */
  end(): string {
    return this.stopped ? '' : this.#release(this.#held.length);
  }

  /** How many characters at the end may begin a stop sequence. */
  #doubtful(): number {
    const longest = Math.max(0, ...this.#stops.map((stop) => stop.length - 1));
    for (let length = Math.min(longest, this.#held.length); length > 0; length -= 1) {
      const tail = this.#held.slice(-length);
      if (this.#stops.some((stop) => stop.startsWith(tail))) return length;
    }
    return 0;
  }

  #release(end: number): string {
    const shown = this.#held.slice(0, end);
    this.#held = this.#held.slice(end);
    this.text += shown;
    return shown;
  }
}
