/** Putting own blocks to work as the seat's own best plan does. */
import { useMemo } from 'react';
import type { OpenObservation } from '~/games/gpu-market/open/shared/observation';
import { isFree } from '~/games/gpu-market/open/shared/observed';
import type { Appraiser } from '~/games/gpu-market/open/shared/plans/appraise';
import { Button } from '~/kit/button';
import { useDesk, type Work } from '../desk-context';
import { blockChoices, plannedNow } from '../forms/choices';
import { plural } from '../words';

interface Position {
  /** Values after the drafted turn. */
  done: Appraiser;
  /** Blocks that the draft uses. */
  spoken: ReadonlySet<string>;
}

/**
 * By job, the free blocks of the best plan that run now and that the draft does not use yet. Those that start later are left out, because
 * they can still be sold until then.
 */
export function bestWork(observation: OpenObservation, { done, spoken }: Position): Work[] {
  const free = new Set(observation.owned_blocks.filter(isFree).map(({ block_id }) => block_id));
  return done.now().jobs.flatMap(({ job_id: jobId, block_ids }) => {
    const choices = blockChoices(observation, { kind: 'allocate', jobId }, spoken);
    const isOpen = (id: string) => free.has(id) && choices.some((one) => one.id === id && one.why === null);
    const blockIds = plannedNow(observation, block_ids, spoken).filter(isOpen);
    return blockIds.length === 0 ? [] : [{ jobId, blockIds }];
  });
}

/** Why there is nothing to put to work now. */
export function whyNoWork(observation: OpenObservation, { done, spoken }: Position): string {
  const own = observation.owned_blocks.filter(isFree);
  const planned = done.now().jobs.flatMap(({ block_ids }) => block_ids);
  const later = own.filter(({ block_id, start_round }) => planned.includes(block_id) && start_round > observation.round_index);
  if (later.length > 0) {
    const first = Math.min(...later.map(({ start_round }) => start_round));
    const [it, starts] = later.length === 1 ? ['it', 'starts'] : ['them', 'start'];
    return `Your best plan uses ${plural(later.length, 'block')} that ${starts} in round ${first}${later.length === 1 ? '' : ' or later'}. Until then you can still sell or swap ${it}.`;
  }
  return spoken.size > 0 ? 'Your turn uses all blocks that your best plan starts now.' : 'Your best plan uses none of your blocks.';
}

/** Fills the turn with what the seat's own best plan starts now; the receipt then says what it brings. */
export function usePutToWork() {
  const { observation, done, spoken, locked, fill } = useDesk();
  const works = useMemo(() => bestWork(observation, { done, spoken }), [observation, done, spoken]);
  const why = works.length > 0 ? null : whyNoWork(observation, { done, spoken });
  return {
    why: locked === null ? why : null,
    button: (
      <Button
        size="small"
        look={why === null && locked === null ? 'primary' : 'plain'}
        disabled={why !== null || locked !== null}
        onClick={() => fill(works)}
      >
        Put blocks to work
      </Button>
    ),
  };
}
