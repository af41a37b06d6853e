/** What threads do for audits, on grounds that are found by their name. */

import type { Program } from '~/contract/audit';
import type { Job } from '~/contract/means';
import type { Ground, Look, Outcome } from './ground';
import { findGround } from './grounds';

/** Who plays the audited seat: a program, a known farmer by name, or one of the two that the others are measured by. */
export type Player = { program: Program } | { known: string } | 'honest' | 'honest pair' | 'wait';

interface PlacedMatch {
  /** By name: `open/market_round`. */
  ground: string;
  player: Player;
  seed: number;
}

/** A quick look at programs in one world, or where the books of one first go wrong. */
interface PlacedLook {
  ground: string;
  programs: readonly Program[];
  seed: number;
}

export interface AuditJobs {
  play: Job<PlacedMatch, Outcome>;
  look: Job<PlacedLook, Look[]>;
  trace: Job<PlacedLook, string | null>;
}

/** On the product's grounds, or a test's with a planted fault. */
export function auditJobs(find: (name: string) => Promise<Ground>): AuditJobs {
  let last: { name: string; ground: Promise<Ground> } | null = null;
  const groundOf = (name: string): Promise<Ground> => {
    if (last?.name !== name) last = { name, ground: find(name) };
    return last.ground;
  };
  return {
    play: {
      id: 'audit/play',
      async work({ ground: name, player, seed }) {
        const ground = await groundOf(name);
        if (player === 'honest') return ground.playHonest(seed);
        if (player === 'honest pair') return ground.playHonest(seed, 2);
        if (player === 'wait') return ground.playWait(seed);
        if ('program' in player) return ground.playProgram(player.program, seed);
        const farmer = ground.known.find((one) => one.name === player.known);
        if (!farmer) throw new Error(`${name} has no known farmer "${player.known}"`);
        return farmer.play(seed);
      },
    },
    look: { id: 'audit/look', work: async ({ ground, programs, seed }) => (await groundOf(ground)).quick?.look(programs, seed) ?? [] },
    trace: {
      id: 'audit/trace',
      work: async ({ ground, programs, seed }) => (await groundOf(ground)).quick?.trace(programs[0] ?? [], seed) ?? null,
    },
  };
}

/** On the product's. */
export const MATCHES = auditJobs(async (name) => {
  const found = findGround(name);
  if (!found.ok) throw new Error(found.why);
  return found.value;
});
