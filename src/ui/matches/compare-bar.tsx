import { Button, ButtonLink } from '~/kit/button';
import { matchWords } from './card-words';
import type { Picked } from './compare-pair';

/** What is picked, and the way on; it keeps its place, so that picking moves nothing. */
export function CompareBar({ picked, onClear }: { picked: Picked; onClear: () => void }) {
  const [first, second] = picked;
  return (
    <div role="status" className="mt-4 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-y py-1 text-small">
      <span className="min-w-0 flex-1 text-ink-2">{wordsFor(picked)}</span>
      {first && second ? (
        <ButtonLink look="primary" size="small" href={`/compare?left=${first.id}&right=${second.id}`}>
          Compare them
        </ButtonLink>
      ) : null}
      {first ? (
        <Button look="quiet" size="small" onClick={onClear}>
          Clear
        </Button>
      ) : null}
    </div>
  );
}

function wordsFor([first, second]: Picked): string {
  if (!first) return 'To compare, tick two matches of the same task and seed.';
  if (!second) return `Picked ${matchWords(first)}. Tick another of the same task and seed.`;
  return `Picked ${matchWords(first)} and ${matchWords(second)}.`;
}
