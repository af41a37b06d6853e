/** The standard normal distribution's upper tail and its inverse. */

const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);
/** Below this the body's series is short; above it, uses the continued fraction of the tail (Laplace). */
const BODY_ENDS = 2.5;
const TERMS = 80;
const HALVINGS = 100;

/** P(Z > x), with a relative precision of about 14 digits. */
export function upperTail(x: number): number {
  if (x < 0) return 1 - upperTail(-x);
  const density = Math.exp((-x * x) / 2) / ROOT_TWO_PI;
  if (x < BODY_ENDS) return 0.5 - density * body(x);
  let fraction = x;
  for (let term = TERMS; term > 0; term -= 1) fraction = x + term / fraction;
  return density / fraction;
}

/** The x with P(Z > x) = p, for 0 < p <= 1/2. */
export function upperQuantile(p: number): number {
  let [low, high] = [0, 40];
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = (low + high) / 2;
    [low, high] = upperTail(middle) > p ? [middle, high] : [low, middle];
  }
  return low;
}

/** (P(Z < x) - 1/2) / density: x + x^3/3 + x^5/(3 5) + ... */
function body(x: number): number {
  let term = x;
  let sum = x;
  for (let odd = 3; term > sum * Number.EPSILON; odd += 2) {
    term *= (x * x) / odd;
    sum += term;
  }
  return sum;
}
