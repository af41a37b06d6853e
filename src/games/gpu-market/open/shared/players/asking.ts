/** What a block is asked for by its hours alone, whatever its owner could make of it. */
import type { OpenObservation, PublicBlock } from '../observation';

/** Hours left when an offer of this round can first be taken. */
export function hoursNextRound({ max_rounds, round_index }: OpenObservation, block: PublicBlock | undefined): number {
  if (block === undefined) return 0;
  const end = Math.min(block.start_round + block.duration, max_rounds);
  return block.gpu_count * Math.max(0, end - Math.max(block.start_round, round_index + 1));
}

/** So much for each hour, and less the nearer the start. */
export function hourlyAsk(observation: OpenObservation, block: PublicBlock | undefined, perHour: number): number {
  if (block === undefined) return 0;
  return perHour * patience(block.start_round - observation.round_index - 1) * hoursNextRound(observation, block);
}

/** From 1 far before the start down to a quarter when it comes. */
function patience(ahead: number): number {
  return Math.min(1, Math.max(0.25, 0.4 + 0.15 * ahead));
}
