import { isOpen } from '~/store/tournaments/open-fixtures';
import type { FixtureRecord, TournamentRecord } from '~/store/tournaments/tournament';
import { inOrderOfScore, type MeetingOutcome, outcomesByStage } from '~/tournament/formats/outcome';
import { meetingText } from '~/tournament/formats/situation';
import { isMeetingShown, shownFixtures, twoDigits } from '~/tournament/sealed/sealed-standings';
import type { MeetingCard } from './types';

/** The meetings by stage and their results. Leaves out null policies, which meet nobody. `sealed`: its season is open. */
export function meetingsOf(
  { plan, entrants, stages }: Pick<TournamentRecord, 'plan' | 'entrants' | 'stages'>,
  known: readonly FixtureRecord[],
  sealed: boolean,
): MeetingCard[] {
  const nulls = new Set(entrants.filter(({ isNull }) => isNull).map(({ name }) => name));
  const fixtures = known.filter(({ meeting }) => !nulls.has(meeting)).sort((a, b) => a.order - b.order);
  const open = new Set(fixtures.filter(isOpen).map(placeOf));
  const untold = sealed ? untoldMeetings(plan, known) : new Set();
  return outcomesByStage({ fixtures, stage: stages }).flatMap((outcomes, stage) =>
    outcomes.map((outcome) => {
      const place = placeOf({ stage, meeting: meetingText(outcome.names) });
      const card = meetingCard(outcome, { stage, ended: !open.has(place) });
      return sealed ? sealedCard(card, untold.has(place)) : card;
    }),
  );
}

function untoldMeetings(plan: TournamentRecord['plan'], known: readonly FixtureRecord[]): Set<string> {
  const shown = new Set(shownFixtures(plan, known).map(({ order }) => order));
  const meetings = new Map<string, FixtureRecord[]>();
  for (const fixture of known) meetings.set(placeOf(fixture), [...(meetings.get(placeOf(fixture)) ?? []), fixture]);
  return new Set([...meetings].flatMap(([place, fixtures]) => (isMeetingShown(fixtures, shown) ? [] : [place])));
}

function sealedCard(card: MeetingCard, isUntold: boolean): MeetingCard {
  const sides = card.sides.map(({ entrant, score }) => ({ entrant, score: isUntold || score === null ? null : twoDigits(score) }));
  return { ...card, sides, winner: isUntold ? null : card.winner };
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
