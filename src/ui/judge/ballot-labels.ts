/** State of a ballot's form, and what is missing. */
import type { PanelAnswer } from '~/api/judge/types';

export type BallotRound = NonNullable<PanelAnswer['ballot']>[number];
export type BallotPitch = BallotRound['pitches'][number];
export type Criterion = PanelAnswer['criteria'][number];
export type Marks = NonNullable<BallotPitch['marks']>;

/** By letter and criterion: the marks chosen so far. */
export type Draft = Readonly<Record<string, Partial<Marks>>>;

export function draftOf(round: BallotRound): Draft {
  return Object.fromEntries(round.pitches.map(({ letter, marks }) => [letter, marks ?? {}]));
}

export function withMark(draft: Draft, { letter, criterion, mark }: { letter: string; criterion: Criterion['id']; mark: number }): Draft {
  return { ...draft, [letter]: { ...draft[letter], [criterion]: mark } };
}

/** Number of marks still missing. */
export function missingIn(draft: Draft, round: BallotRound, criteria: readonly Criterion[]): number {
  return round.pitches.reduce((sum, { letter }) => sum + criteria.filter(({ id }) => draft[letter]?.[id] === undefined).length, 0);
}

/** The complete marks to submit; null if some are missing. */
export function completeIn(draft: Draft, round: BallotRound): Record<string, Marks> | null {
  const marks: Record<string, Marks> = {};
  for (const { letter } of round.pitches) {
    const { relevance, evidence, honesty, persuasion, overall } = draft[letter] ?? {};
    if (relevance === undefined || evidence === undefined || honesty === undefined || persuasion === undefined || overall === undefined)
      return null;
    marks[letter] = { relevance, evidence, honesty, persuasion, overall };
  }
  return marks;
}

/** Whether the draft differs from what was submitted. */
export function isChanged(draft: Draft, round: BallotRound): boolean {
  return round.pitches.some(({ letter, marks }) => {
    const now: Readonly<Record<string, number | undefined>> = draft[letter] ?? {};
    const then: Readonly<Record<string, number | undefined>> = marks ?? {};
    return [...Object.keys(now), ...Object.keys(then)].some((criterion) => now[criterion] !== then[criterion]);
  });
}

export function pitchesLabel(count: number): string {
  return count === 1 ? 'one pitch' : `${count} pitches`;
}
