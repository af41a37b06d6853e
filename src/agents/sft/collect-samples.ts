/**
 * Chat samples to train on: a scripted policy plays classic matches, and each turn is written down as an agent would be asked it, with
 * the policy's move as the answer. Question and answer come from the prompt format that the player uses: what is taught is what is asked.
 */

import type { OwnTurn } from '~/contract/guard';
import type { Policy } from '~/contract/policy';
import { MemoryRun } from '~/engine/memory-run';
import { classic } from '~/games/gpu-market/classic/classic';
import { parseConfig } from '~/games/gpu-market/classic/config';
import { classicPrompts } from '~/games/gpu-market/classic/prompts/formats';
import { anyAction } from '~/games/gpu-market/classic/prompts/phrases';
import { sayAction } from '~/games/gpu-market/classic/prompts/reply';
import { CONTROLLED } from '~/games/gpu-market/classic/state';
import type { Action, Observation } from '~/games/gpu-market/types';
import { Draws } from '~/lib/random/draws';
import { streamOf } from '~/lib/random/mt19937';
import { asTurn } from '../as-turn';
import { type Sample, SampleBook } from './sample-book';

/** The one whose turns are written down so far. */
export const SAMPLED_GAME = classic.ref.key;

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
  const run = MemoryRun.open(classic, config.value, { inPlace: true });
  const draws = new Draws(streamOf(episode.seed, [WANDERING]), 0);
  const past: OwnTurn[] = [];
  book.episode();
  for (let observation = run.observe(CONTROLLED); !observation.done; observation = run.observe(CONTROLLED)) {
    const taught = request.policy.choose(observation);
    if (taught instanceof Promise)
      throw new Error(`${request.policy.id} promises its moves: samples are made from those that answer at once`);
    book.turn(taught.action_type, sampleOf(request, episode, { observation, past, taught }));
    const played = draws.random() < request.wander ? anyAction(observation, draws) : taught;
    past.push(asTurn(observation.controlled_lab_id, { turn: observation.round_index, round: observation.round_index }, played));
    run.play([{ seat: CONTROLLED, move: played }]);
  }
}

/** Sets these draws apart from the match's own. */
const WANDERING = 1;

interface Lesson {
  observation: Observation;
  past: readonly OwnTurn[];
  taught: Action;
}

function sampleOf(request: SampleRequest, { task, seed }: Episode, { observation, past, taught }: Lesson): Sample | null {
  const answer = sayAction(observation, taught);
  if (answer === null) return null;
  const { system, user } = formatOf(request.prompt).decide.prompt(observation, past);
  const messages: Sample['messages'] = [
    { role: 'system', content: system },
    { role: 'user', content: user },
    { role: 'assistant', content: answer },
  ];
  return { messages, task_type: task, seed, round_index: observation.round_index };
}

function formatOf(prompt: string): (typeof classicPrompts)[number] {
  const format = classicPrompts.find(({ version }) => version === prompt);
  if (!format) throw new Error(`there is no prompt ${prompt}`);
  return format;
}
