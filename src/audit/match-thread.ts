/** What a thread of `on-threads.ts` does: it plays one match and answers what it brought. Started through `match-entry.mjs`. */
import type { Ground, Outcome } from './ground';
import { findGround } from './grounds';
import type { Program } from './program';

/** Who plays the audited seat: a program, a known farmer by name, or one of the two that the others are measured by. */
export type Player = { program: Program } | { known: string } | 'honest' | 'wait';

export interface PlacedMatch {
  /** By name: `open/market_round`. */
  ground: string;
  player: Player;
  seed: number;
}

let last: Ground | null = null;

export function playPlaced({ ground: name, player, seed }: PlacedMatch): Promise<Outcome> {
  const ground = last?.name === name ? last : readGround(name);
  last = ground;
  if (player === 'honest') return ground.playHonest(seed);
  if (player === 'wait') return ground.playWait(seed);
  if ('program' in player) return ground.playProgram(player.program, seed);
  const farmer = ground.known.find((one) => one.name === player.known);
  if (!farmer) throw new Error(`${name} has no known farmer "${player.known}"`);
  return farmer.play(seed);
}

function readGround(name: string): Ground {
  const found = findGround(name);
  if (!found.ok) throw new Error(found.why);
  return found.value;
}
