import { useEffect, useRef } from 'react';

/** Asks again when `mark` has changed since the last time, not at the first. */
export function useAgainWhen(mark: string, again: () => unknown): void {
  const seen = useRef(mark);
  useEffect(() => {
    if (seen.current === mark) return;
    seen.current = mark;
    void again();
  }, [mark, again]);
}
