'use client';
import { clsx } from 'clsx';
import { labStyle } from './lab-hue';
import { useLabNames } from './lab-names';

interface Props {
  labId: string;
  /** Its name beside the letter. */
  named?: boolean;
  size?: 'small' | 'normal';
  className?: string;
}

/** A lab wherever one is named: its hue and its letter, never the hue alone. */
export function LabChip({ labId, named = false, size = 'small', className }: Props) {
  const { letterOf, nameOf } = useLabNames();
  return (
    <span style={labStyle(labId)} className={clsx('inline-flex items-center gap-1.5 align-baseline whitespace-nowrap', className)}>
      <span
        aria-hidden={named}
        title={named ? undefined : nameOf(labId)}
        className={clsx(
          'inline-grid shrink-0 place-items-center rounded-sm bg-(--lab) font-semibold text-(--on-lab) leading-none',
          size === 'small' ? 'size-4 text-micro' : 'size-6 text-small',
        )}
      >
        {named ? letterOf(labId) : <LetterWithName labId={labId} />}
      </span>
      {named ? <span className="font-medium">{nameOf(labId)}</span> : null}
    </span>
  );
}

function LetterWithName({ labId }: { labId: string }) {
  const { letterOf, nameOf } = useLabNames();
  return (
    <>
      <span aria-hidden>{letterOf(labId)}</span>
      <span className="sr-only">{nameOf(labId)}</span>
    </>
  );
}
