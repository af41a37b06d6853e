/** Rows of a dataset. Prompts come from the prompt format used in play, so that training and use match. */

import { createHash } from 'node:crypto';
import type { AgentTurn } from '~/agents/agent-turn';
import { asTurn } from '~/agents/as-turn';
import { promptFor } from '~/agents/prompt-formats';
import { nearest, type SayIn, say } from '~/agents/say';
import type { GameKey } from '~/contract/game-ref';
import type { PublishedSamples } from '~/contract/pack';
import type { Prompt, PromptFormat, Stage } from '~/contract/prompt-format';
import type { ActionOrigin, Actors, StepStage, StepTokens, Written } from './actors';
import type { Step } from './steps';
import type { Trainable } from './trainable';

/** Where a row comes from. */
export interface Origin extends Trainable {
  match_id: string;
  ruleset: GameKey;
  ruleset_version: number;
  task_type: string;
  seed: number;
  split: string;
  seat: string;
  /** Name of a policy or an agent; `person` and `program` are anonymous. */
  player: string;
  /** The series of the match, and its index in it from 0; null: none. */
  series: string | null;
  series_place: number | null;
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export type ChatRow = Origin & {
  messages: ChatMessage[];
  round_index: number;
  /** The origin of the action. */
  origin: ActionOrigin;
  /** The seat's reward from this move to the match's end. */
  return: number;
  prompt_version: string;
  /** The sampled stage: a decision, or its words. */
  stage: Stage;
  /** Counted over all rounds. */
  turn: number;
};

export type ArenaRow = Pick<Origin, 'task_type' | 'seed'> & { messages: ChatRow['messages']; round_index: number };

export type TrajectoryRow = Origin & {
  score: number | null;
  steps: {
    round_index: number;
    origin: ActionOrigin;
    /** Tokens written and read by its model in this turn; null: no model, or not counted. */
    tokens: StepTokens | null;
    written: Written | null;
    observation: unknown;
    actions: readonly unknown[];
    results: Step['results'];
    reward: number;
    return: number;
    /** Both requests of a turn with separate requests for move and words; null for others. */
    stages: StepStage[] | null;
    turn: number;
  }[];
};

/** Why a step gives no row. */
export type Skip = 'several_actions' | 'no_action' | 'refused' | 'unsaid' | PlayedByOthers;
type PlayedByOthers = 'fallback_turn' | 'before_the_branch';

export interface Taught {
  actors: Actors;
  /** Include turns that a declared policy played instead of the agent. */
  withFallbacks: boolean;
}

/**
 * One seat's steps: each action with the prompt and reply of a model and, if the game separates them, its words. Skipped steps are returned
 * with the reason.
 */
export function chatRows(steps: readonly Step[], origin: Origin, taught: Taught): (ChatRow | Skip)[] {
  const game = { key: origin.ruleset, version: origin.ruleset_version };
  return steps.flatMap((step): (ChatRow | Skip)[] => {
    const wrong = playedByOthers(step, taught);
    if (wrong) return [wrong];
    if (step.actions.length === 0) return ['no_action'];
    const { decide: sent, write: sentToWrite } = taught.actors.requestsOf(step);
    // An agent's own prompt keeps its format, even if there is a newer one.
    const format = promptFor(game, sent?.calls ? sent.version : undefined);
    if (!format) throw new Error(`no words for ${origin.ruleset}`);
    const asked = { game, format, observation: step.observation };
    const past = pastOf(step, steps, taught.actors);
    const prompt = sent?.calls ? sent.messages : messagesOf(format.decide.prompt(step.observation, past));
    const rowOf = (stage: Stage, messages: ChatMessage[], version?: string): ChatRow => ({
      messages,
      ...origin,
      round_index: step.round,
      origin: stage === 'decide' ? taught.actors.originOf(step) : taught.actors.originOfWords(step),
      return: step.return,
      prompt_version: version ?? format.version,
      stage,
      turn: step.turn,
    });
    const decidedRow = (text: string) => rowOf('decide', [...prompt, { role: 'assistant', content: text }], sent?.calls && sent.version);
    if (format.decide.actions !== undefined) {
      const { text, skips } = sayTurn(asked, step, sent?.calls !== undefined);
      return text === null ? skips : [decidedRow(text), ...skips];
    }
    return step.actions.flatMap((action, place): (ChatRow | Skip)[] => {
      if (!isDone(step, place)) return ['refused'];
      const said = say(asked, sent?.calls ? action : nearest(asked, action));
      if (said === null) return ['unsaid'];
      const decided = decidedRow(said.text);
      const words = wordsAsked(format, step, action);
      if (words === null) return [decided];
      const written = [...(sentToWrite?.messages ?? words.messages), { role: 'assistant' as const, content: words.text }];
      return [decided, rowOf('write', written, sentToWrite?.version)];
    });
  });
}

/** A whole turn as one reply, without the actions that were refused or have no words: each of those is counted. `own`: said like this already. */
function sayTurn(asked: SayIn, step: Step, own: boolean): { text: string | null; skips: Skip[] } {
  const skips: Skip[] = [];
  const sayable = step.actions.flatMap((action, place) => {
    const said = isDone(step, place) ? (own ? action : nearest(asked, action)) : null;
    const skip = !isDone(step, place) ? 'refused' : said === null || say(asked, said) === null ? 'unsaid' : null;
    if (skip !== null) skips.push(skip);
    return skip === null ? [said] : [];
  });
  return { text: sayable.length === 0 ? null : (say(asked, sayable)?.text ?? null), skips };
}

/** The prompt and reply for the words of this action; null if it has none or they are part of the decision. */
function wordsAsked({ write }: PromptFormat, { shown }: Step, action: unknown): { messages: ChatMessage[]; text: string } | null {
  const text = write === undefined || shown === undefined ? null : write.say(action);
  if (!write || !shown || text === null) return null;
  return { messages: messagesOf(write.prompt(shown, write.bare(action))), text };
}

/** If the numbers of answers and actions differ, all answers must be positive. */
function isDone({ actions, results }: Step, place: number): boolean {
  return results.length === actions.length ? results[place]?.ok === true : results.every(({ ok }) => ok);
}

function messagesOf({ system, user }: Prompt): ChatMessage[] {
  return [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
}

/** What the seat's player remembers at this step: an agent its own turns, as in play; for others, everything the seat did. */
export function pastOf({ seat, turn: now, at }: Step, steps: readonly Step[], actors: Actors): AgentTurn[] {
  const turns = actors.turnsOf(seat);
  if (turns.length > 0) return turns.filter(({ turn }) => turn < now);
  const before = steps.filter((one) => one.at < at);
  return before.map((one) => asTurn(seat, one, one.actions.length === 1 ? one.actions[0] : { actions: one.actions }));
}

/** The published sample format: the observation's named fields as compact JSON, the action without null fields. */
export function arenaRows(
  steps: readonly Step[],
  origin: Origin,
  { samples, ...taught }: Taught & { samples: PublishedSamples },
): (ArenaRow | Skip)[] {
  return steps.map((step) => {
    const wrong = whyNot(step, taught);
    if (wrong) return wrong;
    const observation = step.observation as Record<string, unknown>;
    const user = Object.fromEntries(samples.fields.map((field) => [field, observation[field] ?? null]));
    const action = Object.fromEntries(Object.entries(step.actions[0] as object).filter(([, value]) => value !== null));
    return {
      messages: [
        { role: 'system', content: samples.system },
        { role: 'user', content: JSON.stringify(user) },
        { role: 'assistant', content: JSON.stringify(action) },
      ],
      task_type: origin.task_type,
      seed: origin.seed,
      round_index: step.round,
    };
  });
}

export function trajectoryRow(
  steps: readonly Step[],
  origin: Origin,
  { score, actors }: Pick<TrajectoryRow, 'score'> & Pick<Taught, 'actors'>,
): TrajectoryRow {
  return {
    ...origin,
    score,
    steps: steps.map((step) => ({
      round_index: step.round,
      origin: actors.originOf(step),
      tokens: actors.tokensOf(step),
      written: actors.writtenOf(step),
      observation: step.observation,
      actions: step.actions,
      results: step.results,
      reward: step.reward,
      return: step.return,
      stages: actors.stagesOf(step),
      turn: step.turn,
    })),
  };
}

/** Why a step does not show what its seat's player would do; null if it does. */
export function playedByOthers(step: Step, { actors, withFallbacks }: Taught): PlayedByOthers | null {
  const origin = actors.originOf(step);
  if (origin === 'stem') return 'before_the_branch';
  return origin === 'fallback' && !withFallbacks ? 'fallback_turn' : null;
}

/** A prompt's version, and the hash of the part common to all rows. */
export function promptNamed(version: string, system: string): { version: string; hash: string } {
  return { version, hash: `sha256:${createHash('sha256').update(system).digest('hex')}` };
}

function whyNot(step: Step, taught: Taught): Skip | null {
  const { actions, results } = step;
  const others = playedByOthers(step, taught);
  if (others !== null) return others;
  if (actions.length === 0) return 'no_action';
  if (actions.length > 1) return 'several_actions';
  return results.every((result) => result.ok) ? null : 'refused';
}
