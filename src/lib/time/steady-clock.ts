/**
 * Milliseconds since 1970 that only ever go forward, at the pace of time: read off the wall once, then counted by a clock that nobody
 * sets. A wall clock that jumps neither closes a round nor stretches one.
 */
export function steadyClock(wall: () => number = Date.now, elapsed: () => number = () => performance.now()): () => number {
  const start = wall() - elapsed();
  return () => Math.floor(start + elapsed()); // whole, as Date.now is: the database keeps spans in integers
}
