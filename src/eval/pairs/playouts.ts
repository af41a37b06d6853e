/** Moves from one state, compared by playing them out on common random numbers: in the same worlds, with the same chance, among the same players. */
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

/** Where a move is chosen: a state in which the seat is waited for, before anybody's turn of the round. */
export interface Fork {
  game: AnyGame;
  state: unknown;
  seat: SeatId;
}

/** Who plays everything after the move. */
export interface PlayOn {
  /** In the seat that chose. */
  own: Policy;
  /** In every other. */
  others: Policy;
}

const MOST_CANDIDATES = 5;
/** Fewer would give no interval. */
export const FEWEST_PLAYOUTS = FEWEST_WORLDS;
export const INTERVAL = 'bootstrap-t-3';

/** Can what a seat does not know be drawn anew? Without it there is one world alone, the match's own. */
export function canRedraw(game: AnyGame): boolean {
  return game.branch !== undefined || packOf(game.ref).redraw !== undefined;
}

/**
 * The worlds in which moves at this fork are compared. Where a game can draw anew what the seat does not know, they are such drawings,
 * so that a move is judged by what the seat could know; else the match's own world.
 */
export function worldsOf({ game, state, seat }: Fork, key: string, most: number): unknown[] {
  const { redraw } = packOf(game.ref);
  const { branch } = game;
  const seeds = Array.from({ length: most }, (_, world) => seedOf(`${key} ${world}`));
  if (redraw) return seeds.map((seed) => redraw(state, seat, seed));
  if (branch) return seeds.map((seed) => replay(game, branch.call(game, game.copy(state), seat, seed)));
  return [state];
}

/** The seat's score after this move, world by world. Nothing given in is changed. */
export function scoresOf({ game, seat }: Fork, move: unknown, { worlds, on }: { worlds: readonly unknown[]; on: PlayOn }): number[] {
  return worlds.map((world) => scoreAfter({ game, state: game.copy(world), seat }, move, on));
}

/** `state` is taken over. */
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

/** Scores are money to the cent, or rewards to more digits than that. */
const TIE = 1e-6;

export interface Compared {
  /** Of the first move's scores less the second's. */
  difference: number;
  /** 95% of their mean, over the worlds both were played in; null: there are too few of them for one, or the moves do equally well in each. */
  interval: [number, number] | null;
  /** The interval excludes 0. */
  isDecided: boolean;
}

/** Two moves' scores in the same worlds, in the same order. */
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

/** `first`, nothing at all, and what the game puts to a model or its own policies would do; each in a model's words and read back. */
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

/** A whole turn where the prompt has words for one, else its first action. */
function turnIn(asked: SayIn, move: unknown): Candidate | null {
  return say(asked, nearest(asked, move)) ?? (Array.isArray(move) ? say(asked, nearest(asked, move[0])) : null);
}

function others({ game, observation }: SayIn): unknown[] {
  const pack = packOf(game);
  if (pack.candidates) return pack.candidates(observation);
  const policies = policiesFor(game.key).filter((policy) => policy.control === undefined && policy.needsChance === undefined);
  return policies.map((policy) => policy.choose(observation));
}

/** The first 53 bits of the key's digest: the same fork has the same worlds in every run. */
export function seedOf(key: string): number {
  return Number(createHash('sha256').update(key).digest().readBigUInt64BE(0) >> 11n);
}
