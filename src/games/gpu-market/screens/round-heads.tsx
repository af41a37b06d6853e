import { memo } from 'react';
import type { StruckShock } from '~/contract/shown';
import { MarkGlyph } from '~/kit/mark-glyph';

interface Props {
  shocks: readonly Pick<StruckShock, 'round_index' | 'kind' | 'text'>[];
  /** The present round; null once the match is over. */
  here: number | null;
  columns: number;
  height: number;
  head: number;
  /** Where the numbers stand again, on a floor higher than a window. */
  again?: readonly number[];
}

const NOWHERE: readonly number[] = [];

/** The rounds along the top; the present one as a band through the floor, shocks as amber lines where they struck. */
export const RoundHeads = memo(function RoundHeads({ shocks, here, columns, height, head, again = NOWHERE }: Props) {
  const rounds = Array.from({ length: columns }, (_, round) => round);
  return rounds.map((round) => (
    <div key={round} className="absolute top-0" style={{ left: `${(round / columns) * 100}%`, width: `${100 / columns}%`, height }}>
      <div className={round === here ? 'absolute inset-0 bg-accent-wash' : 'absolute inset-y-0 left-0 w-px bg-line'} />
      {again.map((top) => (
        <span
          key={top}
          aria-hidden
          className="num absolute left-0.5 z-10 rounded-sm bg-panel px-1 text-ink-2 text-micro leading-3"
          style={{ top: head + top - 6 }}
        >
          {round}
        </span>
      ))}
      <Head round={round} isHere={round === here} height={head} shocks={shocks.filter((shock) => shock.round_index === round)} />
    </div>
  ));
});

function Head({ round, isHere, height, shocks }: { round: number; isHere: boolean; height: number; shocks: Props['shocks'] }) {
  return (
    <>
      {shocks.length > 0 ? <div className="absolute inset-y-0 left-0 w-0.5 bg-amber-fill" /> : null}
      <div className="relative flex items-end gap-1 px-1.5 pb-1 text-micro" style={{ height }}>
        <span className={isHere ? 'num font-semibold text-accent' : 'num text-ink-2'}>{round}</span>
        {shocks.map((shock) => (
          <span key={shock.kind} title={shock.text} className="mb-0.5">
            <MarkGlyph kind="shock" size={11} />
            <span className="sr-only">{shock.text}</span>
          </span>
        ))}
      </div>
    </>
  );
}
