import { ownTurns, type TurnTally } from '~/lib/play/turn-tally';
import type { OperationsStore } from './operations-store';

const EVERY_MS = 5_000;

/** Stores this process's counts every few seconds and at the end. If the database is unavailable, they are stored later. */
export function keepTally(store: Pick<OperationsStore, 'addTurns'>, tally: TurnTally = ownTurns, everyMs = EVERY_MS): () => Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  async function write(): Promise<void> {
    const counts = tally.take();
    if (counts.length === 0) return;
    await store.addTurns(counts).catch(() => tally.giveBack(counts));
  }
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await writing;
    await write();
  };
}
