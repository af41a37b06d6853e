'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { type ReactNode, type RefObject, type UIEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { AnyGameScreens } from '~/contract/screens';
import { MarkGlyph } from '~/kit/mark-glyph';
import type { NamedThings } from '~/kit/names';
import { Sentence } from '~/kit/sentence';
import { type FeedLine, linesUntil } from './feed-lines';
import { InstantLink } from './instant-link';

interface Props {
  lines: readonly FeedLine[];
  at: number;
  names: NamedThings;
  /** Topics to filter by. */
  topics: AnyGameScreens['feed']['topics'];
  onGo: (seq: number) => void;
}

/** Every described event so far, with number and code, newest last. */
export function Feed({ lines, at, names, topics, onGo }: Props) {
  const [topic, setTopic] = useState('all');
  const kept = useMemo(
    () => (topic === 'all' ? lines : lines.filter((line) => line.kind === 'round' || line.topic === topic)),
    [lines, topic],
  );
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-col">
      <div
        className="flex h-7 shrink-0 items-stretch gap-1 overflow-x-auto border-b px-2 text-micro max-[899px]:h-9 max-[899px]:text-small"
        role="toolbar"
        aria-label="Show"
      >
        {[{ topic: 'all', name: 'all' }, ...topics.filter((one) => one.topic !== 'all')].map((one) => (
          <button
            key={one.topic}
            type="button"
            aria-pressed={topic === one.topic}
            onClick={() => setTopic(one.topic)}
            className={clsx(
              'px-1 outline-offset-[-2px]',
              topic === one.topic ? 'font-semibold text-ink underline underline-offset-4' : 'text-ink-2 hover:text-ink',
            )}
          >
            {one.name}
          </button>
        ))}
      </div>
      <Rolling
        items={kept}
        shown={linesUntil(kept, at)}
        draw={(line) => (line.kind === 'round' ? <RoundHead round={line.round} /> : <Line line={line} names={names} onGo={onGo} />)}
      />
    </div>
  );
}

interface RollingProps<Item> {
  items: readonly Item[];
  /** Number of items shown. */
  shown: number;
  draw: (item: Item) => ReactNode;
}

/** A virtual list of any length. Stays at its newest item until the reader scrolls up. */
export function Rolling<Item extends { kind: string; seq: number }>({ items, shown, draw }: RollingProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const stuck = useRef(true);
  const reader = useReader(stuck);
  const virtual = useVirtualizer({
    count: shown,
    getScrollElement: () => box.current,
    estimateSize: (place) => (items[place]?.kind === 'round' ? 29 : 53),
    getItemKey: (place) => `${items[place]?.kind}-${items[place]?.seq}`,
    overscan: 12,
  });
  useEffect(() => {
    if (stuck.current && shown > 0) virtual.scrollToIndex(shown - 1, { align: 'end' });
  }, [shown, virtual]);
  return (
    <div
      ref={box}
      role="log"
      aria-live="off"
      aria-label="Feed"
      data-scrolls
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain outline-offset-[-2px] [overflow-anchor:none]"
      {...reader}
    >
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((place) => {
          const item = items[place.index];
          return item ? (
            <div
              key={place.key}
              ref={virtual.measureElement}
              data-index={place.index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${place.start}px)` }}
            >
              {draw(item)}
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}

/** Only scrolling up by the reader unpins the newest line; many new lines also move the box. */
function useReader(stuck: RefObject<boolean>) {
  const byHand = useRef(false);
  const last = useRef(0);
  const touch = () => {
    byHand.current = true;
  };
  return {
    onWheel: touch,
    onTouchMove: touch,
    onPointerDown: touch,
    onKeyDown: touch,
    onScroll: ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
      const isUp = scrollTop < last.current;
      last.current = scrollTop;
      if (scrollHeight - scrollTop - clientHeight < 60) {
        stuck.current = true;
        byHand.current = false;
      } else if (isUp && byHand.current) stuck.current = false;
    },
  };
}

export function RoundHead({ round }: { round: number }) {
  return <h3 className="num border-b bg-sunk px-3 pt-2 pb-1 font-semibold text-micro text-ink-2">Round {round}</h3>;
}

function Line({ line, names, onGo }: { line: Extract<FeedLine, { kind: 'said' }> } & Pick<Props, 'names' | 'onGo'>) {
  return (
    <div className={clsx('grid grid-cols-[14px_minmax(0,1fr)] gap-x-2 border-b border-line/60 px-3 py-1.5 text-small', toneOf(line))}>
      <span className="pt-[5px]">{line.mark ? <MarkGlyph kind={line.mark} /> : null}</span>
      <div className="min-w-0">
        <p className="break-words">
          <Sentence text={line.text} names={names} />{' '}
          <InstantLink seq={line.seq} onGo={onGo} name={`Go to event ${line.seq}, ${line.code}`} className="code text-ink-2">
            {line.seq} {line.code}
          </InstantLink>
        </p>
      </div>
    </div>
  );
}

/** Shocks are amber, a breach is red; refusals are gray because they are unimportant. */
export function toneOf(line: Extract<FeedLine, { kind: 'said' }>): string {
  if (line.mark === 'shock' || line.topic === 'shock') return 'bg-amber-wash';
  if (line.mark === 'breach') return 'bg-red-wash text-red';
  return line.topic === 'refusal' ? 'text-ink-2' : '';
}
