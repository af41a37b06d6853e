/** A server sent more than its response may have. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
  /** Bytes. */
  readonly limit: number;

  constructor(limit: number) {
    super(`more than ${limit} bytes`);
    this.limit = limit;
  }
}
