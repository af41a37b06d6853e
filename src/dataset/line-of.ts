/** How JSON writes half a surrogate pair: whole ones stand as they are. */
const HALF = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

/** As JSON. Half a surrogate pair, which an agent may hand in as the name of an offer, is no text to most readers: U+FFFD stands for it. */
export function jsonOf(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\ud') ? text.replaceAll(HALF, '$1\ufffd') : text;
}

export function lineOf(row: object): string {
  return `${jsonOf(row)}\n`;
}
