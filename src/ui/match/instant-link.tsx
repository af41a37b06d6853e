'use client';
import { clsx } from 'clsx';
import type { MouseEvent, ReactNode } from 'react';

interface Props {
  seq: number;
  onGo: (seq: number) => void;
  name?: string;
  className?: string;
  children: ReactNode;
}

/** A link to an instant of the shown match, which jumps there and can be copied or opened in another tab. */
export function InstantLink({ seq, onGo, name, className, children }: Props) {
  function go(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onGo(seq);
  }
  return (
    <a
      href={`?at=${seq}`}
      onClick={go}
      aria-label={name}
      className={clsx('underline-offset-2 hover:text-accent hover:underline', className)}
    >
      {children}
    </a>
  );
}
