'use client';
import { useCallback, useMemo, useState } from 'react';
import { Button } from '~/kit/button';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { LineChart, type LineSeries } from '~/kit/charts/line-chart';
import { formatFixed } from '~/kit/format';
import { Delta } from '~/kit/number';
import type { MatchCard } from '~/live/protocol';
import { Lighting } from '../match/lighting';
import { taskTitle } from '../match/match-head';
import { viewAt } from '../replay/reel';
import { CompareSide } from './compare-side';
import { partingRound } from './parting';
import { RoundControl } from './round-control';
import { endOfRound, lastRound } from './rounds';
import { policyOf, type Side } from './side';

/** Both matches at the end of the same round, and both curves in one chart. */
export function ComparePair({ left, right }: { left: Side; right: Side }) {
  const last = Math.max(lastRound(left.reel), lastRound(right.reel));
  const parting = partingRound(left, right);
  const [held, setHeld] = useState<number | null>(parting);
  const round = Math.min(held ?? last, last);
  const onRound = useCallback((wanted: number) => setHeld(wanted >= last ? null : Math.max(0, wanted)), [last]);
  const [a, b] = [scoreAt(left, round), scoreAt(right, round)];
  return (
    <Lighting>
      <main id="main" tabIndex={-1} className="pb-16 outline-none">
        <header className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 pt-5 pb-3 sm:px-6">
          <h1 className="font-semibold text-title">{openingTitle(left.card)}</h1>
          <p className="text-small">
            <span className="code">{policyOf(right.card)}</span> stands <Delta value={b - a} className="font-semibold" /> against{' '}
            <span className="code">{policyOf(left.card)}</span> {round >= last ? 'at the end' : `after round ${round}`}.
          </p>
          {parting === null ? null : (
            <p className="text-small">
              They are one match up to round <span className="num">{parting}</span>, which {left.card.origin ? 'the left' : 'the right'}{' '}
              branch plays anew.{' '}
              <Button size="small" look="quiet" onClick={() => onRound(parting)} aria-pressed={round === parting}>
                Where they part
              </Button>
            </p>
          )}
          {sameOpening(left.card, right.card) ? null : (
            <p className="basis-full text-amber text-small">
              These are different openings ({openingTitle(left.card)}; {openingTitle(right.card)}): the curves can be set side by side, the
              blocks cannot.
            </p>
          )}
        </header>
        <RoundControl round={round} last={last} onRound={onRound} />
        <div className="px-4 pt-4 sm:px-6">
          <Curves left={left} right={right} round={round} parting={parting} />
        </div>
        <div className="mt-4 grid gap-x-px gap-y-8 min-[1100px]:grid-cols-2">
          <CompareSide side={left} round={round} score={a} />
          <CompareSide side={right} round={round} score={b} />
        </div>
      </main>
    </Lighting>
  );
}

interface CurvesProps {
  left: Side;
  right: Side;
  round: number;
  parting: number | null;
}

function Curves({ left, right, round, parting }: CurvesProps) {
  const rounds = Math.max(left.card.rounds, right.card.rounds);
  const { measure } = right.parts;
  const series = useMemo(() => [curve(left, 'var(--ink-2)', true), curve(right, 'var(--lab-0)', false)], [left, right]);
  const rows = [left, right].flatMap((side) => pointsOf(side).map((point) => [side.card.id, policyOf(side.card), ...point.row]));
  return (
    <ChartFrame
      title={measure.title}
      note={`left dashed: ${policyOf(left.card)}; right solid: ${policyOf(right.card)}`}
      file={`compare-${left.card.id}-${right.card.id}`}
      table={{ columns: ['match', 'policy', ...measure.columns], rows }}
    >
      <LineChart
        series={series}
        xLabel="round"
        xDomain={[0, rounds]}
        marks={[
          ...(parting === null ? [] : [{ x: parting, colour: 'var(--ink-3)', label: `they part in round ${parting}` }]),
          { x: measure.xOf(round), colour: 'var(--accent)', label: `round ${round}` },
        ]}
        summary={series.map((one) => one.label).join('; ')}
      />
    </ChartFrame>
  );
}

function curve(side: Side, colour: string, dashed: boolean): LineSeries {
  const points = pointsOf(side);
  const end = points.at(-1);
  const figure = end ? `: ${formatFixed(end.y, side.parts.measure.decimals)}` : '';
  return { id: side.card.id, colour, dashed, points, label: `${policyOf(side.card)}${figure}` };
}

function pointsOf({ parts, reel, card }: Side) {
  return parts.measure.points(reel.views, card.seats);
}

function scoreAt({ parts, reel, card }: Side, round: number): number {
  const view = viewAt(reel, endOfRound(reel, round));
  return view ? parts.measure.at(view, round, card.seats) : 0;
}

function openingTitle(card: MatchCard): string {
  return `${taskTitle(card.task)}${card.seed === null ? '' : `, seed ${card.seed}`}`;
}

function sameOpening(a: MatchCard, b: MatchCard): boolean {
  return a.key === b.key && a.version === b.version && a.task === b.task && a.seed === b.seed;
}
