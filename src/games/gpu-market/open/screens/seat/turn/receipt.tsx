import { clsx } from 'clsx';
import { useMemo } from 'react';
import { useDesk } from '../desk-context';
import { signedCr } from '../words';
import { type Expected, expectedOf } from './expected';

/** Of the current draft. */
export function useExpected(): Expected {
  const { observation, draft } = useDesk();
  return useMemo(() => expectedOf(observation, draft.actions), [observation, draft.actions]);
}

/** The profit to expect at the end, without and with this turn. */
export function Receipt({ expected: { pass, turn, best, parts } }: { expected: Expected }) {
  const { draft } = useDesk();
  const isEmpty = draft.actions.length === 0;
  const open = draft.actions.filter(({ id }) => !parts.has(id)).length;
  const gain = turn - pass;
  return (
    <div>
      <dl aria-label="Expected profit" className="rounded-md border bg-panel text-small">
        <Line name="If you pass" value={pass} />
        {isEmpty ? null : (
          <Line
            name="With this turn"
            value={turn}
            className="border-t font-semibold"
            tone={gain > 0.005 ? 'text-green' : gain < -0.005 ? 'text-red' : ''}
          />
        )}
        <Line name="If you begin your best plan now" value={best} className="border-t text-ink-2" />
      </dl>
      <p className="mt-1 text-ink-2 text-micro">
        An estimate of your profit at the end: you follow your best plan with what you hold, and nothing else happens.
        {open === 0
          ? ''
          : ` ${open === 1 ? 'One action depends' : `${open} actions depend`} on others and ${open === 1 ? 'does' : 'do'} not count.`}
      </p>
    </div>
  );
}

interface LineProps {
  name: string;
  value: number;
  className?: string;
  tone?: string;
}

function Line({ name, value, className, tone }: LineProps) {
  return (
    <div className={clsx('flex items-baseline justify-between gap-3 px-2 py-1', className)}>
      <dt>{name}</dt>
      <dd className={clsx('num', tone)}>{signedCr(value)}</dd>
    </div>
  );
}
