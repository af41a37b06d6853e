'use client';

import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { StruckShock, Thing } from '~/contract/shown';
import { naming } from '~/kit/lighting';
import { MarkGlyph } from '~/kit/mark-glyph';
import { SeatChip } from '~/kit/seat-chip';
import type { Brick, FloorPlan, RowPlace } from './floor-plan';
import { labStyle } from './lab-names';

/** A narrow column between the labs and the rounds: offers, coalitions. */
export interface FloorSide {
  title: string;
  width: number;
  content: ReactNode;
}

/** The thing whose offers are drawn: the hovered one, or else the selected one. */
export function usePointed(selected: Thing | null) {
  const [pointed, setPointed] = useState<Thing | null>(null);
  const onPoint = useCallback((thing: Thing | null) => {
    setPointed((before) => (before?.kind === thing?.kind && before?.id === thing?.id ? before : thing));
  }, []);
  return { thing: pointed ?? selected, onPoint };
}

interface Props {
  /** Called when a lab or a block is hovered or focused; null: nothing on this floor any more. */
  onPoint: (thing: Thing | null) => void;
  plan: FloorPlan<Brick>;
  narrow: boolean;
  /** The label of a row's lab; on a narrow floor only its chip. */
  lab: (labId: string) => ReactNode;
  sides: readonly FloorSide[];
  clock: { round_index: number; finished: boolean; shocks: Parameters<typeof RoundHeads>[0]['shocks'] };
  /** What is drawn over the rounds: bars, flags. */
  children: ReactNode;
}

const HEAD = 26;
/** About how many rows fit in a window; the rounds are numbered again after that many. */
const ROWS_A_WINDOW = 8;

/** The floor's frame: labs down, rounds across, narrow columns between; its rows slide as holdings change. */
export function FloorFrame({ plan, narrow, lab, sides, clock, onPoint, children }: Props) {
  const { height } = plan;
  const again = useMemo(() => plan.rows.filter((_, place) => place > 0 && place % ROWS_A_WINDOW === 0).map((row) => row.top), [plan.rows]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => showRound(box.current, clock.round_index / plan.columns), [clock.round_index, plan.columns]);
  const point = ({ target }: { target: EventTarget }) => {
    const thing = target instanceof Element ? thingUnder(target) : null;
    if (thing) onPoint(thing); // the hovered thing is kept until another is hovered, so that the pointer can move to its arcs
  };
  return (
    // A group, not a landmark: two floors can stand side by side.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div
      role="group"
      aria-label="Capacity by lab and round"
      className="relative flex min-w-0 border-y bg-panel"
      onPointerOver={point}
      onFocus={point}
      onPointerLeave={() => onPoint(null)}
    >
      <div className={narrow ? 'w-9 shrink-0' : 'w-56 shrink-0'} style={{ height: height + HEAD }}>
        <div className="flex items-end px-2 pb-1 text-ink-2 text-micro" style={{ height: HEAD }}>
          {narrow ? '' : 'lab'}
        </div>
        <div className="relative" style={{ height }}>
          {plan.rows.map((row) => (
            <RowBox key={row.labId} row={row}>
              {narrow ? <NarrowLab labId={row.labId} /> : lab(row.labId)}
            </RowBox>
          ))}
        </div>
      </div>
      {sides.map((side) => (
        <div key={side.title} className="shrink-0 border-l" style={{ width: side.width }}>
          <div className="flex items-end px-1 pb-1 text-ink-2 text-micro" style={{ height: HEAD }}>
            {side.title}
          </div>
          {side.content}
        </div>
      ))}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form */}
      <div
        ref={box}
        role="group"
        aria-label="Blocks"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: where there is little room this box scrolls sideways
        tabIndex={0}
        data-scrolls
        className="min-w-0 flex-1 overflow-x-auto border-l"
      >
        <div className="relative" style={{ minWidth: plan.columns * 46, height: height + HEAD }}>
          <RoundHeads
            shocks={clock.shocks}
            here={clock.finished ? null : clock.round_index}
            columns={plan.columns}
            height={height + HEAD}
            head={HEAD}
            again={again}
          />
          <div className="absolute inset-x-0" style={{ top: HEAD, height }}>
            {plan.rows.map((row) => (
              <RowBox key={row.labId} row={row} />
            ))}
            {children}
          </div>
        </div>
      </div>
    </div>
  );
}

function thingUnder(target: Element): Thing | null {
  const [, kind, id] = /^(seat|block):(\S+)/.exec(target.closest('[data-is]')?.getAttribute('data-is') ?? '') ?? [];
  return kind === undefined || id === undefined ? null : { kind, id };
}

/** Where the floor is wider than its box, scrolls to the present round; over a long distance, without animation. */
function showRound(box: HTMLElement | null, share: number): void {
  if (!box || box.scrollWidth <= box.clientWidth) return;
  const left = share * box.scrollWidth - box.clientWidth / 3;
  const isFar = Math.abs(left - box.scrollLeft) > box.clientWidth;
  box.scrollTo({ left, behavior: isFar ? 'instant' : 'smooth' });
}

function RowBox({ row, children }: { row: RowPlace; children?: ReactNode }) {
  return (
    <div className="slides absolute inset-x-0 top-0 border-t" style={{ transform: `translateY(${row.top}px)` }}>
      {children}
    </div>
  );
}

function NarrowLab({ labId }: { labId: string }) {
  return (
    <div className="grid place-items-center pt-1.5" style={labStyle(labId)} {...naming('seat', labId)}>
      <SeatChip seat={labId} size="normal" />
    </div>
  );
}

interface RoundHeadsProps {
  shocks: readonly Pick<StruckShock, 'round_index' | 'kind'>[];
  /** The present round; null once the match is over. */
  here: number | null;
  columns: number;
  height: number;
  head: number;
  /** Where the numbers are repeated, on a floor taller than a window. */
  again?: readonly number[];
}

const NOWHERE: readonly number[] = [];

/** The rounds along the top; the present one as a band through the floor, shocks as amber lines where they struck. */
const RoundHeads = memo(function RoundHeads({ shocks, here, columns, height, head, again = NOWHERE }: RoundHeadsProps) {
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

/** The sentence about it has ids, and is in the record. */
function shockWords({ kind }: Pick<StruckShock, 'kind'>): string {
  return `Shock: ${kind.replaceAll('_', ' ')}`;
}

function Head({ round, isHere, height, shocks }: { round: number; isHere: boolean; height: number; shocks: RoundHeadsProps['shocks'] }) {
  return (
    <>
      {shocks.length > 0 ? <div className="absolute inset-y-0 left-0 w-0.5 bg-amber-fill" /> : null}
      <div className="relative flex items-end gap-1 px-1.5 pb-1 text-micro" style={{ height }}>
        <span className={isHere ? 'num font-semibold text-accent' : 'num text-ink-2'}>{round}</span>
        {shocks.map((shock, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two of a kind may strike in a round, and the list only grows
          <span key={place} title={shockWords(shock)} className="mb-0.5">
            <MarkGlyph kind="shock" size={11} />
            <span className="sr-only">{shockWords(shock)}</span>
          </span>
        ))}
      </div>
    </>
  );
}
