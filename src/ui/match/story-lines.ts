/** Which lines of the feed belong to the story, and which are folded. */
import type { FeedLabels } from '~/contract/screens';
import type { FeedLine } from './feed-lines';

export type SaidLine = Extract<FeedLine, { kind: 'said' }>;
/** A line, a round's heading, or folded lines of one topic. */
export type StoryItem = FeedLine | { kind: 'folded'; seq: number; name: string; lines: SaidLine[] };

type Topics = FeedLabels['topics'];

/**
 * Lines of story topics. Consecutive lines of a folded topic are combined, without those of `scripts`, which nobody learns from; rounds
 * without lines are left out.
 */
export function storyItems(lines: readonly FeedLine[], topics: Topics, scripts: ReadonlySet<string> = NONE): StoryItem[] {
  const told = new Map(topics.map((topic) => [topic.topic, topic]));
  const items: StoryItem[] = [];
  let heading: FeedLine | null = null;
  for (const line of lines) {
    if (line.kind === 'round') {
      heading = line;
      continue;
    }
    const topic = told.get(line.topic);
    if (topic === undefined || !(topic.story || topic.folded)) continue;
    if (topic.folded && line.mover !== undefined && scripts.has(line.mover)) continue;
    if (heading !== null) items.push(heading);
    heading = null;
    const last = items.at(-1);
    if (!topic.folded) items.push(line);
    else if (last?.kind === 'folded' && last.name === topic.name) last.lines.push(line);
    else items.push({ kind: 'folded', seq: line.seq, name: topic.name, lines: [line] });
  }
  return items;
}

const NONE: ReadonlySet<string> = new Set();

/** Messages between seats, by round: the game's bubbles, or lines of its talk topics. */
export function saidLines(lines: readonly FeedLine[], topics: Topics): FeedLine[] {
  const said = new Set(topics.filter((topic) => topic.talk).map(({ topic }) => topic));
  const kept: FeedLine[] = [];
  for (const line of lines) {
    if (line.kind === 'said' && line.bubble === null && !said.has(line.topic)) continue;
    if (line.kind === 'round' && kept.at(-1)?.kind === 'round') kept.pop();
    kept.push(line);
  }
  if (kept.at(-1)?.kind === 'round') kept.pop();
  return kept;
}

/** The newest line of the story at an instant; null before the first. */
export function latestTold(items: readonly StoryItem[], at: number): SaidLine | null {
  for (let place = itemsUntil(items, at) - 1; place >= 0; place -= 1) {
    const item = items[place];
    if (item?.kind === 'said') return item;
  }
  return null;
}

/** Number of items at an instant. */
export function itemsUntil(items: readonly { seq: number }[], seq: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
