/** The same target with its matches played on threads: as many at once as there are cores, each with the outcome that it has here. */
import { availableParallelism } from 'node:os';
import type { AuditTarget } from '~/contract/audit';
import { Threads } from '~/engine/threads';
import { MATCHES, type Player } from './thread-jobs';

/** Below it a match takes about as long as telling a thread of it. */
const WORTH_A_THREAD = 20;

export interface ThreadedTarget {
  target: AuditTarget;
  /** Ends the threads, and what they still play. */
  close(): Promise<void>;
}

/** `target` as `findTarget` gives it, or as a test's own thread entry does: threads find it by its name. Cheap matches stay in this thread. */
export function onThreads(target: AuditTarget, most = availableParallelism(), entry?: URL): ThreadedTarget {
  if (target.weight < WORTH_A_THREAD || most < 2) return { target, close: async () => undefined };
  const threads = new Threads({ most, entry });
  const { name } = target;
  const play = (player: Player, seed: number) => threads.run(MATCHES.play, { target: name, player, seed });
  return {
    target: {
      ...target,
      playHonest: (seed, seats = 1) => play(seats === 2 ? 'honest pair' : 'honest', seed),
      playWait: (seed) => play('wait', seed),
      playProgram: (program, seed) => play({ program }, seed),
      known: target.known.map((farmer) => ({ name: farmer.name, play: (seed) => play({ known: farmer.name }, seed) })),
      ...(target.quick && {
        quick: {
          ...target.quick,
          look: (programs, seed) => threads.run(MATCHES.look, { target: name, programs, seed }),
          trace: (program, seed) => threads.run(MATCHES.trace, { target: name, programs: [program], seed }),
        },
      }),
    },
    close: () => threads.close(),
  };
}
