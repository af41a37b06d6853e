/**
 * Chat samples to train on: a scripted policy plays matches, and each turn is written down as an agent would be asked it, with the policy's
 * move as the answer. Question and answer come from the prompt format that the player uses: what is taught is what is asked.
 */

import { typeOfAction } from '~/contract/actions-of-move';
import type { SeatId } from '~/contract/game';
import type { OwnTurn } from '~/contract/guard';
import type { GamePack, Lessons } from '~/contract/pack';
import type { Policy } from '~/contract/policy';
import type { PromptFormat } from '~/contract/prompt-format';
import { MemoryRun } from '~/engine/memory-run';
import { packOf } from '~/games/packs';
import { GAMES } from '~/games/registry';
import { Draws } from '~/lib/random/draws';
import { streamOf } from '~/lib/random/mt19937';
import { asTurn } from '../as-turn';
import { type Sample, SampleBook } from './sample-book';

/** A game whose moves can be taught. */
export type TaughtPack = GamePack & { readonly lessons: Lessons };

/** In the order of the registry. */
export function taughtPacks(): TaughtPack[] {
  return GAMES.map(({ ref }) => packOf(ref)).filter((pack): pack is TaughtPack => pack.lessons !== undefined);
}

export interface SampleRequest {
  pack: TaughtPack;
  policy: Policy;
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
  const format = request.pack.prompts.find(({ version }) => version === request.prompt);
  if (!format) throw new Error(`there is no prompt ${request.prompt}`);
  for (const seed of request.seeds) for (const task of request.tasks) playOne(request, { format, task, seed }, book);
  return book;
}

interface Episode {
  format: PromptFormat;
  task: string;
  seed: number;
}

/** The policy has every seat, and each seat that is waited for is a sample. */
function playOne({ pack, policy, wander }: SampleRequest, { format, task, seed }: Episode, book: SampleBook): void {
  const { rules, lessons } = pack;
  const config = rules.parseConfig({ task_type: task, seed });
  if (!config.ok) throw new Error(config.why);
  const run = MemoryRun.open(rules, config.value, { inPlace: true });
  const draws = new Draws(streamOf(seed, [WANDERING]), 0);
  const past = new Map<SeatId, OwnTurn[]>();
  book.episode();
  for (let seats = run.awaited; seats.length > 0; seats = run.awaited) {
    const at = rules.clock(run.state);
    const moves = seats.map((seat) => {
      const observation = run.observe(seat);
      const taught = policy.choose(observation);
      if (taught instanceof Promise) throw new Error(`${policy.id} promises its moves: samples are made from those that answer at once`);
      const own = past.get(seat) ?? [];
      past.set(seat, own);
      const answer = lessons.say(observation, taught);
      const messages = answer === null ? null : messagesOf(format, { observation, past: own, answer });
      book.turn(typeOfAction(taught) ?? '', messages && { messages, task_type: task, seed, round_index: at.round });
      const move = draws.random() < wander ? lessons.stray(observation, draws) : taught;
      own.push(asTurn(seat, at, move));
      return { seat, move };
    });
    run.play(moves);
  }
}

/** Sets these draws apart from the match's own. */
const WANDERING = 1;

interface Lesson {
  observation: unknown;
  past: readonly OwnTurn[];
  answer: string;
}

function messagesOf({ decide }: PromptFormat, { observation, past, answer }: Lesson): Sample['messages'] {
  const { system, user } = decide.prompt(observation, past);
  return [
    { role: 'system', content: system },
    { role: 'user', content: user },
    { role: 'assistant', content: answer },
  ];
}
