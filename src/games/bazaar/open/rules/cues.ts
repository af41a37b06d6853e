/** Noisy cues about a seat's private data: a symmetric channel with six symbols, and its information in bits. */
import type { Draws } from '~/lib/random/draws';

export const SYMBOLS = 6;
const HALVINGS = 60;

/** Information of one symbol about six equally likely types, for this error rate. */
export function bitsOf(wrong: number): number {
  const right = 1 - wrong;
  return Math.log2(SYMBOLS) + term(right) + (SYMBOLS - 1) * term(wrong / (SYMBOLS - 1));
}

function term(p: number): number {
  return p <= 0 ? 0 : p * Math.log2(p);
}

const errors = new Map<number, number>();

/** The error rate at which a symbol carries this many bits. */
export function errorFor(bits: number): number {
  const known = errors.get(bits);
  if (known !== undefined) return known;
  let [low, high] = [0, (SYMBOLS - 1) / SYMBOLS];
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = (low + high) / 2;
    if (bitsOf(middle) > bits) low = middle;
    else high = middle;
  }
  errors.set(bits, high);
  return high;
}

/** The hidden type, or one of the five others. */
export function drawSymbol(draws: Draws, type: number, bits: number): number {
  if (draws.random() < 1 - errorFor(bits)) return type;
  const other = draws.below(SYMBOLS - 1);
  return other < type ? other : other + 1;
}

/** Information of `n` symbols of one seat together, summed over all outcomes. */
export function bitsAfter(turns: number, bits: number): number {
  const wrong = errorFor(bits);
  const [hit, miss] = [1 - wrong, wrong / (SYMBOLS - 1)];
  let left = 0;
  for (const counts of waysToFall(turns, SYMBOLS)) {
    const likely = counts.map((count) => hit ** count * miss ** (turns - count));
    const total = likely.reduce((sum, one) => sum + one, 0);
    const ways = counts.reduce((product, count) => product / factorial(count), factorial(turns));
    const entropy = likely.reduce((sum, one) => sum - term(one / total), 0);
    left += (ways * total * entropy) / SYMBOLS;
  }
  return Math.log2(SYMBOLS) - left;
}

function* waysToFall(balls: number, places: number): Generator<number[]> {
  if (places === 1) {
    yield [balls];
    return;
  }
  for (let first = 0; first <= balls; first += 1) for (const rest of waysToFall(balls - first, places - 1)) yield [first, ...rest];
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}

/** What the other side sees: a phrase for the symbol. Types: deadline early, middle, late; limit hard or easy. */
export interface CueLabels {
  pace: 'hurried' | 'steady' | 'slow';
  warmth: 'cool' | 'warm';
  fidget: 'still' | 'restless';
  eyes: 'on the clock' | 'on the goods' | 'wandering';
  posture: 'closed' | 'open';
  wording: 'clipped' | 'plain' | 'chatty';
}

export const CUE_LABELS: readonly CueLabels[] = [
  { pace: 'hurried', warmth: 'cool', fidget: 'restless', eyes: 'on the clock', posture: 'closed', wording: 'clipped' },
  { pace: 'hurried', warmth: 'warm', fidget: 'restless', eyes: 'on the goods', posture: 'open', wording: 'clipped' },
  { pace: 'steady', warmth: 'cool', fidget: 'still', eyes: 'on the goods', posture: 'closed', wording: 'plain' },
  { pace: 'steady', warmth: 'warm', fidget: 'still', eyes: 'on the goods', posture: 'open', wording: 'plain' },
  { pace: 'slow', warmth: 'cool', fidget: 'still', eyes: 'wandering', posture: 'closed', wording: 'chatty' },
  { pace: 'slow', warmth: 'warm', fidget: 'restless', eyes: 'wandering', posture: 'open', wording: 'chatty' },
];
