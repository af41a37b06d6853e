import { describe, expect, it } from 'vitest';
import { type BallotRound, type Criterion, completeIn, draftOf, isChanged, missingIn, withMark } from './ballot-labels';

const marks = { relevance: 1, evidence: 2, honesty: 3, persuasion: 4, overall: 5 };
const criteria = Object.keys(marks).map((id) => ({ id, title: id, asks: '' })) as Criterion[];
const round: BallotRound = {
  round: 3,
  given: false,
  opened: null,
  pitches: [
    { letter: 'A', text: 'one', marks },
    { letter: 'B', text: 'two', marks: null },
  ],
};

describe('a ballot’s form', () => {
  it('begins with what was given, and counts what is missing', () => {
    const draft = draftOf(round);
    expect(draft).toEqual({ A: marks, B: {} });
    expect(missingIn(draft, round, criteria)).toBe(5);
    expect(completeIn(draft, round)).toBeNull();
    expect(isChanged(draft, round)).toBe(false);
  });

  it('is complete when every pitch has every mark', () => {
    const full = criteria.reduce((draft, { id }) => withMark(draft, { letter: 'B', criterion: id, mark: 2 }), draftOf(round));
    expect(missingIn(full, round, criteria)).toBe(0);
    expect(isChanged(full, round)).toBe(true);
    expect(completeIn(full, round)?.B).toEqual({ relevance: 2, evidence: 2, honesty: 2, persuasion: 2, overall: 2 });
  });

  it('is unchanged when a mark is set back', () => {
    const there = withMark(draftOf(round), { letter: 'A', criterion: 'overall', mark: 1 });
    expect(isChanged(there, round)).toBe(true);
    expect(isChanged(withMark(there, { letter: 'A', criterion: 'overall', mark: 5 }), round)).toBe(false);
  });

  it('is unchanged in whatever order marks were chosen', () => {
    const { overall, ...others } = marks;
    expect(isChanged({ A: { overall, ...others }, B: {} }, round)).toBe(false);
  });
});
