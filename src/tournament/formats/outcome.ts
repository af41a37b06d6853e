/** How meetings ended: what each who met has to show on the same worlds in the same seatings. */
import { mean } from '~/eval/statistics';
import type { FixtureRecord } from '../tournament';
import { type Meeting, namesOfMeeting, type Situation } from './situation';

export interface MeetingOutcome {
  names: Meeting;
  /** By name, the mean score where all of them have one; 0 for all where there is no such match. */
  scores: ReadonlyMap<string, number>;
}

/** By stage, its meetings in the order in which they were drawn; a stage without any is an empty list. */
export function outcomesByStage({ fixtures, stage }: Pick<Situation, 'fixtures' | 'stage'>): MeetingOutcome[][] {
  const stages = Array.from({ length: stage }, () => new Map<string, FixtureRecord[]>());
  for (const fixture of fixtures) {
    const meetings = stages[fixture.stage];
    const known = meetings?.get(fixture.meeting);
    if (known) known.push(fixture);
    else meetings?.set(fixture.meeting, [fixture]);
  }
  return stages.map((meetings) => [...meetings].map(([text, played]) => outcomeOf(namesOfMeeting(text), played)));
}

function outcomeOf(names: Meeting, fixtures: readonly FixtureRecord[]): MeetingOutcome {
  const seatings = new Map<string, Map<string, number>>();
  for (const { task, world, rotation, result } of fixtures) {
    if (result === null || result.unrated) continue;
    const key = `${task} ${world} ${rotation}`;
    const scores = seatings.get(key) ?? new Map<string, number>();
    for (const { entrant, score } of result.seats) if (entrant !== null && score !== null) scores.set(entrant, score);
    seatings.set(key, scores);
  }
  const whole = [...seatings.values()].filter((scores) => names.every((name) => scores.has(name)));
  const means = names.map((name): [string, number] => [name, whole.length === 0 ? 0 : mean(whole.map((scores) => scores.get(name) ?? 0))]);
  return { names, scores: new Map(means) };
}

/** Best first; who are equal stay in the order in which they were drawn. */
export function inOrderOfScore({ names, scores }: MeetingOutcome): string[] {
  return names.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0));
}

/** Each meeting is worth a point: the share of the others that one was better than, ties half. A meeting of one is worth nothing. */
function meetingPoints({ names, scores }: MeetingOutcome): Map<string, number> {
  const points = names.map((name): [string, number] => {
    const others = names.filter((other) => other !== name);
    const won = others.reduce((sum, other) => sum + duel(scores.get(name) ?? 0, scores.get(other) ?? 0), 0);
    return [name, others.length === 0 ? 0 : won / others.length];
  });
  return new Map(points);
}

function duel(own: number, other: number): number {
  return own > other ? 1 : own === other ? 0.5 : 0;
}

/** Points of all meetings. */
export function tablePoints(situation: Situation): Map<string, number> {
  const points = new Map(situation.entrants.map(({ name }) => [name, 0]));
  for (const outcome of outcomesByStage(situation).flat()) {
    for (const [name, won] of meetingPoints(outcome)) points.set(name, (points.get(name) ?? 0) + won);
  }
  return points;
}
