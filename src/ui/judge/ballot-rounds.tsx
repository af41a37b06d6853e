'use client';
import type { PanelAnswer } from '~/api/judge/types';
import { roundShown } from '~/games/screens';
import { Badge } from '~/kit/badge';
import { formatFixed } from '~/kit/format';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import { Empty } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import { isLive } from '../matches/card-labels';
import { BallotForm } from './ballot-form';
import { type BallotRound, pitchesLabel } from './ballot-labels';
import { Rubric } from './rubric';

interface Props {
  panel: PanelAnswer;
  ballot: readonly BallotRound[];
  /** A text with names instead of ids, for a round whose names the judge has seen. */
  named: (text: string) => string;
  onAnswer: (answer: PanelAnswer) => void;
}

/** A judge's ballot: each pitch round, anonymous until the judge opens it. */
export function BallotRounds({ panel, ballot, named, onAnswer }: Props) {
  if (ballot.length === 0) {
    return (
      <Section title="Your ballot">
        {isLive(panel.card) ? (
          <Empty title="There is nothing to judge yet.">
            Pitches appear here when a round with pitches is over. Come back to this page: this browser keeps your place.
          </Empty>
        ) : (
          <Empty title="Nobody pitched in this match.">There is nothing to judge.</Empty>
        )}
      </Section>
    );
  }
  return (
    <div className="space-y-10">
      {ballot.some((round) => round.opened === null) ? <Rubric panel={panel} /> : null}
      {ballot.map((round) => (
        <Section
          key={round.round}
          title={`Round ${roundShown(panel.card.key, round.round)}: ${pitchesLabel(round.pitches.length)}`}
          note={
            round.opened
              ? 'You have seen the names, so your marks are final.'
              : 'Names of labs and players, and the ids of jobs and blocks, are replaced by words in brackets. Each judge gets different letters and a different order.'
          }
          aside={<RoundState round={round} closed={panel.closed} />}
        >
          {round.opened ? (
            <OpenedRound round={round} number={roundShown(panel.card.key, round.round)} opened={round.opened} named={named} />
          ) : (
            <BallotForm panel={panel} round={round} onAnswer={onAnswer} />
          )}
        </Section>
      ))}
    </div>
  );
}

function RoundState({ round, closed }: { round: BallotRound; closed: boolean }) {
  if (closed && !round.given) return <Badge>Not marked</Badge>;
  if (round.opened) return <Badge>Names shown</Badge>;
  return round.given ? <Badge tone="accent">Marks given</Badge> : <Badge tone="amber">Not marked yet</Badge>;
}

type Opened = NonNullable<BallotRound['opened']>[number];

/** A round with names: who said what, and everyone's marks. */
function OpenedRound({
  round,
  number,
  opened,
  named,
}: {
  round: BallotRound;
  number: number;
  opened: readonly Opened[];
  named: Props['named'];
}) {
  const mine = new Map(round.pitches.map(({ letter, marks }) => [letter, marks?.overall ?? null]));
  const columns: Column<Opened>[] = [
    { key: 'letter', head: 'Pitch', cell: ({ letter }) => <span className="font-semibold">{letter}</span> },
    {
      key: 'lab',
      head: 'Lab',
      cell: ({ labId, player }) => (
        <span className="inline-flex flex-wrap items-baseline gap-x-2">
          <SeatChip seat={labId} named />
          <span className="text-ink-2">{player}</span>
        </span>
      ),
    },
    { key: 'mine', head: 'You', align: 'right', cell: ({ letter }) => mine.get(letter) ?? '–' },
    { key: 'all', head: 'All judges', align: 'right', cell: ({ overall }) => (overall.length === 0 ? '–' : overall.join(' ')) },
    { key: 'rule', head: 'Rule judge', align: 'right', cell: ({ ruleScore }) => formatFixed(ruleScore, 2) },
    {
      key: 'text',
      head: 'What it said',
      className: 'min-w-64',
      cell: ({ text }) => <span className="whitespace-pre-wrap break-words">{named(text)}</span>,
    },
  ];
  return (
    <Table
      caption={`Round ${number}: pitches with their labs, overall marks and the rule judge’s scores`}
      columns={columns}
      rows={opened}
      rowKey={({ letter }) => letter}
    />
  );
}
