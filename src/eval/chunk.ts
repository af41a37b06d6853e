import { playEpisode } from './play-episode';
import type { EpisodeScore } from './report';

/** A piece of work for one thread: one policy on one task over some seeds. Plain data, to be sent to a worker. */
export interface Chunk {
  ruleset: string;
  version: number;
  judgeMode: string;
  policy: string;
  task: string;
  seeds: number[];
}

export async function playChunk(chunk: Chunk): Promise<EpisodeScore[]> {
  const { ruleset, version, policy, task, judgeMode } = chunk;
  const scores: EpisodeScore[] = [];
  for (const seed of chunk.seeds) scores.push(await playEpisode({ ruleset, version, policy, task, judgeMode, seed }));
  return scores;
}
