'use client';
import { type ReactNode, useEffect, useState } from 'react';

const waiting = new Set<() => void>();

/** A message about missing operator rights, removed once this browser is unlocked. */
export function UntilUnlocked({ children }: { children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const end = () => setOver(true);
    waiting.add(end);
    return () => void waiting.delete(end);
  }, []);
  return isOver ? null : children;
}

/** Announces that this browser was unlocked. */
export function announceUnlocked(): void {
  for (const end of waiting) end();
}
