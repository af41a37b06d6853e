/** Plays the chunks of an evaluation: in this thread in small slices, or on worker threads over the cores. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Chunk, playChunk } from './chunk';
import type { EpisodeScore } from './report';

export interface PoolOptions {
  /** 0: in this thread. */
  workers: number;
  /** Called with the number of episodes played so far. */
  onProgress?: ((episodes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** What a worker thread answers. */
export type WorkerAnswer = { ok: true; index: number; episodes: EpisodeScore[] } | { ok: false; why: string };

/** Starting a thread takes about a third of a second; that many episodes are played in the meantime. */
const EPISODES_WORTH_A_WORKER = 4_000;

/** As many threads as the work is worth, and never more than there are cores. */
export function workersFor(episodes: number): number {
  const worth = Math.floor(episodes / EPISODES_WORTH_A_WORKER);
  return worth < 2 ? 0 : Math.min(worth, availableParallelism());
}

/** The scores of each chunk's episodes, in the order of the chunks, whoever played them. */
export async function playChunks(chunks: readonly Chunk[], options: PoolOptions): Promise<EpisodeScore[][]> {
  options.signal?.throwIfAborted();
  return options.workers === 0 ? playHere(chunks, options) : playOnThreads(chunks, options);
}

async function playHere(chunks: readonly Chunk[], { onProgress, signal }: PoolOptions): Promise<EpisodeScore[][]> {
  const scores: EpisodeScore[][] = [];
  let played = 0;
  for (const chunk of chunks) {
    scores.push(await playChunk(chunk));
    played += chunk.seeds.length;
    onProgress?.(played);
    await new Promise((resolve) => setImmediate(resolve)); // a server in the same thread answers in between
    signal?.throwIfAborted();
  }
  return scores;
}

async function playOnThreads(chunks: readonly Chunk[], { workers, onProgress, signal }: PoolOptions): Promise<EpisodeScore[][]> {
  const scores: EpisodeScore[][] = [];
  const queue = chunks.map((chunk, index) => ({ chunk, index }));
  let played = 0;
  const threads: Worker[] = [];
  function work(resolve: () => void, reject: (cause: unknown) => void): void {
    const thread = new Worker(new URL('./worker-entry.mjs', import.meta.url));
    threads.push(thread);
    function next(): void {
      const job = queue.shift();
      if (job) thread.postMessage(job);
      else resolve();
    }
    thread.on('message', (answer: WorkerAnswer) => {
      if (!answer.ok) return reject(new Error(answer.why));
      scores[answer.index] = answer.episodes;
      played += answer.episodes.length;
      onProgress?.(played);
      next();
    });
    thread.on('error', reject);
    thread.on('exit', (code) => reject(new Error(`an evaluation thread ended early (exit code ${code})`)));
    next();
  }
  try {
    const working = Array.from({ length: Math.min(workers, chunks.length) }, () => new Promise<void>(work));
    await Promise.race([Promise.all(working), aborted(signal)]);
  } finally {
    for (const thread of threads) thread.removeAllListeners();
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
  return scores;
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
}
