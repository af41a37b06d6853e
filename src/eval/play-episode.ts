import type { EnvOutside, EnvSession } from '~/contract/env';
import { type GameKey, refOf } from '~/contract/game-ref';
import { findEnvGame } from '~/engine/env-games';
import { tally } from './action-tally';
import { findContender } from './contenders';
import type { EpisodeScore } from './report';
import type { Stress } from './stress';

export interface EpisodeRequest {
  game: GameKey;
  version: number;
  policy: string;
  task: string;
  judgeMode: string;
  seed: number;
  stress?: Stress | undefined;
  /** Who plays all other seats; absent: as the ruleset has it. */
  opponents?: string | undefined;
  /** Absent: lab_0. */
  seat?: string | undefined;
}

/** An episode of what was asked for. That has been checked by `planEval`: anything unknown is a fault of ours. */
export async function openEpisode(
  request: Omit<EpisodeRequest, 'policy'>,
  { findPlayer }: Pick<EnvOutside, 'findPlayer'> = {},
): Promise<EnvSession> {
  const { game, version, task, seed, judgeMode, stress, opponents, seat } = request;
  const table = { ...(opponents !== undefined && { opponents }), ...(seat !== undefined && { seat }) };
  const config = { task_type: task, seed, judge_mode: judgeMode, ...table };
  const opening = await findEnvGame(refOf({ game, version }))?.open(config, {
    ...(stress && { stress }),
    ...(findPlayer && { findPlayer }),
  });
  if (!opening?.ok) throw new Error(opening?.why ?? `no ${game} ${version}`);
  return opening.value;
}

/** Plays one episode to its end. */
export async function playEpisode(request: EpisodeRequest, means: Pick<EnvOutside, 'findPlayer'> = {}): Promise<EpisodeScore> {
  return playOut(await openEpisode(request, means), request);
}

/** The episode is played in place. */
export async function playOut(episode: EnvSession, { game, policy: by }: Pick<EpisodeRequest, 'game' | 'policy'>): Promise<EpisodeScore> {
  const policy = findContender(game, by);
  if (policy === null) throw new Error(`nobody plays as ${by}`);
  const actions: Record<string, number> = {};
  await playThrough(
    episode,
    (observation) => (episode.ask ? episode.ask(policy) : policy.choose(observation)),
    (move) => tally(actions, move),
  );
  const { cumulative_reward, invalid_actions } = episode.state();
  return { score: cumulative_reward, invalid: invalid_actions, actions };
}

/** An episode by one program, to its end. `note` is told of each move before it is played. */
export async function playThrough(
  episode: EnvSession,
  moveOf: (observation: unknown) => unknown,
  note: (move: unknown) => void = () => undefined,
): Promise<void> {
  let observation = episode.observe();
  for (let isDone = false; !isDone; ) {
    const chosen = moveOf(observation);
    const move: unknown = chosen instanceof Promise ? await chosen : chosen; // awaiting a value would cost more than the move
    note(move);
    const played = episode.step(move);
    const turn = played instanceof Promise ? await played : played;
    observation = turn.observation;
    isDone = turn.done;
  }
}
