import type { EnvOutside, EnvSession, Stress } from '~/contract/env';
import { type GameKey, refOf } from '~/contract/game-ref';
import type { OptionValue } from '~/contract/options';
import { findEnvGame } from '~/engine/env-games';
import { addUp, tally } from './action-tally';
import { findContender } from './contenders';
import type { EpisodeScore } from './report';

export interface EpisodeRequest {
  game: GameKey;
  version: number;
  policy: string;
  task: string;
  judgeMode: string;
  seed: number;
  stress?: Stress | undefined;
  /** Who plays all other seats; absent: the ruleset's default. */
  opponents?: string | undefined;
  /** Absent: one seat of each role in turn, and the mean over roles. */
  seat?: string | undefined;
  options?: Readonly<Record<string, OptionValue>> | undefined;
}

/** `planEval` has checked the request, so an unknown name is a bug. */
export async function openEpisode(
  request: Omit<EpisodeRequest, 'policy'>,
  { findPlayer }: Pick<EnvOutside, 'findPlayer'> = {},
): Promise<EnvSession> {
  const { game, version, task, seed, judgeMode, stress, opponents, seat, options } = request;
  const table = { ...(opponents !== undefined && { opponents }), ...(seat !== undefined && { seat }) };
  const config = { task_type: task, seed, judge_mode: judgeMode, ...table, ...options };
  const opening = await findEnvGame(refOf({ game, version }))?.open(config, {
    ...(stress && { stress }),
    ...(findPlayer && { findPlayer }),
  });
  if (!opening?.ok) throw new Error(opening?.why ?? `no ${game} ${version}`);
  return opening.value;
}

export async function playEpisode(request: EpisodeRequest, means: Pick<EnvOutside, 'findPlayer'> = {}): Promise<EpisodeScore> {
  return overRoles(request, async (seat) => playOut(await openEpisode({ ...request, seat }, means), request));
}

/** The same world in a seat of each role: figures are means over roles, by their weights. */
export async function overRoles<Score extends EpisodeScore>(
  request: Omit<EpisodeRequest, 'policy'>,
  play: (seat: string | undefined) => Promise<Score>,
): Promise<Score> {
  const rules = findEnvGame(refOf(request))?.rules;
  if (!rules || request.seat !== undefined || rules.roles.length < 2) return play(request.seat);
  const { task, seed, judgeMode, options } = request;
  const config = rules.parseConfig({ task_type: task, seed, judge_mode: judgeMode, ...options });
  if (!config.ok) throw new Error(config.why);
  const seats = rules.seats(config.value);
  const played: { score: Score; weight: number }[] = [];
  for (const { id, weight } of rules.roles) {
    const seat = seats.find(({ role }) => role === id);
    if (seat) played.push({ score: await play(seat.id), weight });
  }
  const [first] = played;
  if (!first) throw new Error(`nobody plays a role of ${rules.ref.key}`);
  const total = played.reduce((sum, { weight }) => sum + weight, 0);
  return {
    ...first.score,
    score: played.reduce((sum, { score, weight }) => sum + score.score * weight, 0) / total,
    invalid: played.reduce((sum, { score }) => sum + score.invalid, 0),
    actions: addUp(played.map(({ score }) => score.actions)),
  };
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
  const { score, figures } = episode.scored?.() ?? { score: cumulative_reward };
  return { score, invalid: invalid_actions, actions, ...(figures && { figures }) };
}

/** An episode by one program, to its end, or as far as an evaluation goes. `note` is told of each move before it is played. */
export async function playThrough(
  episode: EnvSession,
  moveOf: (observation: unknown) => unknown,
  note: (move: unknown) => void = () => undefined,
): Promise<void> {
  let observation = episode.observe();
  const most = episode.mostSteps ?? Number.POSITIVE_INFINITY;
  let steps = 0;
  for (let isDone = false; !isDone && steps < most; steps += 1) {
    const chosen = moveOf(observation);
    const move: unknown = chosen instanceof Promise ? await chosen : chosen; // awaiting a value would cost more than the move
    note(move);
    const played = episode.step(move);
    const turn = played instanceof Promise ? await played : played;
    observation = turn.observation;
    isDone = turn.done;
  }
}
