'use client';
import { clsx } from 'clsx';
import { memo } from 'react';
import { Badge } from '~/kit/badge';
import { Button } from '~/kit/button';
import { naming } from '~/kit/lighting';
import { Section } from '~/kit/panel';
import type { OwnBlock } from '../../shared/observation';
import { isFree } from '../../shared/observed';
import { blockLine, blockStatus } from './block-line';
import { useDesk } from './desk-context';
import { cr } from './words';

/** Own blocks: their rounds, their use, and what the seat's plan would lose without them. */
export const BlocksPanel = memo(function BlocksPanel({ compact = false }: { compact?: boolean }) {
  const { observation, open, locked, say } = useDesk();
  const live = observation.owned_blocks.filter((block) => block.hours_left > 0 && block.status !== 'failed');
  const gone = observation.owned_blocks.filter((block) => !live.includes(block));
  const marked = observation.owned_blocks.some((block) => block.status === 'reserved' || block.pledged_to !== null);
  return (
    <Section
      title="Your blocks"
      note={live.length === 0 ? 'None of your blocks has hours left.' : undefined}
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
          <Block key={block.block_id} {...{ block, compact }} />
        ))}
      </ul>
      {gone.length > 0 ? (
        <p className="mt-2 text-small text-ink-2">
          Over:{' '}
          {gone
            .map(
              (block) =>
                `${say(block.block_id)} (${block.status === 'failed' ? 'failed' : block.allocated_to_job_id === null ? 'unused' : 'worked'})`,
            )
            .join(', ')}
          .
        </p>
      ) : null}
    </Section>
  );
});

function Block({ block, compact }: { block: OwnBlock; compact: boolean }) {
  const { observation, open, locked, say } = useDesk();
  const { block_id } = block;
  const name = say(block_id);
  const market = { factor: observation.public_market.energy_factor };
  const free = isFree(block) && !observation.done;
  const status = blockStatus(block, observation);
  const acts = (
    <div className={clsx('flex gap-1.5', compact || 'mt-2')}>
      <Button
        size="small"
        disabled={locked !== null}
        aria-label={`Put ${name} to work`}
        onClick={() => open({ kind: 'allocate', blockId: block_id })}
      >
        Put to work
      </Button>
      <Button size="small" disabled={locked !== null} aria-label={`Offer ${name}`} onClick={() => open({ kind: 'offer', give: block_id })}>
        Offer
      </Button>
    </div>
  );
  const badge = <Badge tone={status.tone}>{say(status.word)}</Badge>;
  return (
    <li
      {...naming('block', block_id)}
      className={clsx('rounded-md border bg-panel text-small', compact ? 'p-2' : 'p-2.5', free || 'border-dashed')}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <span className="num font-medium">{name}</span>
        {compact && free ? acts : badge}
      </div>
      <p className="mt-1 text-ink-2">
        {blockLine(block, market)}. {compact && free && status.tone !== 'plain' ? badge : null}
      </p>
      {free ? <Use block={block} /> : null}
      {free && !compact ? acts : null}
    </li>
  );
}

/** Its use in the plan, and the value of keeping it. */
function Use({ block }: { block: OwnBlock }) {
  const { appraiser, say } = useDesk();
  const job = appraiser.now().jobs.find((one) => one.block_ids.includes(block.block_id));
  const loss = appraiser.lossOf(block.block_id);
  if (loss < 0.005) return <p className="mt-1">Spare: your plan doesn’t need it, so any price is profit.</p>;
  return (
    <p className="mt-1">
      {job === undefined ? 'Your plan uses it' : `Your plan uses it for ${say(job.job_id)}`}; without it you make {cr(loss)} less.
    </p>
  );
}
