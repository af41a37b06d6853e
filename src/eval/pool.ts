/** Plays the chunks of an evaluation: in this thread in small slices, or on worker threads over the cores. */
import { availableParallelism } from 'node:os';
import { Threads } from '~/engine/threads';
import { type Chunk, PLAY_CHUNK, playChunk } from './chunk';
import type { EpisodeScore } from './report';

export interface PoolOptions {
  /** 0: in this thread. */
  workers: number;
  /** Called with the number of episodes played so far. */
  onProgress?: ((episodes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

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
  const threads = new Threads({ most: workers });
  let played = 0;
  const play = async (chunk: Chunk): Promise<EpisodeScore[]> => {
    const episodes = await threads.run(PLAY_CHUNK, chunk);
    played += episodes.length;
    onProgress?.(played);
    return episodes;
  };
  try {
    return await Promise.race([Promise.all(chunks.map(play)), aborted(signal)]);
  } finally {
    await threads.close();
  }
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
}
