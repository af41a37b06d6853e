/** Episodes of models and remote programs: several at once in this thread, so that a worker can batch their turns. */
import { randomUUID } from 'node:crypto';
import type { AgentTurn, TurnCounts } from '~/agents/agent-turn';
import { countTurns } from '~/agents/count-turns';
import type { Player } from '~/agents/player';
import { tally } from './action-tally';
import type { ArenaMeans } from './arena';
import type { EvalPlan } from './eval-plan';
import { openEpisode } from './play-episode';
import type { EpisodeScore } from './report';

export interface EvalAgents {
  /** By `name@version`. `turnMs`: what a turn may take. */
  find(ref: string): Promise<{ player: Player; turnMs: number } | null>;
  /** Episodes at once. */
  slots: number;
}

export interface AgentWork {
  agents: EvalAgents | undefined;
  signal?: AbortSignal | undefined;
  /** Episodes played so far. */
  onProgress?(episodes: number): void;
}

/** One agent on one task over the plan's seeds, in their order. */
export async function playAgent(
  plan: EvalPlan,
  pair: { policy: string; task: string },
  { agents, signal, onProgress }: AgentWork,
): Promise<AgentPlay> {
  const found = await agents?.find(pair.policy);
  if (!agents || !found) throw new Error(`nobody plays as ${pair.policy}`);
  const seated: Seated = { player: found.player, turnMs: found.turnMs, findPlayer: findAmong(agents), ...(signal && { signal }) };
  const played = Array.from<AgentEpisode | undefined>({ length: plan.seeds.length });
  let next = 0;
  let done = 0;
  async function work(): Promise<void> {
    for (let index = next++; index < plan.seeds.length; index = next++) {
      signal?.throwIfAborted();
      played[index] = await playOne(plan, { task: pair.task, seed: plan.seeds[index] ?? 0 }, seated);
      done += 1;
      onProgress?.(done);
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, agents.slots) }, work));
  const episodes = played.flatMap((one) => one ?? []);
  return {
    scores: episodes.map(({ score, invalid, actions }) => ({ score, invalid, actions })),
    counts: countTurns(episodes.flatMap(({ turns }) => turns)),
    pin: pinOf(episodes.flatMap(({ turns }) => turns)),
    moves: episodes.map(({ turns }) => turns.map(({ move }) => move)),
  };
}

/** The settings are the same in every turn; weights are known where a backend says them. */
function pinOf(turns: readonly AgentTurn[]): AgentPlay['pin'] {
  const weights = turns.find(({ pin }) => pin?.digest)?.pin?.digest ?? null;
  return { agent: turns[0]?.digest ?? '', weights };
}

interface AgentPlay {
  scores: EpisodeScore[];
  counts: TurnCounts;
  /** What it handed in, by seed and turn: a model asked again may answer otherwise, so this is what an episode is replayed from. */
  moves: unknown[][];
  pin: { agent: string; weights: string | null };
}

interface AgentEpisode extends EpisodeScore {
  turns: AgentTurn[];
}

interface Seated {
  player: Player;
  turnMs: number;
  findPlayer: NonNullable<ArenaMeans['findPlayer']>;
  signal?: AbortSignal;
}

/** For arenas, in which agents sit in other seats too. */
export function findAmong(agents: EvalAgents): NonNullable<ArenaMeans['findPlayer']> {
  return async (ref) => {
    const found = await agents.find(ref);
    return found && { ref, player: found.player };
  };
}

async function playOne(plan: EvalPlan, { task, seed }: { task: string; seed: number }, seated: Seated): Promise<AgentEpisode> {
  const episode = await openEpisode({ ...plan, task, seed }, seated);
  const account = episode.account ?? `episode-${randomUUID()}`;
  const turns: AgentTurn[] = [];
  const actions: Record<string, number> = {};
  let observation = episode.observe();
  for (let isDone = false; !isDone; ) {
    seated.signal?.throwIfAborted();
    const turn = await seated.player.play({
      ruleset: `${plan.game}/${plan.ruleset}`,
      matchId: null,
      episode: account,
      seat: plan.seat ?? SEAT,
      round: episode.status().round_index,
      observation,
      past: turns,
      timeMs: seated.turnMs,
      ...(seated.signal && { signal: seated.signal }),
    });
    turns.push(turn);
    tally(actions, turn.move);
    const played = await episode.play(turn.move);
    observation = played.observation;
    isDone = played.done;
  }
  const { cumulative_reward, invalid_actions } = episode.status();
  return { score: cumulative_reward, invalid: invalid_actions, actions, turns };
}

/** Whom every arena plays as, unless it is told otherwise. */
const SEAT = 'lab_0';
