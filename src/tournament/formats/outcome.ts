/** Results of meetings: each participant's scores in the same worlds and seatings. */
import { mean } from '~/statistics/basics';
import type { FixtureRecord, FixtureResult } from '~/store/tournaments/tournament';
import { type Meeting, namesOfMeeting, type Situation } from './situation';

export interface MeetingOutcome {
  names: Meeting;
  /** Mean score by name if all have one; mean profit if none of their matches is rated; 0 for all if there is no such match. */
  scores: ReadonlyMap<string, number>;
}

/** By stage, its meetings in the order of the draw; an empty list for a stage without any. */
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
  const rated = wholeSeatings(names, fixtures, ({ unrated }) => (unrated ? null : 'score'));
  const whole = rated.length > 0 ? rated : wholeSeatings(names, fixtures, () => 'profit');
  const means = names.map((name): [string, number] => [
    name,
    whole.length === 0 ? meanAlone(name, fixtures) : mean(whole.map((scores) => scores.get(name) ?? 0)),
  ]);
  return { names, scores: new Map(means) };
}

/** Mean over separate worlds, for meetings whose participants played separately. 0 if the name has no score. */
function meanAlone(name: string, fixtures: readonly FixtureRecord[]): number {
  const hasOwn = fixtures.every(({ result }) => result === null || result.seats.filter(({ entrant }) => entrant !== null).length === 1);
  const scores = fixtures.flatMap(({ result }) => {
    const score = result?.unrated === false ? result.seats.find(({ entrant }) => entrant === name)?.score : null;
    return score ?? [];
  });
  return hasOwn && scores.length > 0 ? mean(scores) : 0;
}

/** Values by name, from seatings in which all participants have one. `what` is called per match; null leaves the match out. */
function wholeSeatings(
  names: Meeting,
  fixtures: readonly FixtureRecord[],
  what: (result: FixtureResult) => 'score' | 'profit' | null,
): Map<string, number>[] {
  const seatings = new Map<string, Map<string, number>>();
  for (const { task, world, rotation, result } of fixtures) {
    const field = result && what(result);
    if (result === null || field === null) continue;
    const key = `${task} ${world} ${rotation}`;
    const values = seatings.get(key) ?? new Map<string, number>();
    for (const seat of result.seats) if (seat.entrant !== null && seat[field] !== null) values.set(seat.entrant, seat[field]);
    seatings.set(key, values);
  }
  return [...seatings.values()].filter((values) => names.every((name) => values.has(name)));
}

/** Best first; ties keep the order of the draw. */
export function inOrderOfScore({ names, scores }: MeetingOutcome): string[] {
  return names.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0));
}

/** A meeting gives up to one point: the share of the others that an entrant beat, with ties counting half. A meeting of one gives none. */
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
