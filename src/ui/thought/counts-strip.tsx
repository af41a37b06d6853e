import type { TurnCounts } from '~/api/agent-words';
import { countsParts } from './turn-words';

/** How many turns were the agent's own: beside every result of a model. */
export function CountsStrip({ counts }: { counts: TurnCounts }) {
  return (
    <dl aria-label="How its turns came about" className="flex flex-wrap gap-x-4 gap-y-1 text-small">
      {countsParts(counts).map(({ name, value, what }) => (
        <div key={name} className="flex items-baseline gap-1" title={what}>
          <dt className="order-2 text-ink-2">{name}</dt>
          <dd className="num order-1 font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
