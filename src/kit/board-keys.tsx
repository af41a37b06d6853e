'use client';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

const ITEMS = 'button[data-is], [data-is][tabindex]';
const WAYS: Readonly<Record<string, Way>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

/**
 * Makes a drawing a single Tab stop in which arrow keys move between things by position. Works for any game's drawing: uses every focusable
 * element with `data-is`.
 */
export function BoardKeys({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const board = box.current;
    if (!board) return;
    tend(board);
    const watch = new MutationObserver(() => tend(board));
    watch.observe(board, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, []);
  function onKeyDown(event: KeyboardEvent) {
    const way = WAYS[event.key];
    const from = event.target instanceof Element ? event.target.closest<HTMLElement>(ITEMS) : null;
    if (!way || !from || !box.current || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault(); // within the board, arrow keys do not move in time
    const others = itemsOf(box.current).filter((item) => item !== from);
    const found = nearest(boxOf(from), others.map(boxOf), way);
    if (found !== null) others[found]?.focus();
  }
  function onFocus({ target }: FocusEvent) {
    const item = target.closest<HTMLElement>(ITEMS);
    if (item && box.current) tend(box.current, item);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it moves the focus among its children, which have their roles
    <div ref={box} onKeyDown={onKeyDown} onFocus={onFocus} className="contents">
      {children}
    </div>
  );
}

function itemsOf(board: HTMLElement): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>(ITEMS)].filter((item) => item.getClientRects().length > 0);
}

/** One element is the Tab stop: the last visited one, or the first button. Scrolling boxes are reached through their content. */
function tend(board: HTMLElement, visited?: HTMLElement): void {
  const items = [...board.querySelectorAll<HTMLElement>(ITEMS)];
  const stop = visited ?? items.find((item) => item.tabIndex === 0 && item.dataset.stop !== undefined) ?? items.find(isButton) ?? items[0];
  for (const item of items) {
    const tab = item === stop ? '0' : '-1';
    if (item.getAttribute('tabindex') !== tab) item.setAttribute('tabindex', tab);
    if (item === stop) item.dataset.stop = '';
    else delete item.dataset.stop;
  }
  for (const scroller of board.querySelectorAll('[data-scrolls][tabindex="0"]')) scroller.setAttribute('tabindex', '-1');
}

function isButton(item: HTMLElement): boolean {
  return item.tagName === 'BUTTON';
}

function boxOf(item: Element): Box {
  const { left, right, top, bottom } = item.getBoundingClientRect();
  return { left, right, top, bottom };
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

type Way = 'left' | 'right' | 'up' | 'down';

/** Weight of the sideways distance compared with the distance ahead. */
const ASIDE = 3;

/** Index of the nearest box in a direction; null if there is none. */
export function nearest(from: Box, boxes: readonly Box[], way: Way): number | null {
  let best: { place: number; cost: number } | null = null;
  for (const [place, box] of boxes.entries()) {
    const ahead = aheadOf(from, box, way);
    if (ahead <= 0.5) continue;
    const cost = ahead + ASIDE * asideOf(from, box, way);
    if (best === null || cost < best.cost) best = { place, cost };
  }
  return best?.place ?? null;
}

/** Between the centers. */
function aheadOf(from: Box, to: Box, way: Way): number {
  const [dx, dy] = [middle(to.left, to.right) - middle(from.left, from.right), middle(to.top, to.bottom) - middle(from.top, from.bottom)];
  return { left: -dx, right: dx, up: -dy, down: dy }[way];
}

/** The gap between them across the direction; for boxes that overlap there, a fraction of the distance between centers. */
function asideOf(from: Box, to: Box, way: Way): number {
  const isLevel = way === 'left' || way === 'right';
  const [a, b] = isLevel
    ? [[from.top, from.bottom] as const, [to.top, to.bottom] as const]
    : [[from.left, from.right] as const, [to.left, to.right] as const];
  const gap = Math.max(0, b[0] - a[1], a[0] - b[1]);
  return gap + Math.abs(middle(...a) - middle(...b)) / 10;
}

function middle(low: number, high: number): number {
  return (low + high) / 2;
}
