/** Rows of a dataset. Prompts come from the tongue that models are asked with in play: what is taught is what is asked. */
import type { AgentTurn } from '~/agents/agent-turn';
import { asTurn } from '~/agents/sft/as-turn';
import { findTongue } from '~/agents/tongues/index';
import type { Step } from './steps';

/** What every row says of where it comes from. */
export interface Origin {
  match_id: string;
  ruleset: string;
  ruleset_version: number;
  task_type: string;
  seed: number;
  split: string;
  seat: string;
  /** A policy's or an agent's name; `person` and `program` without theirs. */
  player: string;
  /** May an agent be trained on it: a train seed, or one outside the published ranges; of people only where they have agreed. */
  trainable: boolean;
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export type ChatRow = Origin & {
  messages: ChatMessage[];
  round_index: number;
  /** Of the seat, from this move to the match's end. */
  return: number;
  prompt_version: string;
};

export type ArenaRow = Pick<Origin, 'task_type' | 'seed'> & { messages: ChatRow['messages']; round_index: number };

export type TrajectoryRow = Origin & {
  score: number | null;
  steps: {
    round_index: number;
    observation: unknown;
    actions: readonly unknown[];
    results: Step['results'];
    reward: number;
    return: number;
  }[];
};

/** Why a step makes no row. */
export type Skip = 'several_actions' | 'no_action' | 'refused' | 'unsaid';

/** One seat's steps, each as a model would be asked it; `null` rows say why. */
export function chatRows(steps: readonly Step[], origin: Origin): (ChatRow | Skip)[] {
  const tongue = findTongue(origin.ruleset);
  if (!tongue) throw new Error(`no words for ${origin.ruleset}`);
  const version = tongue.prompts[0] ?? '';
  const past: AgentTurn[] = [];
  return steps.map((step) => {
    const row = chatRow(step, past);
    past.push(asTurn(step.seat, step.round, step.actions.length === 1 ? step.actions[0] : { actions: step.actions }));
    return row;
  });

  function chatRow(step: Step, before: readonly AgentTurn[]): ChatRow | Skip {
    const wrong = whyNot(step);
    if (wrong) return wrong;
    const { system, user } = tongue?.prompt(version, step.observation, [...before]) ?? { system: '', user: '' };
    const answer = said(step);
    if (answer === null) return 'unsaid';
    return {
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
        { role: 'assistant', content: answer },
      ],
      ...origin,
      round_index: step.round,
      return: step.return,
      prompt_version: version,
    };
  }

  /** null: the tongue has no words for the move, or would not take its own words back. */
  function said(step: Step): string | null {
    try {
      const text = tongue?.write(version, step.observation, step.actions[0]) ?? '';
      return tongue?.read(version, step.observation, JSON.parse(text)).ok ? text : null;
    } catch {
      return null;
    }
  }
}

const ARENA_SYSTEM =
  'You negotiate for scarce GPU capacity as one of several AI labs. Answer with one valid JSON action object and nothing else.';
const ARENA_FIELDS = [
  'task_id',
  'difficulty',
  'round_index',
  'controlled_lab_budget',
  'controlled_lab_reputation',
  'private_jobs',
  'owned_blocks',
  'visible_labs',
  'active_offers',
  'active_coalitions',
  'last_action_result',
] as const;

/** The published sample's shape: the observation's named fields as compact JSON, the action without null fields. */
export function arenaRows(steps: readonly Step[], origin: Origin): (ArenaRow | Skip)[] {
  return steps.map((step) => {
    const wrong = whyNot(step);
    if (wrong) return wrong;
    const observation = step.observation as Record<string, unknown>;
    const user = Object.fromEntries(ARENA_FIELDS.map((field) => [field, observation[field] ?? null]));
    const action = Object.fromEntries(Object.entries(step.actions[0] as object).filter(([, value]) => value !== null));
    return {
      messages: [
        { role: 'system', content: ARENA_SYSTEM },
        { role: 'user', content: JSON.stringify(user) },
        { role: 'assistant', content: JSON.stringify(action) },
      ],
      task_type: origin.task_type,
      seed: origin.seed,
      round_index: step.round,
    };
  });
}

export function trajectoryRow(steps: readonly Step[], origin: Origin, facts: Pick<TrajectoryRow, 'score'>): TrajectoryRow {
  return {
    ...origin,
    ...facts,
    steps: steps.map(({ round, observation, actions, results, reward, return: toEnd }) => ({
      round_index: round,
      observation,
      actions,
      results,
      reward,
      return: toEnd,
    })),
  };
}

function whyNot({ actions, results }: Step): Skip | null {
  if (actions.length === 0) return 'no_action';
  if (actions.length > 1) return 'several_actions';
  return results.every((result) => result.ok) ? null : 'refused';
}
