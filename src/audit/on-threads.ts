/** The same ground with its matches played on threads: as many at once as there are cores, each with the outcome that it has here. */
import { availableParallelism } from 'node:os';
import Tinypool from 'tinypool';
import type { Ground, Look, Outcome } from './ground';
import type { Program } from './program';
import type { PlacedLook, PlacedMatch, Player } from './thread-for';

/** Below it a match takes about as long as telling a thread of it. */
const WORTH_A_THREAD = 20;

export interface ThreadedGround {
  ground: Ground;
  /** Ends the threads, and what they still play. */
  close(): Promise<void>;
}

/** `ground` as `findGround` gives it, or as a test's own thread file does: threads find it by its name. Cheap matches stay in this thread. */
export function onThreads(
  ground: Ground,
  threads = availableParallelism(),
  entry = new URL('./match-entry.mjs', import.meta.url),
): ThreadedGround {
  if (ground.weight < WORTH_A_THREAD || threads < 2) return { ground, close: async () => undefined };
  const pool = new Tinypool({ filename: entry.href, minThreads: threads, maxThreads: threads });
  const play = (player: Player, seed: number): Promise<Outcome> =>
    pool.run({ ground: ground.name, player, seed } satisfies PlacedMatch, { name: 'playPlaced' }) as Promise<Outcome>;
  const look = (programs: readonly Program[], seed: number) => ({ ground: ground.name, programs, seed }) satisfies PlacedLook;
  return {
    ground: {
      ...ground,
      playHonest: (seed, seats = 1) => play(seats === 2 ? 'honest pair' : 'honest', seed),
      playWait: (seed) => play('wait', seed),
      playProgram: (program, seed) => play({ program }, seed),
      known: ground.known.map(({ name }) => ({ name, play: (seed) => play({ known: name }, seed) })),
      ...(ground.quick && {
        quick: {
          ...ground.quick,
          look: (programs, seed) => pool.run(look(programs, seed), { name: 'lookPlaced' }) as Promise<Look[]>,
          trace: (program, seed) => pool.run(look([program], seed), { name: 'tracePlaced' }) as Promise<string | null>,
        },
      }),
    },
    close: () => pool.destroy(),
  };
}
