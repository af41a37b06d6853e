'use client';
import { clsx } from 'clsx';
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { useWidth } from '~/kit/charts/use-width';
import { MarkGlyph } from '~/kit/mark-glyph';
import { roundStep } from '~/kit/round-step';
import type { Mark } from './marks';
import type { Ruler } from './ruler';

const NONE: readonly Titled[] = [];

interface Titled {
  seq: number;
  title: string;
}

interface Props {
  ruler: Ruler;
  marks: readonly Mark[];
  /** Their titles are shown above the marks if there is room. */
  chapters?: readonly Titled[];
  at: number;
  head: number;
  live: boolean;
  /** What happened at an instant, in a sentence. */
  tell: (seq: number) => string;
  onGo: (seq: number) => void;
}

/** The timeline: rounds along it, events as marks above, the present at its end. */
export function Scrubber({ ruler, marks, chapters = NONE, at, head, live, tell, onGo }: Props) {
  const track = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const seqUnder = (event: PointerEvent): number => {
    const box = track.current?.getBoundingClientRect();
    return box ? ruler.seqAt((event.clientX - box.left) / box.width) : at;
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Position in the match"
      aria-valuemin={1}
      aria-valuemax={Math.max(1, head)}
      aria-valuenow={at}
      aria-valuetext={`Round ${ruler.shown(ruler.roundOf(at))}, event ${at} of ${head}: ${tell(at)}`}
      className={clsx('relative h-12 flex-1 cursor-pointer touch-none select-none', chapters.length > 0 && 'min-[900px]:mt-4')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        onGo(seqUnder(event));
      }}
      onPointerMove={(event) => {
        const seq = seqUnder(event);
        setPointed(seq);
        if (event.buttons === 1) onGo(seq);
      }}
      onPointerLeave={() => setPointed(null)}
    >
      <div ref={track} className="absolute inset-x-2 inset-y-0">
        <Rounds ruler={ruler} />
        <Titles ruler={ruler} chapters={chapters} at={at} />
        <Marks ruler={ruler} marks={marks} at={at} />
        <Line ruler={ruler} at={at} head={head} live={live} />
        {pointed === null ? null : (
          <Bubble place={ruler.placeOf(pointed)} text={tell(pointed)} round={ruler.shown(ruler.roundOf(pointed))} seq={pointed} />
        )}
      </div>
    </div>
  );
}

/** A title is left out if it would overlap the previous one. */
function Titles({ ruler, chapters, at }: Required<Pick<Props, 'ruler' | 'chapters' | 'at'>>) {
  const [box, width] = useWidth<HTMLDivElement>();
  const shown = useMemo(() => withRoom(chapters, (seq) => ruler.placeOf(seq) * width, width), [chapters, ruler, width]);
  return (
    <div ref={box} aria-hidden className="absolute inset-x-0 -top-3.5 h-4 max-[899px]:hidden">
      {shown.map(({ seq, title }) => (
        <span
          key={seq}
          className={clsx('absolute whitespace-nowrap text-micro', seq > at ? 'text-ink-3' : 'text-ink-2')}
          style={{ left: percent(ruler.placeOf(seq)) }}
        >
          {title}
        </span>
      ))}
    </div>
  );
}

function Rounds({ ruler }: { ruler: Ruler }) {
  const step = roundStep(ruler.rounds);
  const rounds = Array.from({ length: Math.floor(ruler.rounds / step) + 1 }, (_, place) => place * step);
  return rounds.map((round) => (
    <div
      key={round}
      className="absolute top-6 h-6"
      style={{ left: percent(ruler.edgeOf(round)), width: percent(ruler.edgeOf(round + step) - ruler.edgeOf(round)) }}
    >
      <div className="h-2 w-px bg-line-strong" />
      <div className="num pl-0.5 text-ink-2 text-micro leading-4">
        <RoundName round={round} ruler={ruler} />
      </div>
    </div>
  ));
}

/** Up to this many rounds, there is room for a word next to the first number. */
const ROUNDS_WITH_ROOM = 8;

function RoundName({ round, ruler: { rounds, shown } }: { round: number; ruler: Ruler }) {
  if (round === rounds) return <span className="max-[1199px]:hidden">end</span>;
  return (
    <>
      {round === 0 && rounds <= ROUNDS_WITH_ROOM ? <span className="max-[1199px]:hidden">round </span> : null}
      {shown(round)}
    </>
  );
}

function Marks({ ruler, marks, at }: { ruler: Ruler; marks: readonly Mark[]; at: number }) {
  const placed = useMemo(() => marks.map((mark) => ({ ...mark, place: ruler.placeOf(mark.seq) })), [marks, ruler]);
  return placed.map((mark) => (
    <div
      key={mark.seq}
      className={clsx('absolute top-1.5 -translate-x-1/2', mark.seq > at && 'opacity-45')}
      style={{ left: percent(mark.place) }}
    >
      <MarkGlyph kind={mark.kind} size={mark.kind === 'shock' ? 12 : 10} />
    </div>
  ));
}

function Line({ ruler, at, head, live }: { ruler: Ruler; at: number; head: number; live: boolean }) {
  const [here, now] = [percent(ruler.placeOf(at)), percent(ruler.placeOf(head))];
  return (
    <>
      <div className="absolute top-[23px] h-0.5 w-full bg-line" />
      <div className="absolute top-[23px] h-0.5 bg-line-strong" style={{ width: now }} />
      <div className="absolute top-[23px] h-0.5 bg-accent" style={{ width: here }} />
      {live ? <div className="absolute top-[19px] h-2.5 w-0.5 -translate-x-1/2 bg-accent" style={{ left: now }} /> : null}
      <div
        className="absolute top-[17px] size-3.5 -translate-x-1/2 rounded-full border-2 border-panel bg-accent ring-1 ring-accent"
        style={{ left: here }}
      />
    </>
  );
}

function Bubble({ place, text, round, seq }: { place: number; text: string; round: number; seq: number }) {
  const side = place < 0.3 ? '' : place > 0.7 ? '-translate-x-full' : '-translate-x-1/2';
  return (
    <div
      className={clsx(
        'pointer-events-none absolute top-11 z-30 w-max max-w-72 rounded-md border border-line-strong bg-panel px-2 py-1 text-small shadow-[0_4px_16px_var(--shade)]',
        side,
      )}
      style={{ left: percent(place) }}
    >
      <span className="num text-ink-2 text-micro">
        round {round} · event {seq}
      </span>
      <span className="line-clamp-3 block">{text}</span>
    </div>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 1e5) / 1000}%`;
}

/** Approximate width of a letter in the smallest size, in pixels. */
const LETTER = 6;
const GAP = 14;

/** Titles that fit side by side on a line of `width` pixels; earlier ones first. */
export function withRoom<T extends { title: string; seq: number }>(
  chapters: readonly T[],
  placeOf: (seq: number) => number,
  width: number,
): T[] {
  const shown: T[] = [];
  let end = 0;
  for (const chapter of chapters) {
    const start = placeOf(chapter.seq);
    const room = chapter.title.length * LETTER;
    if (start < end || start + room > width) continue;
    shown.push(chapter);
    end = start + room + GAP;
  }
  return shown;
}
