import type { OpenObservation, OwnBlock } from '../../shared/observation';
import { isFree } from '../../shared/observed';
import { and, plural } from './words';

/** Own blocks that run in this round without a job; their hours are lost unless the turn uses them. */
export function idleNow(observation: OpenObservation, spoken: ReadonlySet<string>): OwnBlock[] {
  const { round_index, owned_blocks } = observation;
  return owned_blocks.filter((block) => isFree(block) && block.start_round <= round_index && !spoken.has(block.block_id));
}

/** What happens if the clock runs out before the turn is submitted. */
export function silenceWords(observation: OpenObservation): string {
  const idle = idleNow(observation, new Set());
  const lost = idle.reduce((sum, block) => sum + block.gpu_count, 0);
  if (idle.length === 0) return 'If time runs out first, you wait and none of this turn is played.';
  const ids = and(idle.map((block) => block.block_id));
  return `If time runs out first, you wait: none of this turn is played, and ${ids} ${idle.length === 1 ? 'loses' : 'lose'} the ${plural(lost, 'GPU-hour')} of this round.`;
}

/** What the current draft leaves unused; null: nothing. */
export function idleWords(observation: OpenObservation, spoken: ReadonlySet<string>): string | null {
  const idle = idleNow(observation, spoken);
  if (idle.length === 0) return null;
  const ids = and(idle.map((block) => block.block_id));
  return `${ids} ${idle.length === 1 ? 'runs' : 'run'} in this round, but this turn does not put ${idle.length === 1 ? 'it' : 'them'} to work.`;
}
