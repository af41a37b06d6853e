'use client';
import { useState } from 'react';
import type { OwnBlock } from '../../../shared/observation';
import { bargainOf } from '../bargain';
import { blockLine, isPromise } from '../block-line';
import { useDesk } from '../desk-context';
import { blockChoices, whyNoMove } from './choices';
import { FormFrame } from './form-frame';
import { legalOf } from './legal-ids';
import { PickList } from './pick-list';

const NONE: ReadonlySet<string> = new Set();

interface Props {
  release: boolean;
  blockId?: string;
  onClose: () => void;
}

/** Reserves or releases blocks. Releasing a pledged block breaks the pledge. */
export function MarkForm({ release, blockId, onClose }: Props) {
  const { observation, add, say } = useDesk();
  const [blocks, setBlocks] = useState<string[]>(blockId === undefined ? [] : [blockId]);
  const market = { factor: observation.public_market.energy_factor };
  const marked = legalOf(observation, 'release_capacity')?.block_ids ?? [];
  const choices = release ? marked.map((id) => ({ id, why: null })) : blockChoices(observation, { kind: 'reserve' }, NONE);
  const broken = observation.owned_blocks.find((block) => blocks.includes(block.block_id) && block.pledged_to !== null);
  return (
    <FormFrame
      wrong={whyNoMove(observation, release ? 'release' : 'reserve') ?? (blocks.length === 0 ? 'Choose a block.' : null)}
      onClose={onClose}
      onAdd={() => add({ action_type: release ? 'release_capacity' : 'reserve_capacity', block_ids: blocks })}
      preview={
        release && broken !== undefined ? (
          <p className="text-red text-small">{say(brokenWords(broken, bargainOf(observation) !== null))}</p>
        ) : (
          <p className="text-small text-ink-2">
            {release
              ? 'The blocks can be asked for again.'
              : 'Others can no longer ask for these blocks. You can still use them in any way.'}
          </p>
        )
      }
    >
      <PickList
        legend="Blocks"
        choices={choices}
        chosen={blocks}
        onChosen={setBlocks}
        facts={(id) => {
          const block = observation.owned_blocks.find((one) => one.block_id === id);
          return block === undefined ? '' : blockLine(block, market);
        }}
        empty="There is none."
      />
    </FormFrame>
  );
}

/** The consequences of releasing a bound block. */
function brokenWords({ block_id, pledged_to }: OwnBlock, computed: boolean): string {
  const to = pledged_to ?? '';
  if (isPromise(to))
    return `You have promised ${block_id}: releasing it breaks your word. Your bond goes to the other lab, and your reputation falls.`;
  if (computed)
    return `${block_id} is pledged to ${to}: where a plan on the table uses it, releasing it is a breach. Then your bond goes to the other members, your reputation falls, and you are out of the coalition.`;
  return `${block_id} is pledged to ${to}: releasing it breaks the pledge. Your bond goes to the other members, your reputation falls, and you are out of the coalition.`;
}
