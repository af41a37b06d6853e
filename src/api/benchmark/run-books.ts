/** Stores the progress of benchmarks and reports, in this process or for all processes of a database. */
import type { PeerStore, RunProgress } from '~/store/peers/peer-store';

export type RunBooks = Pick<PeerStore, 'beginRun' | 'noteRun' | 'run'>;

/** Number of runs whose progress is kept. */
const RUNS_REMEMBERED = 20;

/** For a single process. */
export function ownRunBooks(): RunBooks {
  const runs = new Map<string, RunProgress & { what: string }>();
  return {
    async beginRun({ id, what, total }) {
      for (const [known, run] of runs) if (run.what === what && run.status === 'running') return known;
      runs.set(id, { what, done: 0, total, status: 'running', fault: null });
      for (const oldest of [...runs.keys()].slice(0, -RUNS_REMEMBERED)) runs.delete(oldest);
      return id;
    },
    async noteRun(id, progress) {
      const run = runs.get(id);
      if (run) Object.assign(run, progress);
    },
    async run(id) {
      const run = runs.get(id);
      return run ? { done: run.done, total: run.total, status: run.status, fault: run.fault } : null;
    },
  };
}
