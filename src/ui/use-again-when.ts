import { useEffect, useRef } from 'react';

/** Calls `again` when `mark` has changed, but not initially. */
export function useAgainWhen(mark: string, again: () => unknown): void {
  const seen = useRef(mark);
  useEffect(() => {
    if (seen.current === mark) return;
    seen.current = mark;
    void again();
  }, [mark, again]);
}
