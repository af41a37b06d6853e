'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { type RefObject, type UIEvent, useEffect, useMemo, useRef, useState } from 'react';
import { MarkGlyph } from '../replay/mark-glyph';
import { type FeedLine, type FeedTopic, linesUntil } from './feed-lines';
import type { AnyMatchParts } from './match-parts';
import type { Thing } from './names';
import { Sentence } from './sentence';

interface Props {
  lines: readonly FeedLine[];
  at: number;
  names: ReadonlyMap<string, Thing>;
  /** Only a reader who follows a live match is read to. */
  following: boolean;
  /** By what the lines can be narrowed down. */
  topics: AnyMatchParts['topics'];
  onGo: (seq: number) => void;
}

/** What has happened until now, a sentence a fact, the newest last; as long as the match, drawn as far as it is seen. */
export function Feed({ lines, at, names, following, topics, onGo }: Props) {
  const [topic, setTopic] = useState<FeedTopic | 'all'>('all');
  const kept = useMemo(
    () => (topic === 'all' ? lines : lines.filter((line) => line.kind === 'round' || line.topic === topic)),
    [lines, topic],
  );
  const shown = linesUntil(kept, at);
  const newest = kept[shown - 1];
  return (
    <section aria-label="What happened" className="flex h-full min-h-0 min-w-0 flex-col">
      <h2 className="sr-only">What happened</h2>
      <div
        className={clsx(
          'flex h-[26px] shrink-0 items-stretch border-b px-2 text-micro max-[899px]:h-9 max-[899px]:overflow-x-auto max-[899px]:text-small',
          topics.length > 6 ? 'gap-0.5' : 'gap-1',
        )}
        role="toolbar"
        aria-label="Show"
      >
        {topics.map((one) => (
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
      <Lines lines={kept} shown={shown} names={names} onGo={onGo} />
      <p aria-live="polite" className="sr-only">
        {following && newest?.kind === 'said' ? newest.text : ''}
      </p>
    </section>
  );
}

type LinesProps = Pick<Props, 'lines' | 'names' | 'onGo'> & { shown: number };

function Lines({ lines, shown, names, onGo }: LinesProps) {
  const box = useRef<HTMLDivElement>(null);
  const stuck = useRef(true);
  const reader = useReader(stuck);
  const virtual = useVirtualizer({
    count: shown,
    getScrollElement: () => box.current,
    estimateSize: (place) => (lines[place]?.kind === 'round' ? 29 : 53),
    getItemKey: (place) => `${lines[place]?.kind}-${lines[place]?.seq}`,
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
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index];
          return line ? (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Line line={line} names={names} onGo={onGo} />
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}

/** Only a reader who scrolls up lets go of the newest line: many that come at once move the box by themselves. */
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

function Line({ line, names, onGo }: { line: FeedLine } & Pick<Props, 'names' | 'onGo'>) {
  if (line.kind === 'round')
    return <h3 className="num border-b bg-sunk px-3 pt-2 pb-1 font-semibold text-micro text-ink-2">Round {line.round}</h3>;
  return (
    <div className={clsx('group grid grid-cols-[14px_minmax(0,1fr)] gap-x-2 border-b border-line/60 px-3 py-1.5 text-small', tone(line))}>
      <span className="pt-[5px]">{line.mark ? <MarkGlyph kind={line.mark} /> : null}</span>
      <div className="min-w-0">
        <p className="break-words">
          <Sentence text={line.text} names={names} />{' '}
          <button
            type="button"
            onClick={() => onGo(line.seq)}
            className="code text-ink-2 hover:text-accent hover:underline"
            aria-label={`Go to event ${line.seq}, ${line.code}`}
          >
            {line.seq} {line.code}
          </button>
        </p>
      </div>
    </div>
  );
}

function tone(line: FeedLine): string {
  if (line.kind !== 'said') return '';
  if (line.topic === 'shock') return 'bg-amber-wash';
  return line.topic === 'refusal' ? 'bg-red-wash text-red' : '';
}
