'use client';
import { useCallback, useEffect, useReducer } from 'react';
import { type CursorState, type CursorWish, cursorStep, type Pace } from './cursor';

export interface Cursor extends CursorState {
  /** Number of the event after which the match is shown. */
  at: number;
  following: boolean;
  /** Number of newer events. */
  behind: number;
  wish: (wish: CursorWish) => void;
}

interface Stage {
  head: number;
  over: boolean;
  /** Milliseconds that event `seq` is shown at that pace. */
  dwell: (seq: number, pace: Pace) => number;
  /** The next event worth reading. */
  next?: (seq: number) => number;
  /** Starts playing immediately. */
  plays?: boolean;
}

/** The reader's position in time, and the clock that advances it during play. */
export function useCursor(stage: Stage, initialAt: number | null): Cursor {
  const { head, over, dwell, next, plays = false } = stage;
  const [state, send] = useReducer(cursorStep, { held: initialAt, playing: plays, pace: 'story' });
  const at = state.held === null ? head : Math.min(state.held, head);
  const wish = useCallback((asked: CursorWish) => send({ ...asked, head, over, ...(next && { next }) }), [head, over, next]);

  useEffect(() => {
    if (!state.playing || head === 0) return;
    const timer = setTimeout(() => wish({ kind: 'tick' }), dwell(at, state.pace));
    return () => clearTimeout(timer);
  }, [state.playing, state.pace, at, head, dwell, wish]);

  return { ...state, at, following: state.held === null, behind: head - at, wish };
}

/**
 * Keeps `?at=` in sync with the cursor. Reuses the router's own history state: any other state makes the router drop a pending navigation,
 * so that a link clicked during play would have no effect.
 */
export function useInstantInAddress(held: number | null): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const address = instantAddress(held);
      if (address !== window.location.href) window.history.replaceState(window.history.state, '', address);
    }, 200);
    return () => clearTimeout(timer);
  }, [held]);
}

export function instantAddress(held: number | null): string {
  const url = new URL(window.location.href);
  if (held === null) url.searchParams.delete('at');
  else url.searchParams.set('at', String(held));
  return url.href;
}
