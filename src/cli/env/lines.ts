/** Maximum line length in UTF-16 units: far more than any message, far less than would be harmful. */
export const LONGEST_LINE = 16 * 1024 * 1024;

/** A line without its end (`\n` or `\r\n`), or a marker for one that was too long. */
export type Line = { text: string } | { tooLong: true };

/** Splits a stream of text into lines, independent of chunk boundaries. */
export class LineCutter {
  readonly #longest: number;
  #pieces: string[] = [];
  #length = 0;
  #first = true;

  constructor(longest: number = LONGEST_LINE) {
    this.#longest = longest;
  }

  /** The lines completed by this chunk. */
  *push(chunk: string): Generator<Line> {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      this.#keep(chunk.slice(from, end));
      from = end + 1;
      yield this.#take();
    }
    this.#keep(from === 0 ? chunk : chunk.slice(from));
  }

  /** The last line if the stream ended without a newline. */
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
    if (this.#first && text.startsWith('\uFEFF')) text = text.slice(1); // PowerShell starts a pipe with a byte order mark
    this.#first = false;
    return { text: text.endsWith('\r') ? text.slice(0, -1) : text };
  }
}
