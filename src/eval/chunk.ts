import type { Stress } from '~/contract/env';
import type { GameKey } from '~/contract/game-ref';
import type { Job } from '~/contract/means';
import type { OptionValue } from '~/contract/options';
import { playEpisode } from './play-episode';
import type { EpisodeScore } from './report';

/** Work for one thread: one policy on one task over some seeds. Plain data, because it is sent to a worker. */
export interface Chunk {
  game: GameKey;
  version: number;
  judgeMode: string;
  policy: string;
  task: string;
  seeds: number[];
  stress?: Stress | undefined;
  opponents?: string | undefined;
  seat?: string | undefined;
  options?: Readonly<Record<string, OptionValue>> | undefined;
}

export async function playChunk(chunk: Chunk): Promise<EpisodeScore[]> {
  const { seeds, ...what } = chunk;
  const scores: EpisodeScore[] = [];
  for (const seed of seeds) scores.push(await playEpisode({ ...what, seed }));
  return scores;
}

export const PLAY_CHUNK: Job<Chunk, EpisodeScore[]> = { id: 'eval/chunk', work: playChunk };
