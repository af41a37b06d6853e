'use client';
import { useEffect, useRef, useState } from 'react';
import type { Thought } from './thought-stream';
import { formatDuration } from './turn-words';

/** A reply as it is written; its newest words stay in sight, its box keeps its size. */
export function LiveThought({ thought }: { thought: Thought }) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new piece scrolls
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [thought.text]);
  return (
    <div>
      <p className="flex items-center gap-2 text-small">
        <ThinkingDot />
        <span className="font-medium">Thinking</span>
        <span className="num text-ink-2">
          round {thought.round}, <Elapsed since={thought.since} />
        </span>
      </p>
      <section
        ref={box}
        aria-label="What is being written"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        data-scrolls
        className="mt-1 h-32 overflow-y-auto rounded-md border bg-sunk px-2.5 py-1.5"
      >
        <pre className="code whitespace-pre-wrap break-words text-small">
          {thought.text}
          <span
            aria-hidden
            className="ml-px inline-block h-3 w-1.5 bg-accent align-[-1px] motion-safe:animate-[shimmer_600ms_ease-in-out_infinite_alternate]"
          />
        </pre>
      </section>
    </div>
  );
}

export function ThinkingDot() {
  return (
    <span
      aria-hidden
      className="size-2 shrink-0 rounded-full bg-accent motion-safe:animate-[shimmer_600ms_ease-in-out_infinite_alternate]"
    />
  );
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 200);
    return () => clearInterval(timer);
  }, []);
  return <>{formatDuration(Math.max(0, now - since))}</>;
}
