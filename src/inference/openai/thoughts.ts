/** Some models think aloud before they answer: `<think> … </think>`. What they think is not their answer. */

const OPENING = /^\s*<(think|thinking|thought|reasoning)>/;
const OPENINGS = ['<think>', '<thinking>', '<thought>', '<reasoning>'];
const CLOSING = /<\/(?:think|thinking|thought|reasoning)>/;
const LONGEST_CLOSING = '</reasoning>'.length;

/** The answer in a whole text. Servers that swallow the opening tag leave the closing one; a thought without end leaves no answer. */
export function withoutThoughts(text: string): string {
  const closing = CLOSING.exec(text);
  if (closing) return withoutThoughts(text.slice(closing.index + closing[0].length).trimStart());
  return OPENING.test(text) ? '' : text;
}

/** The same for a text that is still being written, piece by piece. */
export class ThoughtFilter {
  private mode: 'unknown' | 'thinking' | 'answering' = 'unknown';
  private held = '';
  private hasThought = false;

  /** What of the answer this piece adds; '' while it thinks or may be about to. */
  push(piece: string): string {
    if (this.mode === 'answering') return piece;
    this.held += piece;
    if (this.mode === 'unknown') this.mode = this.begin();
    return this.mode === 'thinking' ? this.think() : this.mode === 'answering' ? this.flush() : '';
  }

  private begin(): 'unknown' | 'thinking' | 'answering' {
    if (OPENING.test(this.held)) return 'thinking';
    const start = this.held.trimStart();
    return OPENINGS.some((opening) => opening.startsWith(start)) ? 'unknown' : 'answering';
  }

  private think(): string {
    const closing = CLOSING.exec(this.held);
    if (!closing) {
      this.held = this.held.slice(-LONGEST_CLOSING);
      return '';
    }
    this.held = this.held.slice(closing.index + closing[0].length);
    this.hasThought = true;
    this.mode = this.begin();
    if (this.mode === 'thinking') return this.think();
    return this.mode === 'answering' ? this.flush() : '';
  }

  private flush(): string {
    const text = this.hasThought ? this.held.trimStart() : this.held;
    this.held = '';
    return text;
  }
}
