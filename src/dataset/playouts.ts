/**
 * What an action is worth from a state: the state is forked, the action is played, and a declared policy plays everything after it, in
 * every seat. Two actions are compared in the same worlds with the same chance, so that nothing but the action differs.
 */
import { createHash } from 'node:crypto';
import type { AnyGame, SeatId } from '~/contract/game';
import { replay } from '~/contract/game';
import type { Policy } from '~/contract/policy';
import { MemoryRun, playOut } from '~/engine/memory-run';

/** Where an action is chosen: a state in which the seat is waited for, before anybody's turn of the round. */
export interface Fork {
  game: AnyGame;
  state: unknown;
  seat: SeatId;
}

/**
 * The worlds in which actions at this fork are compared. Where a game can draw anew what the seat does not know, they are such drawings,
 * so that an action is judged by what the seat could know; else the match's own world.
 */
export function worldsOf({ game, state, seat }: Fork, key: string, most: number): unknown[] {
  const branch = game.branch?.bind(game);
  if (branch === undefined) return [state];
  return Array.from({ length: most }, (_, world) => replay(game, branch(game.copy(state), seat, seedOf(`${key} ${world}`))));
}

/** The seat's mean score over the worlds. Nothing given in is changed. */
export function worthOf({ game, seat }: Fork, action: unknown, { worlds, rest }: { worlds: readonly unknown[]; rest: Policy }): number {
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
  if (playOut(run, { ask })) throw new Error(`${rest.id} promises its moves: playouts are made by those that answer at once`);
  return game.outcome(run.state).scores[seat] ?? 0;
}

/** The first 53 bits of the key's digest: the same fork has the same worlds in every run. */
function seedOf(key: string): number {
  return Number(createHash('sha256').update(key).digest().readBigUInt64BE(0) >> 11n);
}
