'use client';
import { type ReactNode, useState } from 'react';
import { Button } from './button';
import { Check, Copy } from './icons';

/** Copies a text and confirms it in place. */
export function CopyButton({
  text,
  children,
  size = 'small',
}: {
  text: string | (() => string);
  children: ReactNode;
  size?: 'small' | 'normal';
}) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  async function copy() {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setState('copied');
    } catch {
      setState('failed');
    }
    setTimeout(() => setState('idle'), 1600);
  }
  return (
    <Button size={size} look="quiet" onClick={() => void copy()}>
      {state === 'copied' ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span aria-live="polite">{state === 'copied' ? 'Copied' : state === 'failed' ? 'Your browser blocked copying' : children}</span>
    </Button>
  );
}
