/** Episodes of models and remote programs. Several run at the same time in this thread, so that a worker can batch their turns. */

import { randomUUID } from 'node:crypto';
import type { ModelSpec } from '~/agents/agent';
import type { AgentTurn, TurnCounts } from '~/agents/agent-turn';
import { countTurns, isUnanswered } from '~/agents/count-turns';
import type { Player } from '~/agents/player';
import type { EnvOutside } from '~/contract/env';
import { refOf } from '~/contract/game-ref';
import { tally } from './action-tally';
import type { EvalPlan } from './eval-plan';
import { openEpisode, overRoles, playThrough } from './play-episode';
import type { AskedHow, EpisodeScore } from './report';
import { episodeKey, type TurnJournal } from './turn-journal';

export interface EvalAgents {
  /** By `name@version`. `turnMs`: the time limit of a turn. `spec`: how a model is asked. */
  find(ref: string): Promise<{ player: Player; turnMs: number; spec?: ModelSpec } | null>;
  /** Episodes at the same time. */
  slots: number;
  /** Lets a killed run continue. */
  journal?: TurnJournal;
  /** The address of a backend, for reports. */
  placeOf?(backend: string): string | null;
  /** Told of every turn for which an agent was asked in this run, in any seat, and of its time limit. */
  hear?(turn: AgentTurn, turnMs: number): void;
}

/** Of an agent's last `LAST` turns, a run stops if so many had no answer. */
const LAST = 10;
const NEARLY_ALL = 9;

/** An agent that hardly answers any more. */
export interface Silence {
  agent: string;
  unanswered: number;
  /** Of so many turns. */
  last: number;
  /** Turns for which it was asked in this run. */
  asked: number;
  /** Why its fallback played last. */
  why: string;
  turnMs: number;
}

/** For `EvalAgents.hear`. `tell` is told when nearly all of an agent's last turns had no answer. */
export function silenceWatch(tell: (silence: Silence) => void): NonNullable<EvalAgents['hear']> {
  const heard = new Map<string, { asked: number; last: AgentTurn[] }>();
  return (turn, turnMs) => {
    const { asked, last } = heard.get(turn.agent) ?? { asked: 0, last: [] };
    const now = { asked: asked + 1, last: [...last, turn].slice(-LAST) };
    heard.set(turn.agent, now);
    const silent = now.last.filter(isUnanswered);
    const why = silent.at(-1)?.fallbackWhy ?? '';
    if (silent.length >= NEARLY_ALL)
      tell({ agent: turn.agent, unanswered: silent.length, last: now.last.length, asked: now.asked, why, turnMs });
  };
}

export interface AgentWork {
  agents: EvalAgents | undefined;
  signal?: AbortSignal | undefined;
  /** Episodes played so far. */
  onProgress?(episodes: number): void;
  /** Called with the turns of agents in other seats. */
  onOther?: OnOther | undefined;
  /** Told of the agent's own turns, with what it saw. */
  onTurn?: OnTurn | undefined;
}

export type OnTurn = (seen: { task: string; seed: number; observation: unknown; past: readonly AgentTurn[]; turn: AgentTurn }) => void;

export type OnOther = (ref: string, turn: AgentTurn) => void;

/** One agent on one task over the plan's seeds, in order. */
export async function playAgent(
  plan: EvalPlan,
  pair: { policy: string; task: string },
  { agents, signal, onProgress, onOther, onTurn }: AgentWork,
): Promise<AgentPlay> {
  const found = await agents?.find(pair.policy);
  if (!agents || !found) throw new Error(`nobody plays as ${pair.policy}`);
  const { journal, hear } = agents;
  const seated: Seated = {
    player: found.player,
    turnMs: found.turnMs,
    findPlayer: findAmong(agents, onOther),
    ...(hear && { hear }),
    ...(signal && { signal }),
    ...(journal && { journal }),
    ...(onTurn && { onTurn }),
  };
  const played = Array.from<AgentEpisode | undefined>({ length: plan.seeds.length });
  let next = 0;
  let done = 0;
  async function work(): Promise<void> {
    for (let index = next++; index < plan.seeds.length; index = next++) {
      signal?.throwIfAborted();
      played[index] = await playOne(plan, { ...pair, seed: plan.seeds[index] ?? 0 }, seated);
      done += 1;
      onProgress?.(done);
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, agents.slots) }, work));
  const episodes = played.flatMap((one) => one ?? []);
  const turns = episodes.flatMap((one) => one.turns);
  return {
    scores: episodes.map(({ score, invalid, actions }) => ({ score, invalid, actions })),
    counts: countTurns(turns),
    pin: pinOf(turns),
    ...(found.spec && { asked: askedHow(found.spec, turns, agents) }),
    moves: episodes.map((one) => one.turns.map(({ move }) => move)),
  };
}

/** Settings are the same in every turn. Weights are known if a backend reports them; several mean that they changed during the run. */
function pinOf(turns: readonly AgentTurn[]): AgentPlay['pin'] {
  const answered = turns.flatMap(({ pin, writtenBy }) => [pin?.digest ?? [], writtenBy?.digest ?? []].flat());
  return { agent: turns[0]?.digest ?? '', weights: answered.length === 0 ? null : [...new Set(answered)].join('; ') };
}

/** Settings come from the spec, backends and models from the replies. */
function askedHow(spec: ModelSpec, turns: readonly AgentTurn[], { placeOf }: EvalAgents): AskedHow {
  const { temperature, topP, topK, seed, maxTokens } = spec.sampling;
  const backends = distinct(turns.flatMap(({ replies }) => replies.map(({ backend }) => backend)));
  return {
    model: spec.model,
    adapter: spec.adapter,
    sampling: { temperature, topP, topK, seed, maxTokens },
    backends: backends.map((id) => ({ id, place: placeOf?.(id) ?? null })),
    answered: distinct(turns.map(({ pin }) => pin && [pin.model, pin.adapter, pin.runtime].filter(Boolean).join(', '))),
  };
}

function distinct(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.filter((text) => text !== null))].sort();
}

interface AgentPlay {
  /** Only for models. */
  asked?: AskedHow;
  scores: EpisodeScore[];
  counts: TurnCounts;
  /** Submitted moves by seed and turn. Episodes are replayed from them, because a model may answer differently when asked again. */
  moves: unknown[][];
  pin: { agent: string; weights: string | null };
}

interface AgentEpisode extends EpisodeScore {
  turns: AgentTurn[];
}

interface Seated {
  player: Player;
  turnMs: number;
  findPlayer: NonNullable<EnvOutside['findPlayer']>;
  hear?: NonNullable<EvalAgents['hear']>;
  signal?: AbortSignal;
  journal?: TurnJournal;
  onTurn?: OnTurn;
}

/** For arenas, in which agents sit in other seats too. */
export function findAmong(agents: EvalAgents, onOther?: OnOther): NonNullable<EnvOutside['findPlayer']> {
  return async (ref) => {
    const found = await agents.find(ref);
    if (!found || !(onOther || agents.hear)) return found && { ref, player: found.player };
    const play = async (request: Parameters<Player['play']>[0]) => {
      const turn = await found.player.play(request);
      if (!request.signal?.aborted) agents.hear?.(turn, found.turnMs);
      onOther?.(ref, turn);
      return turn;
    };
    return { ref, player: { play } };
  };
}

async function playOne(plan: EvalPlan, world: { policy: string; task: string; seed: number }, seated: Seated): Promise<AgentEpisode> {
  const key = episodeKey(plan, world);
  const turns: AgentTurn[] = [];
  const score = await overRoles({ ...plan, task: world.task, seed: world.seed }, (seat) =>
    playSeat({ ...plan, seat }, { ...world, key, turns }, seated),
  );
  return { ...score, turns };
}

interface Sitting {
  task: string;
  seed: number;
  /** The journal's episode. */
  key: string;
  /** All seats' turns so far. */
  turns: AgentTurn[];
}

async function playSeat(plan: EvalPlan, { task, seed, key, turns }: Sitting, seated: Seated): Promise<EpisodeScore> {
  const episode = await openEpisode({ ...plan, task, seed }, seated);
  const account = episode.account ?? `episode-${randomUUID()}`;
  const own: AgentTurn[] = [];
  const actions: Record<string, number> = {};
  const kept = seated.journal?.turnsOf(key) ?? [];
  const { shown } = episode;
  const ask = async (observation: unknown): Promise<unknown> => {
    seated.signal?.throwIfAborted();
    const before = kept[turns.length];
    const { round_index } = episode.state();
    const [seat = ''] = episode.seats;
    const turn =
      before ??
      (await seated.player.play({
        game: refOf(plan),
        matchId: null,
        episode: account,
        seat,
        turn: episode.turn,
        round: round_index,
        observation,
        ...(shown && { shown: () => shown.call(episode, seat) }),
        past: own,
        timeMs: seated.turnMs,
        ...(seated.signal && { signal: seated.signal }),
      }));
    if (before === undefined) {
      seated.signal?.throwIfAborted(); // a turn that was called off is no answer
      seated.journal?.keep(key, turn);
      seated.hear?.(turn, seated.turnMs);
    }
    seated.onTurn?.({ task, seed, observation, past: own, turn });
    turns.push(turn);
    own.push(turn);
    return turn.move;
  };
  await playThrough(episode, ask, (move) => tally(actions, move));
  const { cumulative_reward, invalid_actions } = episode.state();
  return { score: cumulative_reward, invalid: invalid_actions, actions };
}
