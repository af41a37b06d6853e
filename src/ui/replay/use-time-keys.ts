'use client';
import { useEffect } from 'react';
import type { Ruler } from './ruler';
import type { Cursor } from './use-cursor';

interface Keys {
  cursor: Cursor;
  ruler: Ruler;
  onHelp: () => void;
  /** First events of chapters. */
  chapters?: readonly { seq: number }[];
}

/** Keyboard shortcuts of a match, unless the focused control needs the key. */
export function useTimeKeys({ cursor, ruler, onHelp, chapters = NONE }: Keys): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
      const done = act(event, { cursor, ruler, onHelp, chapters });
      if (done) event.preventDefault();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [cursor, ruler, onHelp, chapters]);
}

const NONE: readonly { seq: number }[] = [];

function act(event: KeyboardEvent, { cursor, ruler, onHelp, chapters = NONE }: Keys): boolean {
  const round = ruler.roundOf(cursor.at);
  switch (event.key) {
    case 'ArrowRight':
      if (!event.shiftKey) cursor.wish({ kind: 'step', by: 1 });
      else if (ruler.startOf(round + 1) > cursor.at) cursor.wish({ kind: 'go', seq: ruler.startOf(round + 1) });
      else cursor.wish({ kind: 'follow' });
      return true;
    case 'ArrowLeft':
      if (!event.shiftKey) cursor.wish({ kind: 'step', by: -1 });
      else cursor.wish({ kind: 'go', seq: ruler.startOf(cursor.at > ruler.startOf(round) ? round : round - 1) });
      return true;
    case 'Home':
      cursor.wish({ kind: 'go', seq: 1 });
      return true;
    case 'End':
      cursor.wish({ kind: 'follow' });
      return true;
    case ' ':
      cursor.wish({ kind: 'toggle' });
      return true;
    case ']':
    case '[': {
      const chapter = event.key === ']' ? chapters.find(({ seq }) => seq > cursor.at) : chapters.findLast(({ seq }) => seq < cursor.at);
      if (chapter) cursor.wish({ kind: 'go', seq: chapter.seq });
      return chapter !== undefined;
    }
    case '?':
      onHelp();
      return true;
    default:
      return false;
  }
}

/** Inputs, selects and dialogs keep their keys; a focused button keeps Space. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return false;
  if (target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="tablist"], [role="listbox"], [role="menu"]'))
    return true;
  if (event.key === ' ') return target.closest('button, a, summary, [role="button"]') !== null;
  return (event.key === 'Home' || event.key === 'End') && target.closest('[data-scrolls]') !== null;
}
