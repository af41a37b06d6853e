/** Thread jobs for audits. Threads look targets up by name. */

import type { AuditOutcome, AuditTarget, Look, Program } from '~/contract/audit';
import type { Job } from '~/contract/means';
import { findTarget } from './targets';

/** The player of the audited seat: a program, a known farmer by name, or one of the two reference players. */
export type Player = { program: Program } | { known: string } | 'honest' | 'honest pair' | 'wait';

interface PlacedMatch {
  /** By name: `open/market_round`. */
  target: string;
  player: Player;
  seed: number;
}

/** A quick look at programs in one world, or the event at which one program's books first go wrong. */
interface PlacedLook {
  target: string;
  programs: readonly Program[];
  seed: number;
}

export interface AuditJobs {
  play: Job<PlacedMatch, AuditOutcome>;
  look: Job<PlacedLook, Look[]>;
  trace: Job<PlacedLook, string | null>;
}

/** For the product's targets, or a test's with a planted fault. */
export function auditJobs(find: (name: string) => Promise<AuditTarget>): AuditJobs {
  let last: { name: string; target: Promise<AuditTarget> } | null = null;
  const targetOf = (name: string): Promise<AuditTarget> => {
    if (last?.name !== name) last = { name, target: find(name) };
    return last.target;
  };
  return {
    play: {
      id: 'audit/play',
      async work({ target: name, player, seed }) {
        const target = await targetOf(name);
        if (player === 'honest') return target.playHonest(seed);
        if (player === 'honest pair') return target.playHonest(seed, 2);
        if (player === 'wait') return target.playWait(seed);
        if ('program' in player) return target.playProgram(player.program, seed);
        const farmer = target.known.find((one) => one.name === player.known);
        if (!farmer) throw new Error(`${name} has no known farmer "${player.known}"`);
        return farmer.play(seed);
      },
    },
    look: { id: 'audit/look', work: async ({ target, programs, seed }) => (await targetOf(target)).quick?.look(programs, seed) ?? [] },
    trace: {
      id: 'audit/trace',
      work: async ({ target, programs, seed }) => (await targetOf(target)).quick?.trace(programs[0] ?? [], seed) ?? null,
    },
  };
}

/** For the product's targets. */
export const MATCHES = auditJobs(async (name) => {
  const found = findTarget(name);
  if (!found.ok) throw new Error(found.why);
  return found.value;
});
