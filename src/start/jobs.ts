/** The jobs that threads can run, by id. Started by `engine/thread-entry.mjs`; a thread loads only the jobs it is given. */
import type { Job, Means } from '~/contract/means';
import { playOnFrom } from '~/engine/replace-move';
import { solveProgramme } from '~/engine/solver';

const JOBS: Record<string, () => Promise<Job>> = {
  'agents/policy': async () => (await import('~/engine/ask-in-worker')).ASK_POLICY,
  'audit/play': async () => (await import('~/audit/thread-jobs')).MATCHES.play,
  'audit/look': async () => (await import('~/audit/thread-jobs')).MATCHES.look,
  'audit/trace': async () => (await import('~/audit/thread-jobs')).MATCHES.trace,
  'eval/chunk': async () => (await import('~/eval/chunk')).PLAY_CHUNK,
  'tournament/board': async () => (await import('~/tournament/rank/board-in-worker')).BOARD,
  'tournament/plan': async () => (await import('~/tournament/plan-in-worker')).READ_PLAN,
  'tournament/standings': async () => (await import('~/tournament/standings-in-worker')).STANDINGS,
};

const found = new Map<string, Promise<Job>>();

/** Inside a job, further jobs run in the same thread. */
const means: Means = { solve: solveProgramme, playOn: playOnFrom, run: async (job, input) => job.work(input, means) };

export async function work({ id, input }: { id: string; input: unknown }): Promise<unknown> {
  const job = found.get(id) ?? jobOf(id);
  found.set(id, job);
  return (await job).work(input, means);
}

/** A game's jobs are in its pack. */
async function jobOf(id: string): Promise<Job> {
  const own = JOBS[id];
  if (own) return own();
  const { jobsOfGames } = await import('~/games/packs');
  const job = jobsOfGames().find((one) => one.id === id);
  if (!job) throw new Error(`no thread knows the job ${id}`);
  return job;
}

/** The platform's jobs. */
export const JOB_IDS = Object.keys(JOBS);
