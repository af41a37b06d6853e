/**
 * Milliseconds since 1970 that never go backward: the wall clock is read once and then advanced by a monotonic clock. So changing the
 * system time neither ends a round early nor extends it.
 */
export function steadyClock(wall: () => number = Date.now, elapsed: () => number = () => performance.now()): () => number {
  const start = wall() - elapsed();
  return () => Math.floor(start + elapsed()); // an integer, like Date.now: the database stores spans as integers
}
