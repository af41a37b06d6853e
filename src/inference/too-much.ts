/** A server sent more than its answer may have. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
  /** Bytes. */
  readonly limit: number;

  constructor(limit: number) {
    super(`more than ${limit} bytes`);
    this.limit = limit;
  }
}
