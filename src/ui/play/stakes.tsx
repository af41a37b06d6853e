'use client';
import { useEffect, useState } from 'react';
import type { GameKey } from '~/contract/game-ref';
import type { AnyGameScreens } from '~/contract/screens';
import { frontOf, loadScreens } from '~/games/screens';

/** What is at stake in a game: three small drawings with a sentence each. */
export function Stakes({ game }: { game: GameKey }) {
  const drawings = useLateScreens(game)?.stakes ?? [];
  const sentences = frontOf(game)?.entry?.stakes;
  if (sentences === undefined) return null;
  return (
    <ul aria-label="What is at stake" className="mb-4 grid gap-3">
      {sentences.map((sentence, place) => {
        const Drawing = drawings[place];
        return (
          <li key={sentence} className="flex items-center gap-3 text-small">
            <svg viewBox="0 0 96 48" width="96" height="48" aria-hidden className="shrink-0">
              {Drawing ? <Drawing /> : null}
            </svg>
            <span className="min-w-0">{sentence}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** A game's screens, loaded after everything else; null: not yet. */
export function useLateScreens(game: GameKey): AnyGameScreens | null {
  const [screens, setScreens] = useState<AnyGameScreens | null>(null);
  useEffect(() => {
    let isHere = true;
    const stop = whenIdle(() => {
      void loadScreens(game)?.then((loaded) => (isHere ? setScreens(loaded) : null));
    });
    return () => {
      isHere = false;
      stop();
    };
  }, [game]);
  return screens;
}

/** Runs `begin` once the page has been painted and is idle. Returns a function that cancels it. */
export function whenIdle(begin: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  // Two frames, because the first is the paint itself.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(begin, 0);
  });
  return () => {
    cancelAnimationFrame(frame);
    if (timer !== null) clearTimeout(timer);
  };
}
