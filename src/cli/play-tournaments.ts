/** `mandi worker matches`: plays tournament matches until stopped, or until there are none. */
import { closeThreads } from '~/engine/threads';
import { SLOW_SLOTS, TournamentWorker } from '~/tournament/tournament-worker';
import { agentRuntimeWhenNeeded } from './agents-here';
import { withDatabase } from './database-services';

const LOOK_EVERY_MS = 200;
/** For the orderly end of a child whose parent is gone; its matches are taken over by lease anyway. */
const ORPHAN_MS = 10_000;

export interface PlayOptions {
  slots: number;
  /** 0: never. */
  idleMs: number;
  /** Ends with the process that started it. */
  isChild: boolean;
  tell(line: string): void;
}

export async function playTournaments(options: PlayOptions): Promise<void> {
  const stopping = stopSignal(options.isChild);
  try {
    await playUntil(stopping, options);
  } finally {
    if (options.isChild && process.connected) process.disconnect(); // listening to a parent keeps this process alive
  }
}

function playUntil(stopping: AbortSignal, { slots, idleMs, isChild, tell }: PlayOptions): Promise<void> {
  return withDatabase(async ({ services, database }) => {
    const agentRuntime = agentRuntimeWhenNeeded(services.store.agents);
    const log = { ...services.log, warn: (fields: object, message: string) => !isChild && tell(`mandi: ${message}: ${reasonOf(fields)}`) };
    const worker = new TournamentWorker({ ...services, log }, { slots, agentRuntime: agentRuntime.find, revive: database.revive });
    await worker.start();
    if (!isChild)
      tell(
        `Playing tournament matches: up to ${slots} scripted ones at a time, and ${Math.min(slots, SLOW_SLOTS)} with models or programs (process ${process.pid}). Ctrl-C leaves them to others.`,
      );
    while (!stopping.aborted && (idleMs === 0 || worker.idleMs < idleMs))
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    await worker.stop();
    await agentRuntime.close();
    await closeThreads();
  });
}

/** Ctrl-C, an orderly shutdown, or the end of the parent. */
function stopSignal(isChild: boolean): AbortSignal {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  if (isChild)
    process.on('disconnect', () => {
      stop();
      setTimeout(() => process.exit(1), ORPHAN_MS).unref(); // the database may be gone with the parent, and waiting for it has no end
    });
  return stopping.signal;
}

function reasonOf(fields: object): string {
  const fault: unknown = 'fault' in fields ? fields.fault : null;
  return fault instanceof Error ? fault.message : String(fault);
}
