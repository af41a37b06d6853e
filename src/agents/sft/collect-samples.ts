/**
 * Chat samples to train on: a scripted policy plays classic matches, and each turn is written down as an agent would be asked it, with
 * the policy's move as the answer. Question and answer come from the tongue that the player uses: what is taught is what is asked.
 */
import { parseConfig } from '~/games/gpu-market/classic/config';
import { observe } from '~/games/gpu-market/classic/observe';
import { startMatch, step } from '~/games/gpu-market/classic/play-in-memory';
import type { Action, Observation } from '~/games/gpu-market/types';
import { Draws } from '~/games/random/draws';
import { streamOf } from '~/games/random/mt19937';
import type { Policy } from '~/policies/policy';
import type { AgentTurn } from '../agent-turn';
import { classicTongue } from '../tongues/classic';
import { anyAction } from '../tongues/classic-phrases';
import { sayAction } from '../tongues/classic-reply';
import { asTurn } from './as-turn';
import { type Sample, SampleBook } from './sample-book';

export interface SampleRequest {
  policy: Policy<Observation, Action>;
  /** Version of the prompt. */
  prompt: string;
  tasks: readonly string[];
  /** Whoever asks has made sure that they may be trained on. */
  seeds: readonly number[];
  perAction: number;
  /** Share of turns in which any legal move is played instead of the one taught: a pupil errs too, and must know how to go on. */
  wander: number;
}

/** Seeds in their order, all tasks of one before the next. The same request gives the same samples. */
export function collectSamples(request: SampleRequest): SampleBook {
  const book = new SampleBook(request.perAction);
  for (const seed of request.seeds) for (const task of request.tasks) playOne(request, { task, seed }, book);
  return book;
}

interface Episode {
  task: string;
  seed: number;
}

function playOne(request: SampleRequest, episode: Episode, book: SampleBook): void {
  const config = parseConfig({ task_type: episode.task, seed: episode.seed });
  if (!config.ok) throw new Error(config.why);
  const state = startMatch(config.value);
  const draws = new Draws(streamOf(episode.seed, [WANDERING]), 0);
  const past: AgentTurn[] = [];
  book.episode();
  for (let observation = observe(state); !observation.done; ) {
    const taught = request.policy.choose(observation);
    if (taught instanceof Promise)
      throw new Error(`${request.policy.id} promises its moves: samples are made from those that answer at once`);
    book.turn(taught.action_type, sampleOf(request, episode, { observation, past, taught }));
    const played = draws.random() < request.wander ? anyAction(observation, draws) : taught;
    past.push(asTurn(observation.controlled_lab_id, { turn: observation.round_index, round: observation.round_index }, played));
    observation = step(state, played);
  }
}

/** Sets these draws apart from the match's own. */
const WANDERING = 1;

interface Lesson {
  observation: Observation;
  past: readonly AgentTurn[];
  taught: Action;
}

function sampleOf(request: SampleRequest, { task, seed }: Episode, { observation, past, taught }: Lesson): Sample | null {
  const answer = sayAction(observation, taught);
  if (answer === null) return null;
  const { system, user } = classicTongue.prompt(request.prompt, observation, past);
  const messages: Sample['messages'] = [
    { role: 'system', content: system },
    { role: 'user', content: user },
    { role: 'assistant', content: answer },
  ];
  return { messages, task_type: task, seed, round_index: observation.round_index };
}
