/** Prices from hours alone, whatever the owner could earn with the block. */
import type { OpenObservation, PublicBlock } from '../observation';

/** The hours left when an offer of this round can first be accepted. */
export function hoursNextRound({ max_rounds, round_index }: OpenObservation, block: PublicBlock | undefined): number {
  if (block === undefined) return 0;
  const end = Math.min(block.start_round + block.duration, max_rounds);
  return block.gpu_count * Math.max(0, end - Math.max(block.start_round, round_index + 1));
}

/** Lower the nearer the start is. */
export function hourlyAsk(observation: OpenObservation, block: PublicBlock | undefined, perHour: number): number {
  if (block === undefined) return 0;
  return perHour * patience(block.start_round - observation.round_index - 1) * hoursNextRound(observation, block);
}

/** Falls from 1 far before the start to a quarter at the start. */
function patience(ahead: number): number {
  return Math.min(1, Math.max(0.25, 0.4 + 0.15 * ahead));
}
