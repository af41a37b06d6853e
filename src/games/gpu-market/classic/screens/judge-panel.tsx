'use client';
import { memo, type ReactNode } from 'react';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { LineChart } from '~/kit/charts/line-chart';
import { formatNumber } from '~/kit/format';
import { Delta, Private } from '~/kit/number';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import { CLASSIC_LABS, labColor } from '../../screens/lab-names';
import { PitchRow } from '../../screens/pitch-row';
import type { JudgeDecision } from '../../types';
import type { MarketView } from '../../view';

interface Props {
  view: MarketView;
  matchId: string;
  /** The lab whose score is highlighted. */
  controlled: string;
}

/** The judge's table: every round's pitches with scores, the winner and why, and the controlled lab's scores over time. */
export const JudgePanel = memo(function JudgePanel({ view, matchId, controlled }: Props) {
  if (view.judge_mode === 'off') return null;
  const rounds = [...view.verdicts].reverse();
  return (
    <Section
      title="Pitches before the judge"
      note="Each round's pitches, scored from 0 to 1. The winner is marked, and the newest round is on top."
    >
      {rounds.length === 0 ? (
        <p className="text-ink-2 text-small">
          {view.finished
            ? 'Nobody pitched in this match.'
            : `Nobody has pitched yet. The judge hears all labs in the first round in which ${CLASSIC_LABS.nameOf(controlled)} pitches.`}
        </p>
      ) : (
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <ol className="order-2 flex flex-col lg:order-1">
            {rounds.map((decision, place) => (
              <li key={decision.round_index} className="border-b last:border-0">
                <Verdict decision={decision} controlled={controlled} newest={place === 0} />
              </li>
            ))}
          </ol>
          <Contest view={view} matchId={matchId} controlled={controlled} />
        </div>
      )}
    </Section>
  );
}, sameVerdicts);

function sameVerdicts(a: Props, b: Props): boolean {
  return a.view.verdicts === b.view.verdicts && a.view.finished === b.view.finished;
}

interface VerdictProps {
  decision: JudgeDecision;
  controlled: string;
  newest: boolean;
}

function Verdict({ decision, controlled, newest }: VerdictProps) {
  return (
    <details open={newest} className="py-2">
      <summary className="text-small">
        <span className="num mr-3 font-semibold">Round {decision.round_index}</span>
        <SeatChip seat={decision.winner_lab_id} named /> won; bonus for {CLASSIC_LABS.nameOf(controlled)}{' '}
        {decision.bonus === null ? <Private what="The bonus" /> : <Delta value={decision.bonus} tone="value" />}
      </summary>
      <p className="max-w-prose py-2 text-ink-2 text-small">{decision.reason}</p>
      <ul className="flex flex-col gap-2">
        {decision.pitches.map((pitch) => (
          <li key={pitch.lab_id}>
            <PitchRow pitch={pitch} won={pitch.lab_id === decision.winner_lab_id} columns="sm:grid-cols-[4.5rem_11rem_minmax(0,1fr)]">
              <p className="break-words">{pitchWords(pitch.pitch)}</p>
              <p className="text-ink-2">{pitch.reason}</p>
            </PitchRow>
          </li>
        ))}
      </ul>
    </details>
  );
}

function pitchWords(text: string | null): ReactNode {
  if (text === null) return <span className="text-ink-2">said to one lab only: private until the match ends</span>;
  return text ? `“${text}”` : <span className="text-ink-2">made no pitch</span>;
}

/** The controlled lab's score and the best of the others, one point per judged round. */
function Contest({ view, matchId, controlled }: Props) {
  const points = view.verdicts.map((decision) => ({
    round: decision.round_index,
    own: decision.pitches.find((pitch) => pitch.lab_id === controlled)?.score ?? 0,
    best: Math.max(0, ...decision.pitches.filter((pitch) => pitch.lab_id !== controlled).map((pitch) => pitch.score)),
  }));
  const series = [
    {
      id: 'own',
      label: CLASSIC_LABS.nameOf(controlled),
      colour: labColor(controlled),
      points: points.map((point) => ({ x: point.round, y: point.own })),
    },
    {
      id: 'best',
      label: 'best other',
      colour: 'var(--ink-2)',
      dashed: true,
      points: points.map((point) => ({ x: point.round, y: point.best })),
    },
  ];
  const last = points.at(-1);
  return (
    <ChartFrame
      className="order-1 lg:order-2"
      title={`${CLASSIC_LABS.nameOf(controlled)} against the best other`}
      note="The judge's score, 0 to 1, in each judged round."
      file={`${matchId}-pitches`}
      table={{ columns: ['round', controlled, 'best other'], rows: points.map((point) => [point.round, point.own, point.best]) }}
    >
      <LineChart
        series={series}
        xLabel="round"
        xDomain={[0, view.max_rounds]}
        yDomain={[0, 1]}
        summary={
          last
            ? `In round ${last.round}: ${CLASSIC_LABS.nameOf(controlled)} ${formatNumber(last.own)}, best other ${formatNumber(last.best)}`
            : 'No round judged yet'
        }
      />
    </ChartFrame>
  );
}
