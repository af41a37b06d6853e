'use client';
import { memo } from 'react';
import { formatNumber } from '~/kit/format';
import { Bar, BarName, type BarProps, boughtFrom, sellerFacts, staysPut } from '../../screens/bar';
import { CLASSIC_LABS } from '../../screens/lab-names';
import { blockLabel, roundsWords } from '../../screens/labels';
import type { Block } from '../../types';

/** A block on the floor: its id and, where there is room, its GPU-hours. */
export const BlockBar = memo(function BlockBar({ place, columns, offers, seller }: BarProps<Block>) {
  const { block, height } = place;
  return (
    <Bar
      place={place}
      columns={columns}
      seller={seller}
      sentence={`${blockSentence(block)}${boughtFrom(seller, CLASSIC_LABS)}`}
      lights={offers ? offers.split(' ') : []}
      facts={() => [...factsOf(block), ...sellerFacts(seller, CLASSIC_LABS)]}
    >
      <BarName block={block} />
      {height >= 40 ? <span className="bar-label block">{block.gpu_count * block.duration} GPU-h</span> : null}
    </Bar>
  );
}, staysPut);

function factsOf(block: Block): (readonly [string, string])[] {
  return [
    ['owner', CLASSIC_LABS.nameOf(block.owner_lab_id)],
    ['when', roundsWords(block)],
    [
      'size',
      `${block.gpu_count} GPU × ${block.duration} h = ${block.gpu_count * block.duration} ${block.gpu_count * block.duration === 1 ? 'GPU-hour' : 'GPU-hours'}`,
    ],
    ['reliability', formatNumber(block.reliability)],
    ['energy', `${formatNumber(block.energy_cost)} cr`],
    ['status', statusWords(block)],
  ];
}

function statusWords(block: Block): string {
  if (block.status === 'used' && block.allocated_to_job_id) return `used for ${block.allocated_to_job_id}`;
  if (block.status === 'reserved' && block.reserved_by) return `reserved by ${block.reserved_by}`;
  return block.status;
}

function blockSentence(block: Block): string {
  return `${blockLabel(block)}. Block ${block.block_id} of ${CLASSIC_LABS.nameOf(block.owner_lab_id)}, ${block.gpu_count} GPU in ${roundsWords(block)}, ${statusWords(block)}`;
}
