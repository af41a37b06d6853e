'use client';
import { type RefObject, useLayoutEffect, useRef } from 'react';

const MOVE_MS = 280;

/** Animates rows of a table to their new positions, unless the reader prefers reduced motion. */
export function useRankMotion(box: RefObject<HTMLElement | null>, keys: readonly string[]): void {
  const stood = useRef(new Map<string, number>());
  const order = keys.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows move when their order changes
  useLayoutEffect(() => {
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('tbody > tr') ?? [])];
    const stands = new Map<string, number>();
    for (const [place, row] of rows.entries()) {
      const key = keys[place];
      if (key !== undefined) stands.set(key, row.offsetTop);
    }
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      for (const [place, row] of rows.entries()) slide(row, stood.current.get(keys[place] ?? ''));
    }
    stood.current = stands;
  }, [order]);
}

function slide(row: HTMLElement, from: number | undefined): void {
  const moved = from === undefined ? 0 : from - row.offsetTop;
  if (moved === 0) return;
  row.animate([{ transform: `translateY(${moved}px)` }, { transform: 'none' }], { duration: MOVE_MS, easing: 'ease-out' });
}
