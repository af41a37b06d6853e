/** What a thread of `on-threads.ts` does, for grounds that are found by their name. */
import type { Ground, Look, Outcome } from './ground';
import type { Program } from './program';

/** Who plays the audited seat: a program, a known farmer by name, or one of the two that the others are measured by. */
export type Player = { program: Program } | { known: string } | 'honest' | 'honest pair' | 'wait';

export interface PlacedMatch {
  /** By name: `open/market_round`. */
  ground: string;
  player: Player;
  seed: number;
}

/** A quick look at programs in one world, or where the books of one first go wrong. */
export interface PlacedLook {
  ground: string;
  programs: readonly Program[];
  seed: number;
}

/** What a thread can do, for grounds that are found by their name: the product's, or a test's with a planted fault. */
export function threadFor(find: (name: string) => Promise<Ground>) {
  let last: { name: string; ground: Promise<Ground> } | null = null;
  const groundOf = (name: string): Promise<Ground> => {
    if (last?.name !== name) last = { name, ground: find(name) };
    return last.ground;
  };
  return {
    playPlaced: async ({ ground: name, player, seed }: PlacedMatch): Promise<Outcome> => {
      const ground = await groundOf(name);
      if (player === 'honest') return ground.playHonest(seed);
      if (player === 'honest pair') return ground.playHonest(seed, 2);
      if (player === 'wait') return ground.playWait(seed);
      if ('program' in player) return ground.playProgram(player.program, seed);
      const farmer = ground.known.find((one) => one.name === player.known);
      if (!farmer) throw new Error(`${name} has no known farmer "${player.known}"`);
      return farmer.play(seed);
    },
    lookPlaced: async ({ ground, programs, seed }: PlacedLook): Promise<Look[]> =>
      (await groundOf(ground)).quick?.look(programs, seed) ?? [],
    tracePlaced: async ({ ground, programs, seed }: PlacedLook): Promise<string | null> =>
      (await groundOf(ground)).quick?.trace(programs[0] ?? [], seed) ?? null,
  };
}
