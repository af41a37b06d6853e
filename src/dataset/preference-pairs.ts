/** A better and a worse action from one state, by playing both out; the state is a finished match's, the seat's prompt the one of play. */
import { createHash } from 'node:crypto';
import type { AgentTurn } from '~/agents/agent-turn';
import { promptFor } from '~/agents/prompt-formats';
import { type AnyGame, type GameEvent, replay, type SeatId } from '~/contract/game';
import type { Policy } from '~/contract/policy';
import type { PromptFormat } from '~/contract/prompt-format';
import { MemoryRun, playOut } from '~/engine/memory-run';
import { packOf } from '~/games/packs';
import { policiesFor } from '~/games/policies';
import type { ActionOrigin } from './actors';
import { type ChatMessage, type Origin, pastOf, playedByOthers, type Taught } from './formats';
import { type Asked, type Candidate, nearest, say } from './say';
import type { Step } from './steps';

export type PreferenceRow = Origin & {
  prompt: ChatMessage[];
  chosen: ChatMessage[];
  rejected: ChatMessage[];
  round_index: number;
  /** Who is behind what the seat did there; of verdicts, behind the chosen pitch. */
  origin: ActionOrigin;
  /** How much better the chosen one did, in units of the score. */
  margin: number;
  score_chosen: number;
  score_rejected: number;
  source: 'playouts' | 'verdicts';
  /** Played everything after the action, in every seat; null: nothing was played out. */
  rest: string | null;
  /** In how many worlds both were played. */
  worlds: number;
  prompt_version: string;
  /** Counted over all rounds; null: of a pitch that no seat's move holds. */
  turn: number | null;
};

const WORLDS = 4;
/** A match's states that are looked at, for each seat. */
const STATES_A_SEAT = 3;
/** Scores are money to the cent, or rewards to more digits than that. */
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

/** Of one seat: its rows, and why a state makes none. Lets other work pass between states. */
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

/** A few turns, drawn by the match's own name: every run takes the same. */
function statesOf(steps: readonly Step[], key: string): Set<number> {
  const rank = (turn: number) => createHash('sha256').update(`${key} ${turn}`).digest('hex');
  const turns = [...new Set(steps.map((step) => step.turn))].toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return new Set(turns.slice(0, STATES_A_SEAT));
}

interface Found {
  fork: Fork;
  step: Step;
}

/** The states in which those turns began, with what the seat did there. */
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

/** Is this the state from which the step went? Where seats move at the same time: the turn's first, before anybody's turn; else right before the move. */
function isBefore({ seat, turn }: Step, { game, state, event }: { game: AnyGame; state: unknown; event: GameEvent }): boolean {
  if (state === null || game.clock(state).turn !== turn) return false;
  const taken = game.told(event)?.move;
  if (taken === undefined) return false; // what a round begins with (offers that lapse, shocks) comes before anybody is asked
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
  const candidates = candidatesAt({ game: fork.game.ref, format, observation }, step);
  if (candidates.length < 2) return 'no_choice';
  const worlds = worldsOf(fork, `${origin.match_id} ${fork.seat} ${step.turn}`, WORLDS);
  const ranked: { text: string; score: number }[] = [];
  for (const { text, action } of candidates) {
    ranked.push({ text, score: worthOf(fork, action, { worlds, rest }) });
    await new Promise((resolve) => setImmediate(resolve));
  }
  ranked.sort((a, b) => b.score - a.score);
  const [best, worst] = [ranked[0], ranked.at(-1)];
  if (!best || !worst || best.score - worst.score <= TIE) return 'tied';
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
    margin: best.score - worst.score,
    score_chosen: best.score,
    score_rejected: worst.score,
    source: 'playouts',
    rest: rest.id,
    worlds: worlds.length,
    prompt_version: format.version,
    turn: step.turn,
  };
}

const MOST = 5;

/** What the seat did (a whole turn, where the prompt asks for one, and each action of it, as it can be said), nothing at all, and what the game puts to a model or its own policies would do; each in a model's words and read back. */
function candidatesAt(asked: Asked, step: Step): Candidate[] {
  const { format, observation } = asked;
  const done = step.results.every((result) => result.ok) ? step.actions : [];
  const own = format.decide.actions === undefined || done.length < 2 ? done : [done, ...done];
  const found = new Map<string, Candidate>();
  for (const action of [...own, format.safe(observation), ...others(asked)]) {
    const said = say(asked, nearest(asked, action));
    if (said !== null && !found.has(said.text)) found.set(said.text, said);
    if (found.size === MOST) break;
  }
  return [...found.values()];
}

function others({ game, observation }: Asked): unknown[] {
  const pack = packOf(game);
  if (pack.candidates) return pack.candidates(observation);
  const policies = policiesFor(game.key).filter((policy) => policy.control === undefined && policy.needsChance === undefined);
  return policies.map((policy) => firstOf(policy.choose(observation)));
}

/** A policy's turn may hold several actions; the prompt asks for one. */
function firstOf(move: unknown): unknown {
  return Array.isArray(move) ? (move[0] as unknown) : move;
}

/** Where an action is chosen: a state in which the seat is waited for, before anybody's turn of the round. */
interface Fork {
  game: AnyGame;
  state: unknown;
  seat: SeatId;
}

/**
 * The worlds in which actions at this fork are compared. Where a game can draw anew what the seat does not know, they are such drawings,
 * so that an action is judged by what the seat could know; else the match's own world.
 */
function worldsOf({ game, state, seat }: Fork, key: string, most: number): unknown[] {
  const branch = game.branch?.bind(game);
  if (branch === undefined) return [state];
  return Array.from({ length: most }, (_, world) => replay(game, branch(game.copy(state), seat, seedOf(`${key} ${world}`))));
}

/** The seat's mean score over the worlds. Nothing given in is changed. */
function worthOf({ game, seat }: Fork, action: unknown, { worlds, rest }: { worlds: readonly unknown[]; rest: Policy }): number {
  const scores = worlds.map((world) => scoreAfter({ game, state: game.copy(world), seat }, action, rest));
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** `state` is taken over. */
function scoreAfter({ game, state, seat }: Fork, action: unknown, rest: Policy): number {
  const run = new MemoryRun(game, { events: [], state });
  let isPlayed = false;
  const ask = (one: SeatId): unknown => {
    if (isPlayed || one !== seat) return run.ask(rest, one);
    isPlayed = true;
    return action;
  };
  if (playOut(run, { ask })) throw new Error(`${rest.id} answers with promises; playouts need a policy that answers directly`);
  return game.outcome(run.state).scores[seat] ?? 0;
}

/** The first 53 bits of the key's digest: the same fork has the same worlds in every run. */
function seedOf(key: string): number {
  return Number(createHash('sha256').update(key).digest().readBigUInt64BE(0) >> 11n);
}
