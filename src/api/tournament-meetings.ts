import { inOrderOfScore, type MeetingOutcome, outcomesByStage } from '~/tournament/formats/outcome';
import type { FixtureRecord, TournamentRecord } from '~/tournament/tournament';
import type { MeetingCard } from './tournament-words';

/** Who met whom, stage by stage, and how it ended; null policies, which play beside, meet nobody. */
export function meetingsOf(
  { entrants, stages }: Pick<TournamentRecord, 'entrants' | 'stages'>,
  known: readonly FixtureRecord[],
): MeetingCard[] {
  const nulls = new Set(entrants.filter(({ isNull }) => isNull).map(({ name }) => name));
  const fixtures = known.filter(({ meeting }) => !nulls.has(meeting)).sort((a, b) => a.order - b.order);
  return outcomesByStage({ fixtures, stage: stages }).flatMap((outcomes, stage) => outcomes.map((outcome) => meetingCard(stage, outcome)));
}

function meetingCard(stage: number, outcome: MeetingOutcome): MeetingCard {
  const { names, scores, ended } = outcome;
  const [best] = inOrderOfScore(outcome);
  return {
    stage,
    sides: names.map((name) => ({ entrant: name, score: scores.get(name) ?? 0 })),
    ended,
    winner: ended && names.length > 1 ? (best ?? null) : null,
  };
}
