/** Checks tokens that people choose. */

export const WEAK_TOKEN = 'can be guessed: use a random one, for example from `openssl rand -base64 24`';
const FEWEST_DIFFERENT = 8;

/** Refuses repeated pieces, sequences (aaaa, 1234) and tokens with only a few different characters. */
export function isHardToGuess(token: string): boolean {
  if (/(.{6,}).*\1/u.test(token)) return false;
  const codes = Array.from(token, (sign) => sign.codePointAt(0) ?? 0);
  const neighbors = codes.filter((code, i) => i > 0 && Math.abs(code - (codes[i - 1] ?? 0)) <= 1).length;
  return new Set(token).size >= FEWEST_DIFFERENT && neighbors <= token.length / 2;
}
