import { describe, expect, it } from 'vitest';
import type { FeedLabels } from '~/contract/screens';
import type { Frame } from '~/live/protocol';
import { type FeedLine, feedLines } from './feed-lines';
import { latestTold, saidLines, storyItems } from './story-lines';
import { withHeadings } from './use-feed-lines';

const said = (seq: number, topic: string): FeedLine => ({
  kind: 'said',
  seq,
  text: `${topic} ${seq}`,
  code: topic,
  topic,
  mark: null,
  bubble: null,
});
const round = (seq: number, number: number): FeedLine => ({ kind: 'round', seq, round: number });

const TOPICS = [
  { topic: 'deal', name: 'deals', story: true },
  { topic: 'talk', name: 'talk', talk: true },
  { topic: 'refusal', name: 'refusals', folded: true },
  { topic: 'capacity', name: 'capacity' },
] as const;

const LINES = [
  round(1, 0),
  said(2, 'capacity'),
  round(3, 1),
  said(4, 'refusal'),
  said(5, 'refusal'),
  said(6, 'deal'),
  said(7, 'talk'),
  said(8, 'refusal'),
];

describe('the story of a match', () => {
  it('tells a move that ends a round under that round, where the game says so', () => {
    const frames = [0, 0, 1, 1].map((turn, place) => ({ seq: place + 1, event: { type: 'moved', turn } })) as unknown as Frame[];
    const after = (seq: number): number => [0, 1, 1, 2][seq - 1] ?? 0; // the second move of a round leads to the next one
    const words = { topicOf: () => 'deal', codeOf: () => '', markOf: () => null } as unknown as FeedLabels;
    const headings = (own: FeedLabels) =>
      feedLines(frames, after, { words: own, tell: () => 'Somebody moved.' }).flatMap((line) =>
        line.kind === 'round' ? [[line.seq, line.round]] : [],
      );
    expect(headings(words)).toEqual([
      [1, 0],
      [2, 1],
      [4, 2],
    ]);
    expect(headings({ ...words, roundOf: (event) => (event as unknown as { turn: number }).turn })).toEqual([
      [1, 0],
      [3, 1],
    ]);
  });

  it('tells what comes after the last round under it, so that no round 13 of 12 is named', () => {
    const lines = [round(1, 0), said(2, 'deal'), round(3, 11), said(4, 'deal'), round(5, 12), said(6, 'deal')];
    const headings = withHeadings(lines, { rounds: 12, shown: (number) => number + 1 }).flatMap((line) =>
      line.kind === 'round' ? [line.round] : [],
    );
    expect(headings).toEqual([1, 12]);
  });

  it('leaves refused moves of scripts out, and keeps those of people and models', () => {
    const lines = LINES.map((line) => (line.seq === 4 ? { ...line, mover: 'bot' } : line.seq === 5 ? { ...line, mover: 'ann' } : line));
    const [, folded] = storyItems(lines, TOPICS, new Set(['bot']));
    expect(folded).toMatchObject({ kind: 'folded', lines: [{ seq: 5 }] });
  });

  it('keeps what tells it, folds what follows each other, and leaves out rounds in which nothing happened', () => {
    const items = storyItems(LINES, TOPICS);
    expect(items.map(({ kind, seq }) => `${kind} ${seq}`)).toEqual(['round 3', 'folded 4', 'said 6', 'folded 8']);
    expect(items[1]).toMatchObject({ name: 'refusals', lines: [{ seq: 4 }, { seq: 5 }] });
  });

  it('knows the newest thing told at an instant', () => {
    const items = storyItems(LINES, TOPICS);
    expect(latestTold(items, 5)).toBeNull();
    expect(latestTold(items, 6)?.seq).toBe(6);
    expect(latestTold(items, 99)?.seq).toBe(6);
  });

  it('has what was said under the rounds in which it was', () => {
    expect(saidLines(LINES, TOPICS).map(({ kind, seq }) => `${kind} ${seq}`)).toEqual(['round 3', 'said 7']);
  });

  it('has what a game has bubbles of too, whatever its topic', () => {
    const bubble = { ...said(9, 'deal'), bubble: { seat: 's0', text: 'Mine for 4.', chip: '4' } } as FeedLine;
    expect(saidLines([...LINES, bubble], TOPICS).map(({ seq }) => seq)).toEqual([3, 7, 9]);
  });
});
