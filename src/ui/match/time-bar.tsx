'use client';
import { Button } from '~/kit/button';
import { HelpSign } from '~/kit/signs';
import type { Mark } from '../replay/marks';
import type { Ruler } from '../replay/ruler';
import { Scrubber } from '../replay/scrubber';
import { CopyInstant, PaceSelect, TransportButtons, Whereabouts } from '../replay/transport';
import type { Cursor } from '../replay/use-cursor';
import type { Chapter } from './chapters';

interface Props {
  cursor: Cursor;
  ruler: Ruler;
  marks: readonly Mark[];
  chapters: readonly Chapter[];
  head: number;
  over: boolean;
  tell: (seq: number) => string;
  onGo: (seq: number) => void;
  onHelp: () => void;
}

/** Time controls: play, pace, instant, chapters, and back to the present. */
export function TimeBar({ cursor, ruler, marks, chapters, head, over, tell, onGo, onHelp }: Props) {
  return (
    <div className="no-print flex flex-wrap items-center gap-x-3 border-t px-4 py-1 max-[899px]:gap-x-1 sm:px-6">
      <TransportButtons cursor={cursor} over={over} />
      <PaceSelect cursor={cursor} />
      <div className="flex min-w-0 flex-1 basis-60 max-[899px]:order-first max-[899px]:basis-full">
        <Scrubber {...{ ruler, marks, chapters, head, tell, onGo }} at={cursor.at} live={!over} />
      </div>
      {chapters.length > 0 ? <ChapterSelect chapters={chapters} at={cursor.at} onGo={onGo} /> : null}
      <Whereabouts cursor={cursor} head={head} over={over} />
      <div className="max-[899px]:order-1 max-[899px]:hidden">
        <CopyInstant cursor={cursor} />
      </div>
      <Button
        look="quiet"
        size="icon"
        className="max-[899px]:hidden"
        aria-label="Keys and marks"
        title="Keys and marks (?)"
        onClick={onHelp}
      >
        <HelpSign size={16} aria-hidden />
      </Button>
    </div>
  );
}

interface ChapterProps {
  chapters: readonly Chapter[];
  at: number;
  onGo: (seq: number) => void;
}

/** Chapters for keyboard, touch and narrow screens, on which the timeline has no room for titles. */
function ChapterSelect({ chapters, at, onGo }: ChapterProps) {
  const here = chapters.findLast(({ seq }) => seq <= at);
  return (
    <select
      aria-label="Go to chapter"
      className="h-8 w-32 truncate min-[1280px]:w-56 max-[899px]:ml-auto max-[899px]:w-28 rounded-md border border-transparent bg-transparent px-1 text-ink-2 text-small hover:bg-sunk hover:text-ink"
      value={here?.seq ?? ''}
      onChange={(event) => onGo(Number(event.target.value))}
    >
      {here === undefined ? <option value="">Chapters</option> : null}
      {chapters.map(({ seq, round, title }) => (
        <option key={seq} value={seq}>
          {`${round}: ${title}`}
        </option>
      ))}
    </select>
  );
}
