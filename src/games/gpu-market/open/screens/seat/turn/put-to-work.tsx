import { useMemo } from 'react';
import { Button } from '~/kit/button';
import { useDesk } from '../desk-context';
import { actionsOf } from '../draft-turn';
import { drafted } from '../draft-worth';
import { bestWork, whyNoWork } from './best-work';

/** Fills the turn with what the seat's own best plan starts now; the receipt then says what it brings. */
export function usePutToWork() {
  const { observation, draft, spoken, locked, fill } = useDesk();
  const done = useMemo(() => drafted(observation, actionsOf(draft)), [observation, draft]);
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
