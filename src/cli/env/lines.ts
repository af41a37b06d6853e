/** Longest line taken in: far over any message of the protocol, far under what would hurt. In UTF-16 units. */
export const LONGEST_LINE = 16 * 1024 * 1024;

/** A line without its end (`\n` or `\r\n`), or the news that it was too long to keep. */
export type Line = { text: string } | { tooLong: true };

/** Cuts a stream of text into lines; a character more or less at a chunk's edge makes no difference. */
export class LineCutter {
  readonly #longest: number;
  #pieces: string[] = [];
  #length = 0;
  #first = true;

  constructor(longest: number = LONGEST_LINE) {
    this.#longest = longest;
  }

  /** The lines that this chunk completes. */
  *push(chunk: string): Generator<Line> {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      this.#keep(chunk.slice(from, end));
      from = end + 1;
      yield this.#take();
    }
    this.#keep(from === 0 ? chunk : chunk.slice(from));
  }

  /** The last line, when the stream ended without a newline. */
  end(): Line | null {
    return this.#length === 0 ? null : this.#take();
  }

  #keep(piece: string): void {
    this.#length += piece.length;
    if (this.#length <= this.#longest) this.#pieces.push(piece);
    else this.#pieces = [];
  }

  #take(): Line {
    const tooLong = this.#length > this.#longest;
    let text = this.#pieces.length === 1 ? String(this.#pieces[0]) : this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    if (tooLong) return { tooLong };
    if (this.#first && text.startsWith('\uFEFF')) text = text.slice(1); // what PowerShell puts before the first line of a pipe
    this.#first = false;
    return { text: text.endsWith('\r') ? text.slice(0, -1) : text };
  }
}
