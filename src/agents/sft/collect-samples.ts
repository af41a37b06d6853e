/**
 * Chat samples to train on: a scripted policy plays matches, and each turn is written down as an agent would be asked it, with the policy's
 * move as the answer. Question and answer come from the prompt format that the player uses: what is taught is what is asked.
 */

import { createHash } from 'node:crypto';
import { actionsOfMove, typeOfAction } from '~/contract/actions-of-move';
import { askPolicy } from '~/contract/ask-policy';
import type { SeatId } from '~/contract/game';
import type { GameKey } from '~/contract/game-ref';
import type { OwnTurn } from '~/contract/guard';
import type { GamePack, Lessons } from '~/contract/pack';
import type { Policy } from '~/contract/policy';
import { type Prompt, type PromptFormat, type Shown, shownAt } from '~/contract/prompt-format';
import { MemoryRun } from '~/engine/memory-run';
import { packOf } from '~/games/packs';
import { findPolicy } from '~/games/policies';
import { GAMES } from '~/games/registry';
import type { ChatMessage } from '~/inference/chat-model';
import { Draws } from '~/lib/random/draws';
import { streamOf } from '~/lib/random/mt19937';
import { asTurn } from '../as-turn';
import { promptHash } from '../prompt-formats';

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
  /** Each match is played so often, told apart by its strays, and the one with the largest gain is written down as it was played. 1: once, as the policy would play it. */
  bestOf?: number;
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

/** The samples of a match; of several of the same world and seats those of the best alone. */
function playOne(request: SampleRequest, { format, task, seed }: Episode, book: SampleBook): void {
  const { pack, bestOf = 1 } = request;
  const config = pack.rules.parseConfig({ task_type: task, seed });
  if (!config.ok) throw new Error(config.why);
  const streams = Array.from({ length: bestOf }, (_, at) => new Draws(streamOf(seed, at === 0 ? [WANDERING] : [WANDERING, at]), 0));
  for (const taught of taughtSeats(pack, config.value, seed)) {
    const [first, ...others] = streams.map((draws) => rollOut(request, { format, task, seed, config: config.value, taught, draws }));
    if (first === undefined) continue;
    const best = others.reduce((one, other) => (other.score > one.score ? other : one), first);
    book.episode();
    if (bestOf > 1) book.rollouts([first, ...others].map(({ score }) => score));
    for (const { kind, decided: sample, worded: words } of best.turns) {
      book.turn(kind, sample);
      book.words(words);
    }
  }
}

interface Seated extends Episode {
  config: unknown;
  taught: readonly SeatId[];
  draws: Draws;
}

interface Rollout {
  /** Of the taught seats together: within one world a larger sum is a larger gain. */
  score: number;
  turns: { kind: string; decided: Sample | null; worded: Sample | null }[];
}

/** Each turn of a taught seat is a sample: of what the policy would do there, or, where the best of several is sought, of what was done. */
function rollOut({ pack, policy, wander, bestOf = 1 }: SampleRequest, { format, task, seed, config, taught, draws }: Seated): Rollout {
  const { rules, lessons } = pack;
  const others = lessons.among === undefined ? null : playerOf(rules.ref.key, lessons.among);
  const run = MemoryRun.open(rules, config, { inPlace: true });
  const past = new Map<SeatId, OwnTurn[]>();
  const turns: Rollout['turns'] = [];
  for (let seats = run.awaited; seats.length > 0; seats = run.awaited) {
    const at = rules.clock(run.state);
    const moves = seats.map((seat) => {
      if (others !== null && !taught.includes(seat)) return { seat, move: askPolicy(rules, others, { state: run.state, seat }) };
      const observation = run.observe(seat);
      const own = past.get(seat) ?? [];
      past.set(seat, own);
      const wished = policy.choose(observation);
      if (wished instanceof Promise) throw new Error(`${policy.id} answers with promises; samples need a policy that answers directly`);
      const strays = () => (draws.random() < wander ? lessons.stray(observation, draws) : wished);
      const move = bestOf > 1 ? strays() : wished;
      const kept = { task_type: task, seed, round_index: at.round };
      if (lessons.teaches?.(observation, draws) ?? true) {
        const teaching = { lessons, format, draws };
        const shown = () => shownAt(rules, { config, state: run.state, seat });
        turns.push({
          kind: kindOf(format, move),
          decided: decided(teaching, { observation, past: own, move }, kept),
          worded: worded(teaching, { shown, move }, kept),
        });
      }
      const played = bestOf > 1 ? move : strays();
      own.push(asTurn(seat, at, played));
      return { seat, move: played };
    });
    run.play(moves);
  }
  const { scores } = rules.outcome(run.state);
  return { score: taught.reduce((sum, seat) => sum + (scores[seat] ?? 0), 0), turns };
}

/** What samples are balanced by: the type of the action, or of a turn of several actions all types in it. */
function kindOf({ decide }: PromptFormat, move: unknown): string {
  const types = actionsOfMove(move).map((action) => typeOfAction(action) ?? '');
  if (decide.actions === undefined) return types[0] ?? '';
  return types.length === 0 ? 'nothing' : [...new Set(types)].sort().join('+');
}

/** The seats that are taught, match by match: all in one, or one of each role in a match of its own. */
function taughtSeats({ rules, lessons }: TaughtPack, config: unknown, seed: number): SeatId[][] {
  const seats = rules.seats(config);
  if (lessons.among === undefined) return [seats.map(({ id }) => id)];
  const roles = [...new Set(seats.map(({ role }) => role))];
  return roles.flatMap((role) => {
    const own = seats.filter((seat) => seat.role === role);
    const one = own[seed % own.length];
    return one === undefined ? [] : [[one.id]];
  });
}

function playerOf(key: GameKey, id: string): Policy {
  const policy = findPolicy(key, id);
  if (policy === null) throw new Error(`nobody plays ${key} as ${id}`);
  return policy;
}

interface Teaching {
  lessons: Lessons;
  format: PromptFormat;
  draws: Draws;
}

type Place = Pick<Sample, 'task_type' | 'seed' | 'round_index'>;

/** null: the move cannot be said. */
function decided(
  { lessons, format, draws }: Teaching,
  { observation, past, move }: { observation: unknown; past: readonly OwnTurn[]; move: unknown },
  place: Place,
): Sample | null {
  const answer = lessons.say(observation, move, format.version);
  if (answer === null) return null;
  const heard = lessons.chatter?.(observation, draws) ?? observation;
  const worths = lessons.worths?.(observation);
  return { messages: messagesOf(format.decide.prompt(heard, past), answer), ...place, ...(worths && { worths }) };
}

/** null: no words are taught with this move. */
function worded(
  { lessons, format, draws }: Teaching,
  { shown: show, move }: { shown: () => Shown; move: unknown },
  place: Place,
): Sample | null {
  if (format.write === undefined || lessons.worded === undefined) return null;
  const shown = show();
  const said = lessons.worded(shown, move, draws);
  const answer = said === null ? null : format.write.say(said);
  if (answer === null) return null;
  const read = format.write.read(shown, format.write.bare(said), JSON.parse(answer));
  if (!read.ok) throw new Error(`words that may not be said are taught: ${read.why}`);
  return { messages: messagesOf(format.write.prompt(shown, format.write.bare(said)), answer), ...place };
}

/** Sets these draws apart from the match's own. */
const WANDERING = 1;

function messagesOf({ system, user }: Prompt, answer: string): Sample['messages'] {
  return [
    { role: 'system', content: system },
    { role: 'user', content: user },
    { role: 'assistant', content: answer },
  ];
}

// What a file of samples was made of and how, so that anybody makes the same file again.

export interface Manifest {
  format: 'chat-jsonl-1';
  /** Whole command, to be run again. */
  command: string;
  /** Version of Mandi. */
  code: string;
  ruleset: string;
  rulesetVersion: number;
  policy: string;
  tasks: readonly string[];
  /** As typed, and the range that they lie in. */
  seeds: string;
  split: string;
  prompt: { version: string; hash: string };
  perAction: number;
  wander: number;
  bestOf: number;
  counts: SampleCounts & { samples: number };
  /** `sha256:…` and bytes of the file of samples. */
  file: { name: string; digest: string; bytes: number };
}

/** The hash that says which prompt the samples were asked with. */
export function promptPin({ prompts }: Pick<GamePack, 'prompts'>, version: string): Manifest['prompt'] {
  const format = prompts.find((one) => one.version === version);
  if (!format) throw new Error(`there is no prompt ${version}`);
  return { version, hash: promptHash(format) };
}

export function fileCard(name: string, text: string): Manifest['file'] {
  return { name, digest: `sha256:${createHash('sha256').update(text).digest('hex')}`, bytes: Buffer.byteLength(text) };
}

// Keeps samples apart and in balance: each prompt once, of no action type more than asked for.

/** One JSON line of the file; the field names are the published ones. */
interface Sample {
  messages: ChatMessage[];
  task_type: string;
  seed: number;
  round_index: number;
  /** By reply what it promises, where the taught policy says: trainers may weigh the replies by it. */
  worths?: Record<string, number>;
}

/** Turns that were seen, by what became of them. */
interface SampleCounts {
  episodes: number;
  turns: number;
  /** By action type; of turns of several actions by the types in it, as `accept_offer+send_offer`. */
  kept: Record<string, number>;
  /** The same prompt was there already. */
  repeated: number;
  /** Enough of its action type. */
  surplus: number;
  /** The prompt format has no words for the move (some are against the rules). */
  unsaid: number;
  /** Samples of words, in addition to those of moves; absent: the game teaches none. */
  words?: number;
  /** Matches that were played to choose from, with the taught seats' mean score in all and in the chosen ones; absent: nothing was chosen. */
  rollouts?: { matches: number; meanScore: number; meanBest: number };
}

class SampleBook {
  readonly samples: Sample[] = [];
  readonly counts: SampleCounts = { episodes: 0, turns: 0, kept: {}, repeated: 0, surplus: 0, unsaid: 0 };
  readonly #perAction: number;
  readonly #seen = new Set<string>();

  constructor(perAction: number) {
    this.#perAction = perAction;
  }

  episode(): void {
    this.counts.episodes += 1;
  }

  /** Scores of the matches of one world and seats. */
  rollouts(scores: readonly number[]): void {
    const { matches, meanScore, meanBest } = this.counts.rollouts ?? { matches: 0, meanScore: 0, meanBest: 0 };
    const before = matches / scores.length;
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    this.counts.rollouts = {
      matches: matches + scores.length,
      meanScore: meanScore + (mean - meanScore) / (before + 1),
      meanBest: meanBest + (Math.max(...scores) - meanBest) / (before + 1),
    };
  }

  /** `sample` null: none of this turn. */
  words(sample: Sample | null): void {
    if (sample === null) return;
    this.counts.words = (this.counts.words ?? 0) + 1;
    this.samples.push(sample);
  }

  /** `sample` null: it cannot be said. */
  turn(actionType: string, sample: Sample | null): void {
    this.counts.turns += 1;
    if (sample === null) {
      this.counts.unsaid += 1;
      return;
    }
    const question = sample.messages[1]?.content ?? '';
    const kept = this.counts.kept[actionType] ?? 0;
    if (this.#seen.has(question)) this.counts.repeated += 1;
    else if (kept >= this.#perAction) this.counts.surplus += 1;
    else {
      this.#seen.add(question);
      this.counts.kept[actionType] = kept + 1;
      this.samples.push(sample);
    }
  }
}
