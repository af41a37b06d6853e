/** The same ground with its matches played on threads: as many at once as there are cores, each with the outcome that it has here. */
import { availableParallelism } from 'node:os';
import Tinypool from 'tinypool';
import type { Ground, Outcome } from './ground';
import type { PlacedMatch, Player } from './match-thread';

/** Below it a match takes about as long as telling a thread of it. */
const WORTH_A_THREAD = 20;

export interface ThreadedGround {
  ground: Ground;
  /** Ends the threads, and what they still play. */
  close(): Promise<void>;
}

/** `ground` as `findGround` gives it: threads find it by its name. Cheap matches stay in this thread. */
export function onThreads(ground: Ground, threads = availableParallelism()): ThreadedGround {
  if (ground.weight < WORTH_A_THREAD || threads < 2) return { ground, close: async () => undefined };
  const filename = new URL('./match-entry.mjs', import.meta.url).href;
  const pool = new Tinypool({ filename, minThreads: threads, maxThreads: threads, name: 'playPlaced' });
  const play = (player: Player, seed: number): Promise<Outcome> =>
    pool.run({ ground: ground.name, player, seed } satisfies PlacedMatch) as Promise<Outcome>;
  return {
    ground: {
      ...ground,
      playHonest: (seed) => play('honest', seed),
      playWait: (seed) => play('wait', seed),
      playProgram: (program, seed) => play({ program }, seed),
      known: ground.known.map(({ name }) => ({ name, play: (seed) => play({ known: name }, seed) })),
    },
    close: () => pool.destroy(),
  };
}
