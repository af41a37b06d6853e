import type { PublicBlock } from '~/games/gpu-market/open/observation';
import { conditionWords } from './action-words';
import { cr, roundsOf } from './words';

/** A block in a line: when, how much, how sure, what its energy costs now. */
export function blockLine(block: PublicBlock, market: { rounds: number; factor: number }): string {
  const bound = block.conditions
    .flatMap((one) => conditionWords({ ...one, penalty: 0 }))
    .map((one) => one.replace(/\.$/, '').toLowerCase());
  const parts = [
    `${block.gpu_count} GPU in ${roundsOf(block, market.rounds)}`,
    `${block.hours_left} GPU-h left`,
    `reliability ${block.reliability}`,
    `energy ${cr(block.energy_cost * market.factor)}`,
    ...bound,
  ];
  return parts.join(', ');
}
