import type { Tone } from '~/kit/badge';
import type { OpenObservation, OwnBlock, PublicBlock } from '../../shared/observation';
import { conditionWords } from './action-words';
import { cr } from './words';

/** The line after a block's name: hours left, reliability, current energy cost. */
export function blockLine(block: PublicBlock, market: { factor: number }): string {
  const bound = block.conditions
    .flatMap((one) => conditionWords({ ...one, penalty: 0 }))
    .map((one) => one.replace(/\.$/, '').toLowerCase());
  const parts = [
    `${block.hours_left} GPU-h left`,
    `reliability ${block.reliability}`,
    `energy ${cr(block.energy_cost * market.factor)}`,
    ...bound,
  ];
  return parts.join(', ');
}

/** What an own block is doing, in a few words. After the end, nothing runs. */
export function blockStatus(
  block: OwnBlock,
  { round_index, done }: Pick<OpenObservation, 'round_index' | 'done'>,
): { word: string; tone: Tone } {
  if (block.allocated_to_job_id !== null) return { word: `${done ? 'worked' : 'works'} for ${block.allocated_to_job_id}`, tone: 'green' };
  if (block.pledged_to !== null) return { word: `${done ? 'was ' : ''}${boundWord(block.pledged_to)}`, tone: 'accent' };
  const hasBegun = block.start_round <= round_index;
  if (done) return { word: hasBegun ? 'not put to work' : 'starts after the match ends', tone: 'plain' };
  if (hasBegun) return { word: 'runs now, idle', tone: 'amber' };
  return { word: block.status === 'reserved' ? 'reserved' : 'free', tone: 'plain' };
}

/** What a block is held for: a coalition, or a promise to another lab. */
export function boundWord(holder: string): string {
  return isPromise(holder) ? 'promised' : `pledged to ${holder}`;
}

export function isPromise(holder: string): boolean {
  return holder.startsWith('h_');
}
