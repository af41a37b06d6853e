import { clsx } from 'clsx';
import { labLetter, labName, labStyle } from './lab-hue';

interface Props {
  labId: string;
  /** Its name beside the letter. */
  named?: boolean;
  size?: 'small' | 'normal';
  className?: string;
}

/** A lab wherever one is named: its hue and its letter, never the hue alone. */
export function LabChip({ labId, named = false, size = 'small', className }: Props) {
  return (
    <span style={labStyle(labId)} className={clsx('inline-flex items-center gap-1.5 align-baseline whitespace-nowrap', className)}>
      <span
        aria-hidden={named}
        title={named ? undefined : labName(labId)}
        className={clsx(
          'inline-grid shrink-0 place-items-center rounded-sm bg-(--lab) font-semibold text-(--on-lab) leading-none',
          size === 'small' ? 'size-4 text-micro' : 'size-6 text-small',
        )}
      >
        {named ? labLetter(labId) : <LetterWithName labId={labId} />}
      </span>
      {named ? <span className="font-medium">{labName(labId)}</span> : null}
    </span>
  );
}

function LetterWithName({ labId }: { labId: string }) {
  return (
    <>
      <span aria-hidden>{labLetter(labId)}</span>
      <span className="sr-only">{labName(labId)}</span>
    </>
  );
}
