'use client';
import { clsx } from 'clsx';
import { memo } from 'react';
import type { OwnBlock } from '~/games/gpu-market/open/observation';
import { isFree } from '~/games/gpu-market/open/observed';
import { Badge } from '~/kit/badge';
import { Button } from '~/kit/button';
import { Section } from '~/kit/panel';
import { naming } from '../match/lighting';
import { blockLine, blockStatus } from './block-line';
import { useDesk } from './desk-context';
import { cr } from './words';

/** Own blocks: when they run, what they do, what the seat's plan would lose without them. */
export const BlocksPanel = memo(function BlocksPanel() {
  const { observation, open, locked } = useDesk();
  const live = observation.owned_blocks.filter((block) => block.hours_left > 0 && block.status !== 'failed');
  const gone = observation.owned_blocks.filter((block) => !live.includes(block));
  const marked = observation.owned_blocks.some((block) => block.status === 'reserved' || block.pledged_to !== null);
  return (
    <Section
      title="Your blocks"
      note={live.length === 0 ? 'None has hours left.' : undefined}
      aside={
        <span className="flex gap-1.5">
          <Button size="small" disabled={locked !== null || !live.some((block) => isFree(block))} onClick={() => open({ kind: 'reserve' })}>
            Reserve
          </Button>
          <Button size="small" disabled={locked !== null || !marked} onClick={() => open({ kind: 'release' })}>
            Release
          </Button>
        </span>
      }
    >
      <ul aria-label="Your blocks" className="space-y-2">
        {live.map((block) => (
          <Block key={block.block_id} block={block} />
        ))}
      </ul>
      {gone.length > 0 ? (
        <p className="mt-2 text-small text-ink-2">
          Over:{' '}
          {gone
            .map(
              (block) =>
                `${block.block_id} (${block.status === 'failed' ? 'failed' : block.allocated_to_job_id === null ? 'unused' : 'worked'})`,
            )
            .join(', ')}
          .
        </p>
      ) : null}
    </Section>
  );
});

function Block({ block }: { block: OwnBlock }) {
  const { observation, open, locked } = useDesk();
  const { block_id } = block;
  const market = { rounds: observation.max_rounds, factor: observation.public_market.energy_factor };
  const free = isFree(block) && !observation.done;
  const status = blockStatus(block, observation);
  return (
    <li {...naming('block', block_id)} className={clsx('rounded-md border bg-panel p-2.5 text-small', free || 'border-dashed')}>
      <div className="flex items-center justify-between gap-2">
        <span className="code font-medium">{block_id}</span>
        <Badge tone={status.tone}>{status.word}</Badge>
      </div>
      <p className="mt-1 text-ink-2">{blockLine(block, market)}.</p>
      {free ? <Use block={block} /> : null}
      {free ? (
        <div className="mt-2 flex gap-1.5">
          <Button
            size="small"
            disabled={locked !== null}
            aria-label={`Put ${block_id} to work`}
            onClick={() => open({ kind: 'allocate', blockId: block_id })}
          >
            Put to work
          </Button>
          <Button
            size="small"
            disabled={locked !== null}
            aria-label={`Offer ${block_id}`}
            onClick={() => open({ kind: 'offer', give: block_id })}
          >
            Offer
          </Button>
        </div>
      ) : null}
    </li>
  );
}

/** What the plan does with it, and what it is worth to keep. */
function Use({ block }: { block: OwnBlock }) {
  const { appraiser } = useDesk();
  const job = appraiser.now().jobs.find((one) => one.block_ids.includes(block.block_id));
  const loss = appraiser.lossOf(block.block_id);
  if (loss < 0.005) return <p className="mt-1">Your plan can spare it: anything above 0.00 cr for it is gain.</p>;
  return (
    <p className="mt-1">
      {job === undefined ? 'Your plan uses it' : `Your plan uses it for ${job.job_id}`}; without it you make {cr(loss)} less.
    </p>
  );
}
