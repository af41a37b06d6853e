'use client';
import { useCallback, useEffect, useReducer } from 'react';
import { type CursorState, type CursorWish, cursorStep, type Pace } from './cursor';

export interface Cursor extends CursorState {
  /** The event after which the floor is shown. */
  at: number;
  following: boolean;
  /** How many events have come since. */
  behind: number;
  wish: (wish: CursorWish) => void;
}

interface Stage {
  head: number;
  over: boolean;
  /** Milliseconds that event `seq` stays on stage at that pace. */
  dwell: (seq: number, pace: Pace) => number;
  /** The next event worth telling after one. */
  next?: (seq: number) => number;
  /** Plays from the start on. */
  plays?: boolean;
}

/** Where the reader stands in time, and the clock that moves them when they play. */
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
 * Keeps `?at=` in step with the cursor, so that the address names the instant. With the router's own state at hand: any other makes the router
 * give up a page that is on its way, and a link that was followed while a match plays would lead nowhere.
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
