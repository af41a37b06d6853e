/** Compares moves from one state by playing them out on common random numbers: same worlds, same draws, same players. */
import { createHash } from 'node:crypto';
import { type Candidate, nearest, type SayIn, say } from '~/agents/say';
import { type AnyGame, replay, type SeatId } from '~/contract/game';
import type { Policy } from '~/contract/policy';
import { MemoryRun, playOut } from '~/engine/memory-run';
import { packOf } from '~/games/packs';
import { policiesFor } from '~/games/policies';
import { mean } from '~/statistics/basics';
import { intervalsOf } from '~/statistics/bootstrap';
import { FEWEST_WORLDS } from '~/statistics/methods';

/** A state in which a move is chosen: the match waits for the seat, and nobody has moved in this round. */
export interface Fork {
  game: AnyGame;
  state: unknown;
  seat: SeatId;
}

/** Who plays after the move. */
export interface PlayOn {
  /** In the seat of the move. */
  own: Policy;
  /** In all other seats. */
  others: Policy;
}

const MOST_CANDIDATES = 5;
/** Fewer would give no interval. */
export const FEWEST_PLAYOUTS = FEWEST_WORLDS;
export const INTERVAL = 'bootstrap-t-3';

/** Whether the game can redraw what a seat does not know. If not, the only world is the match's own. */
export function canRedraw(game: AnyGame): boolean {
  return game.branch !== undefined || packOf(game.ref).redraw !== undefined;
}

/**
 * The worlds in which moves at this fork are compared. If the game can redraw what the seat does not know, they are such draws, so that a
 * move is judged by what the seat could know. Otherwise it is the match's own world.
 */
export function worldsOf({ game, state, seat }: Fork, key: string, most: number): unknown[] {
  const { redraw } = packOf(game.ref);
  const { branch } = game;
  const seeds = Array.from({ length: most }, (_, world) => seedOf(`${key} ${world}`));
  if (redraw) return seeds.map((seed) => redraw(state, seat, seed));
  if (branch) return seeds.map((seed) => replay(game, branch.call(game, game.copy(state), seat, seed)));
  return [state];
}

/** The seat's score after this move, world by world. Changes none of its arguments. */
export function scoresOf({ game, seat }: Fork, move: unknown, { worlds, on }: { worlds: readonly unknown[]; on: PlayOn }): number[] {
  return worlds.map((world) => scoreAfter({ game, state: game.copy(world), seat }, move, on));
}

/** Changes `state`. */
function scoreAfter({ game, state, seat }: Fork, move: unknown, { own, others }: PlayOn): number {
  const run = new MemoryRun(game, { events: [], state });
  let isPlayed = false;
  const ask = (one: SeatId): unknown => {
    if (one !== seat) return run.ask(others, one);
    if (isPlayed) return run.ask(own, one);
    isPlayed = true;
    return move;
  };
  if (playOut(run, { ask }))
    throw new Error(`${own.id} or ${others.id} answers with promises; playouts need policies that answer directly`);
  return game.outcome(run.state).scores[seat] ?? 0;
}

/** Scores are money in cents, or rewards with more digits. */
const TIE = 1e-6;

export interface Compared {
  /** Mean of the first move's scores minus the second's. */
  difference: number;
  /** 95% interval of that mean over the worlds; null: too few worlds, or the moves do equally well in each. */
  interval: [number, number] | null;
  /** The interval excludes 0. */
  isDecided: boolean;
}

/** The scores must be of the same worlds in the same order. */
export function compared(one: readonly number[], other: readonly number[]): Compared {
  const differences = one.map((score, at) => score - (other[at] ?? 0));
  const difference = mean(differences);
  const alike = differences.every((each) => Math.abs(each - difference) <= TIE);
  if (alike || differences.length < FEWEST_WORLDS) {
    const isSure = alike && Math.abs(difference) > TIE;
    return { difference, interval: isSure ? [difference, difference] : null, isDecided: isSure };
  }
  const interval = intervalsOf([differences], INTERVAL)[0] ?? null;
  return { difference, interval, isDecided: interval !== null && (interval[0] > 0 || interval[1] < 0) };
}

/** `first`, doing nothing, what the prompt suggests, and what the game's policies would do; each written as a model would and read back. */
export function candidatesAt(asked: SayIn, first: readonly unknown[], most = MOST_CANDIDATES): Candidate[] {
  const { format, observation } = asked;
  const found = new Map<string, Candidate>();
  for (const move of [...first, format.safe(observation), ...others(asked)]) {
    const said = turnIn(asked, move);
    if (said !== null && !found.has(said.text)) found.set(said.text, said);
    if (found.size === most) break;
  }
  return [...found.values()];
}

/** The whole turn if the prompt can express it, otherwise its first action. */
function turnIn(asked: SayIn, move: unknown): Candidate | null {
  return say(asked, nearest(asked, move)) ?? (Array.isArray(move) ? say(asked, nearest(asked, move[0])) : null);
}

function others({ game, observation }: SayIn): unknown[] {
  const pack = packOf(game);
  if (pack.candidates) return pack.candidates(observation);
  const policies = policiesFor(game.key).filter((policy) => policy.control === undefined && policy.needsChance === undefined);
  return policies.map((policy) => policy.choose(observation));
}

/** The first 53 bits of the key's digest, so that the same fork has the same worlds in every run. */
export function seedOf(key: string): number {
  return Number(createHash('sha256').update(key).digest().readBigUInt64BE(0) >> 11n);
}
