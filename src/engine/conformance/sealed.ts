/** Rules may not use a clock or outside randomness. While they run here, any access throws. */

export class OutsideAsked extends Error {
  override readonly name = 'OutsideAsked';
}

const forbidden = (what: string) => () => {
  throw new OutsideAsked(`${what} was asked`);
};

/** Runs a synchronous function with `Math.random`, the clocks and `crypto` disabled. */
export function sealed<T>(run: () => T): T {
  const { Date: clock } = globalThis;
  const { random } = Math;
  const now = performance.now;
  const strange = globalThis.crypto;
  Math.random = forbidden('Math.random');
  performance.now = forbidden('performance.now');
  globalThis.Date = new Proxy(clock, { construct: forbidden('new Date'), apply: forbidden('Date'), get: forbidden('Date') });
  Object.defineProperty(globalThis, 'crypto', { configurable: true, get: forbidden('crypto') });
  try {
    return run();
  } finally {
    Math.random = random;
    performance.now = now;
    globalThis.Date = clock;
    Object.defineProperty(globalThis, 'crypto', { configurable: true, writable: true, value: strange });
  }
}
