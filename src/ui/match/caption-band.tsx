'use client';
import { clsx } from 'clsx';
import { useMemo } from 'react';
import type { AnyGameScreens } from '~/contract/screens';
import { formatDelta } from '~/kit/format';
import { MarkGlyph } from '~/kit/mark-glyph';
import type { NamedThings } from '~/kit/names';
import { useSeatNames } from '~/kit/seat-names';
import { Sentence } from '~/kit/sentence';
import type { Frame } from '~/live/protocol';
import type { Reel } from '../replay/reel';
import { leadersOf, movesBetween } from './standing';
import type { SaidLine } from './story-lines';

interface Props {
  screens: AnyGameScreens;
  reel: Reel<object> & { frames: readonly Frame[] };
  seats: readonly string[];
  /** The newest line at the shown instant. */
  line: SaidLine | null;
  at: number;
  names: NamedThings;
  opening: object;
}

/** The current event in a sentence, and its effect. Has a fixed height, so that nothing below moves. */
export function CaptionBand({ screens, reel, seats, line, at, names, opening }: Props) {
  const words = useConsequence({ screens, reel, seats, line, opening });
  const isNow = line !== null && line.seq === at;
  return (
    <section
      aria-label="What happens now"
      className="no-print flex h-15 items-center gap-3 overflow-hidden border-t bg-panel px-4 max-[899px]:h-22 sm:px-6"
    >
      {line === null ? (
        <p className="text-ink-2">The match begins.</p>
      ) : (
        <>
          <span className="shrink-0 max-[899px]:hidden">{line.mark ? <MarkGlyph kind={line.mark} size={16} /> : null}</span>
          <div className={clsx('min-w-0', !isNow && 'text-ink-2')}>
            <p className="line-clamp-2 font-medium leading-5 max-[899px]:text-small min-[900px]:line-clamp-1">
              <Sentence text={line.text} names={names} />
            </p>
            <p className="truncate text-ink-2 text-small">{words}</p>
          </div>
        </>
      )}
    </section>
  );
}

/** With more seats than this, they are not listed. */
const MOST_MOVED = 3;

/** The event's effect: from the game, or else which figures changed and who is ahead now. */
function useConsequence({ screens, reel, seats, line, opening }: Omit<Props, 'at' | 'names'>): string {
  const { nameOf } = useSeatNames();
  const { feed, match } = screens;
  return useMemo(() => {
    if (line === null) return '';
    const [before, after] = [reel.views[line.seq - 2], reel.views[line.seq - 1]];
    const event = reel.frames[line.seq - 1]?.event;
    if (!after || !event) return '';
    const own = feed.consequence?.(event, { view: after, opening, frames: reel.frames, at: line.seq }) ?? null;
    if (!before) return own ?? '';
    const moves = movesBetween(match.score, seats, [before, after]);
    const moved = moves.slice(0, MOST_MOVED).map(({ seat, by }) => `${nameOf(seat)} ${formatDelta(by)} ${match.score.unit}`.trim());
    const [lead] = leadersOf(match.score, seats, after);
    const isNew = lead !== undefined && !leadersOf(match.score, seats, before).includes(lead);
    return [own, moved.join(', '), isNew ? `${nameOf(lead)} takes the lead` : ''].filter(Boolean).join('. ');
  }, [line, reel, feed, match, seats, opening, nameOf]);
}
