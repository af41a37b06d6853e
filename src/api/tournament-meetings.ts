import { inOrderOfScore, type MeetingOutcome, outcomesByStage } from '~/tournament/formats/outcome';
import { meetingText } from '~/tournament/formats/situation';
import { isOpen } from '~/tournament/open-fixtures';
import type { FixtureRecord, TournamentRecord } from '~/tournament/tournament';
import type { MeetingCard } from './tournament-words';

/** Who met whom, stage by stage, and how it stands; null policies, which play beside, meet nobody. */
export function meetingsOf(
  { entrants, stages }: Pick<TournamentRecord, 'entrants' | 'stages'>,
  known: readonly FixtureRecord[],
): MeetingCard[] {
  const nulls = new Set(entrants.filter(({ isNull }) => isNull).map(({ name }) => name));
  const fixtures = known.filter(({ meeting }) => !nulls.has(meeting)).sort((a, b) => a.order - b.order);
  const open = new Set(fixtures.filter(isOpen).map(placeOf));
  return outcomesByStage({ fixtures, stage: stages }).flatMap((outcomes, stage) =>
    outcomes.map((outcome) => meetingCard(outcome, { stage, ended: !open.has(placeOf({ stage, meeting: meetingText(outcome.names) })) })),
  );
}

function placeOf({ stage, meeting }: Pick<FixtureRecord, 'stage' | 'meeting'>): string {
  return `${stage} ${meeting}`;
}

function meetingCard(outcome: MeetingOutcome, { stage, ended }: { stage: number; ended: boolean }): MeetingCard {
  const { names, scores } = outcome;
  const [best] = inOrderOfScore(outcome);
  return {
    stage,
    sides: names.map((name) => ({ entrant: name, score: scores.get(name) ?? 0 })),
    ended,
    winner: ended && names.length > 1 ? (best ?? null) : null,
  };
}
