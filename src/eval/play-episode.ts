import { findPolicy } from '~/policies/registry';
import { findArena } from './arenas';
import type { EpisodeScore } from './report';

export interface EpisodeRequest {
  ruleset: string;
  version: number;
  policy: string;
  task: string;
  judgeMode: string;
  seed: number;
}

/** Plays one episode to its end. What is asked for has been checked by `planEval`: anything unknown is a fault of ours. */
export async function playEpisode(request: EpisodeRequest): Promise<EpisodeScore> {
  const arena = findArena(request.ruleset, request.version);
  const policy = findPolicy(request.policy);
  if (arena === null || policy === null) throw new Error(`no ${request.ruleset} ${request.version} or no ${request.policy}`);
  const opening = await arena.open({ task_type: request.task, seed: request.seed, judge_mode: request.judgeMode });
  if (!opening.ok) throw new Error(opening.why);
  const episode = opening.value;
  let observation = episode.observe();
  for (let done = false; !done; ) {
    const chosen = episode.ask ? episode.ask(policy) : policy.choose(observation);
    const played = episode.play(chosen instanceof Promise ? await chosen : chosen); // awaiting a value would cost more than the move
    const turn = played instanceof Promise ? await played : played;
    observation = turn.observation;
    done = turn.done;
  }
  const { cumulative_reward, invalid_actions } = episode.status();
  return { score: cumulative_reward, invalid: invalid_actions };
}
