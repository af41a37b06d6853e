/** A lone surrogate as JSON writes it; pairs are not escaped. */
const HALF = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

/** JSON text. A lone surrogate, which an agent may submit as an offer's name, is invalid for most readers and is replaced with U+FFFD. */
export function jsonOf(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\ud') ? text.replaceAll(HALF, '$1\ufffd') : text;
}

export function lineOf(row: object): string {
  return `${jsonOf(row)}\n`;
}
