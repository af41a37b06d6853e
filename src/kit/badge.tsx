import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const TONES = {
  plain: 'border-line-strong text-ink-2',
  accent: 'border-accent bg-accent-wash text-accent',
  amber: 'border-amber bg-amber-wash text-amber',
  red: 'border-red bg-red-wash text-red',
  green: 'border-green bg-green-wash text-green',
};

export type Tone = keyof typeof TONES;

/** A short label for a state. The word carries the meaning; the color helps. */
export function Badge({ tone = 'plain', className, children }: { tone?: Tone; className?: string; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 items-center gap-1 rounded-sm border px-1.5 font-medium text-micro whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
