/** The same ground with its matches played on threads: as many at once as there are cores, each with the outcome that it has here. */
import { availableParallelism } from 'node:os';
import { Threads } from '~/engine/threads';
import type { Ground } from './ground';
import { MATCHES, type Player } from './thread-jobs';

/** Below it a match takes about as long as telling a thread of it. */
const WORTH_A_THREAD = 20;

export interface ThreadedGround {
  ground: Ground;
  /** Ends the threads, and what they still play. */
  close(): Promise<void>;
}

/** `ground` as `findGround` gives it, or as a test's own thread entry does: threads find it by its name. Cheap matches stay in this thread. */
export function onThreads(ground: Ground, most = availableParallelism(), entry?: URL): ThreadedGround {
  if (ground.weight < WORTH_A_THREAD || most < 2) return { ground, close: async () => undefined };
  const threads = new Threads({ most, entry });
  const { name } = ground;
  const play = (player: Player, seed: number) => threads.run(MATCHES.play, { ground: name, player, seed });
  return {
    ground: {
      ...ground,
      playHonest: (seed, seats = 1) => play(seats === 2 ? 'honest pair' : 'honest', seed),
      playWait: (seed) => play('wait', seed),
      playProgram: (program, seed) => play({ program }, seed),
      known: ground.known.map((farmer) => ({ name: farmer.name, play: (seed) => play({ known: farmer.name }, seed) })),
      ...(ground.quick && {
        quick: {
          ...ground.quick,
          look: (programs, seed) => threads.run(MATCHES.look, { ground: name, programs, seed }),
          trace: (program, seed) => threads.run(MATCHES.trace, { ground: name, programs: [program], seed }),
        },
      }),
    },
    close: () => threads.close(),
  };
}
