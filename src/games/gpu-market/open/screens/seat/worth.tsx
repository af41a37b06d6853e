import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Explained } from './appraisal-words';
import { useDesk } from './desk-context';

const TONES = { better: 'text-green', same: 'text-ink-2', worse: 'text-red' };

/** The value of something for this seat by its own best plan, with the reason; the figure comes first. */
export function Worth({ explained, lead, className }: { explained: Explained; lead?: ReactNode; className?: string }) {
  const { say } = useDesk();
  const { figure, tone, why } = explained;
  return (
    <p className={clsx('text-small', className)}>
      {lead ? <span className="text-ink-2">{lead} </span> : null}
      <strong className={clsx('num font-semibold', TONES[tone])}>{figure}</strong>
      <span className="text-ink-2">: {say(why)}</span>
    </p>
  );
}
