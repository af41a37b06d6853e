/**
 * Pairs of a better and a worse action in the same state, compared by playing both out. The states come from finished matches, with the
 * prompts used in play.
 */
import { createHash } from 'node:crypto';
import type { AgentTurn } from '~/agents/agent-turn';
import { promptFor } from '~/agents/prompt-formats';
import type { Candidate } from '~/agents/say';
import type { AnyGame, GameEvent, SeatId } from '~/contract/game';
import type { Policy } from '~/contract/policy';
import type { PromptFormat } from '~/contract/prompt-format';
import { candidatesAt, compared, type Fork, scoresOf, worldsOf } from '~/eval/pairs/playouts';
import { mean } from '~/statistics/basics';
import type { ActionOrigin } from './actors';
import { type ChatMessage, type Origin, pastOf, playedByOthers, type Taught } from './formats';
import type { Step } from './steps';

export type PreferenceRow = Origin & {
  prompt: ChatMessage[];
  chosen: ChatMessage[];
  rejected: ChatMessage[];
  round_index: number;
  /** The origin of the seat's action; for verdicts, of the chosen pitch. */
  origin: ActionOrigin;
  /** Advantage of the chosen action, in units of the score. */
  margin: number;
  /** Its 95% interval over worlds, which excludes 0; null: of pitches, and in games that have one world alone to compare in. */
  interval: [number, number] | null;
  score_chosen: number;
  score_rejected: number;
  source: 'playouts' | 'verdicts';
  /** The policy that played on in every seat; null: nothing was played out. */
  rest: string | null;
  /** Number of worlds in which both were played. */
  worlds: number;
  prompt_version: string;
  /** Counted over all rounds; null for a pitch without a move. */
  turn: number | null;
};

/** Which two actions are compared is decided in these worlds, and which of them is better in others: who looks best by chance is not kept for it. */
const PICKING = 4;
const JUDGING = 8;
/** Maximum number of states per seat and match. */
const STATES_A_SEAT = 3;
/** Smaller differences are rounding errors. */
const TIE = 1e-6;

interface Setting {
  game: AnyGame;
  /** Plays on, in every seat. */
  rest: Policy;
  origin: Origin;
  steps: readonly Step[];
  events: readonly GameEvent[];
  taught: Taught;
}

/** One seat's rows, and why states give none. Lets other work run between states. */
export async function* preferencePairs({
  game,
  origin,
  steps,
  events,
  rest,
  taught,
}: Setting): AsyncGenerator<PreferenceRow | NonNullable<ReturnType<typeof playedByOthers>> | 'tied' | 'no_choice'> {
  const format = promptFor(game.ref);
  if (!format) throw new Error(`no words for ${origin.ruleset}`);
  for (const why of steps.flatMap((step) => playedByOthers(step, taught) ?? [])) yield why;
  const own = steps.filter((step) => playedByOthers(step, taught) === null);
  const chosen = statesOf(own, `${origin.match_id} ${origin.seat}`);
  for (const { fork, step } of forksOf(game, { events, steps: own, seat: origin.seat, turns: chosen })) {
    yield await pairAt(fork, { format, origin, step, past: pastOf(step, steps, taught.actors), rest, by: taught.actors.originOf(step) });
  }
}

/** A few turns, chosen deterministically from the match's id. */
function statesOf(steps: readonly Step[], key: string): Set<number> {
  const rank = (turn: number) => createHash('sha256').update(`${key} ${turn}`).digest('hex');
  const turns = [...new Set(steps.map((step) => step.turn))].toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return new Set(turns.slice(0, STATES_A_SEAT));
}

interface Found {
  fork: Fork;
  step: Step;
}

/** The states in which those turns began, with the seat's move. */
function* forksOf(
  game: AnyGame,
  { events, steps, seat, turns }: { events: readonly GameEvent[]; steps: readonly Step[]; seat: SeatId; turns: ReadonlySet<number> },
): Generator<Found> {
  const due = [...steps];
  let state: unknown = null;
  for (const event of events) {
    const [step] = due;
    if (step !== undefined && isBefore(step, { game, state, event })) {
      due.shift();
      if (turns.has(step.turn)) yield { fork: { game, state: game.copy(state), seat }, step };
    }
    state = game.evolve(state, event);
  }
}

/** Whether this is the state before the step: in simultaneous turns the start of the turn, otherwise right before the move. */
function isBefore({ seat, turn }: Step, { game, state, event }: { game: AnyGame; state: unknown; event: GameEvent }): boolean {
  if (state === null || game.clock(state).turn !== turn) return false;
  const taken = game.told(event)?.move;
  if (taken === undefined) return false; // events at the start of a round (lapsed offers, shocks) come before anyone is asked
  return game.branch === undefined ? taken.seat === seat : game.toAct(state).includes(seat);
}

interface Case {
  format: PromptFormat;
  origin: Origin;
  step: Step;
  past: readonly AgentTurn[];
  rest: Policy;
  by: ActionOrigin;
}

async function pairAt(fork: Fork, { format, origin, step, past, rest, by }: Case): Promise<PreferenceRow | 'tied' | 'no_choice'> {
  const observation = fork.game.observe(fork.state, fork.seat);
  const done = step.results.every((result) => result.ok) ? step.actions : [];
  const own = format.decide.actions === undefined || done.length < 2 ? done : [done, ...done];
  const candidates = candidatesAt({ game: fork.game.ref, format, observation }, own);
  if (candidates.length < 2) return 'no_choice';
  const worlds = worldsOf(fork, `${origin.match_id} ${fork.seat} ${step.turn}`, PICKING + JUDGING);
  const on = { own: rest, others: rest };
  const ranked: { candidate: Candidate; scores: number[] }[] = [];
  for (const candidate of candidates) {
    ranked.push({ candidate, scores: scoresOf(fork, candidate.action, { worlds: worlds.slice(0, PICKING), on }) });
    await new Promise((resolve) => setImmediate(resolve));
  }
  ranked.sort((a, b) => mean(b.scores) - mean(a.scores));
  const [first, last] = [ranked[0], ranked.at(-1)];
  if (!first || !last || mean(first.scores) - mean(last.scores) <= TIE) return 'tied';
  const others = worlds.slice(PICKING);
  const isAlone = others.length === 0; // the match's own world, and no other
  const [one, other] = [first, last].map(({ candidate, scores }) => ({
    text: candidate.text,
    scores: isAlone ? scores : scoresOf(fork, candidate.action, { worlds: others, on }),
  }));
  if (!one || !other) return 'tied';
  const { difference, interval, isDecided } = compared(one.scores, other.scores);
  if (!isDecided) return 'tied';
  const [best, worst] = difference > 0 ? [one, other] : [other, one];
  const [low, high] = interval ?? [0, 0];
  const { system, user } = format.decide.prompt(observation, past);
  return {
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    chosen: [{ role: 'assistant', content: best.text }],
    rejected: [{ role: 'assistant', content: worst.text }],
    ...origin,
    round_index: step.round,
    origin: by,
    margin: Math.abs(difference),
    interval: isAlone || interval === null ? null : difference > 0 ? [low, high] : [-high, -low],
    score_chosen: mean(best.scores),
    score_rejected: mean(worst.scores),
    source: 'playouts',
    rest: rest.id,
    worlds: one.scores.length,
    prompt_version: format.version,
    turn: step.turn,
  };
}
