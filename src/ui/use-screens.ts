'use client';
import { useEffect, useState } from 'react';
import type { AnyGameScreens } from '~/contract/screens';
import { loadScreens } from '~/games/screens';

const READY = new Map<string, AnyGameScreens>();

/** A game's screens; null while they load or if there are none. */
export function useScreens(key: string | null): AnyGameScreens | null {
  const [, setLoaded] = useState<string | null>(null);
  const [failed, setFailed] = useState<Error | null>(null);
  useEffect(() => {
    if (key === null || READY.has(key)) return;
    loadScreens(key)
      ?.then((screens) => {
        READY.set(key, screens);
        setLoaded(key);
      })
      .catch((error: unknown) => setFailed(error instanceof Error ? error : new Error(String(error))));
  }, [key]);
  if (failed !== null) throw failed; // the page's error boundary offers to reload
  return key === null ? null : (READY.get(key) ?? null);
}
