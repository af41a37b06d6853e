'use client';
import type { PanelAnswer } from '~/api/judge-words';
import { Badge } from '~/kit/badge';
import { Section } from '~/kit/panel';
import { Empty } from '~/kit/states';
import { isLive } from '../matches/card-words';
import { BallotForm } from './ballot-form';
import { type BallotRound, pitchesInWords } from './ballot-words';
import { OpenedRound } from './opened-round';
import { Rubric } from './rubric';

interface Props {
  panel: PanelAnswer;
  ballot: readonly BallotRound[];
  onAnswer: (answer: PanelAnswer) => void;
}

/** A judge's ballot: each pitch round, blind until the judge opens it. */
export function BallotRounds({ panel, ballot, onAnswer }: Props) {
  if (ballot.length === 0) {
    return (
      <Section title="Your ballot">
        {isLive(panel.card) ? (
          <Empty title="There is nothing to judge yet.">
            Pitches appear here as soon as a pitch round of this match is over. Come back to this page: this browser keeps your place.
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
          title={`Round ${round.round}: ${pitchesInWords(round.pitches.length)}`}
          note={
            round.opened
              ? 'You have seen the names: your marks stand.'
              : 'Names of labs and players, and the ids of jobs and blocks, are replaced by words in brackets. Letters and order are yours alone.'
          }
          aside={<RoundState round={round} closed={panel.closed} />}
        >
          {round.opened ? (
            <OpenedRound round={round} opened={round.opened} />
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
  return round.given ? <Badge tone="accent">Marks given</Badge> : <Badge tone="amber">Waits for you</Badge>;
}
