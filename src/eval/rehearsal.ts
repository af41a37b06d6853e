/** What an evaluation of agents would ask for, found by playing it with a player that asks nobody. */
import { type Agent, agentRef } from '~/agents/agent';
import { makePlayer } from '~/agents/make-player';
import type { Chats } from '~/agents/model-player';
import { nullModel } from '~/inference/null/null-model';
import type { EvalPlan } from './eval-plan';
import { playAgent } from './play-agent';

/** Four characters are taken as one token. */
const CHARACTERS_A_TOKEN = 4;
/** Worlds that are rehearsed for each task; the others are taken to be like them. */
const WORLDS = 2;

/** An upper bound but for the prompt, whose length depends on what is played. */
export interface AgentEstimate {
  agent: string;
  episodes: number;
  turns: number;
  /** With every repair that the agent may ask for. */
  callsAtMost: number;
  promptTokens: number;
  completionTokensAtMost: number;
  /** If every turn took its whole time, one after the other. */
  secondsAtMost: number;
}

/** Of a model or a remote program of the plan. */
export async function rehearse(plan: EvalPlan, agent: Agent): Promise<AgentEstimate> {
  const { spec } = agent;
  const seeds = plan.seeds.slice(0, WORLDS);
  const seen = { calls: 0, characters: 0 };
  const chats: Chats = {
    chat(request) {
      seen.calls += 1;
      seen.characters += request.messages.reduce((sum, { content }) => sum + content.length, 0);
      return nullModel('random').chat(request);
    },
  };
  const stand = spec.kind === 'model' ? { ...agent, spec: { ...spec, grammar: true } } : { ...agent, spec: SILENT };
  const player = makePlayer(stand, { chat: chats });
  let turns = 0;
  for (const task of plan.tasks) {
    const agents = { slots: 1, find: async () => ({ player, turnMs: REHEARSED_MS }) };
    turns += (await playAgent({ ...plan, seeds }, { policy: agentRef(agent), task }, { agents })).counts.turns;
  }
  const times = plan.seeds.length / seeds.length;
  const played = Math.ceil(turns * times);
  const repairs = spec.kind === 'model' ? spec.repairs : 0;
  const prompt = seen.characters / CHARACTERS_A_TOKEN / Math.max(1, seen.calls);
  const isModel = spec.kind === 'model';
  const callsAtMost = played * (1 + repairs);
  return {
    agent: agentRef(agent),
    episodes: plan.tasks.length * plan.seeds.length,
    turns: played,
    callsAtMost,
    promptTokens: isModel ? Math.ceil(prompt * played) : 0,
    completionTokensAtMost: isModel ? callsAtMost * spec.sampling.maxTokens : 0,
    secondsAtMost: 'turnSeconds' in spec ? played * spec.turnSeconds : 0,
  };
}

const REHEARSED_MS = 60_000;
/** A rehearsal calls no program; a player that waits replaces it. */
const SILENT = { kind: 'scripted', policy: 'wait' } as const;
