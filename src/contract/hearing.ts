/** What a game's judges hear, people and models alike: pitches without names, and what they are about. */

/** A pitch, or whatever words of a seat a game has judged, as the public knows it. */
export interface HeardPitch {
  /** A seat is heard once per round at most: marks are kept by round and seat. */
  round: number;
  seat: string;
  text: string;
  /** By the game's own rule, 0 to 1. */
  score: number;
  /** null while it is its author's own, or there is none. */
  reason: string | null;
}

/** What a judge found of the words of one round. */
export interface Verdict {
  /** Name and version. */
  judge: string;
  round: number;
  winner: string | null;
  /** What could be won, by the game's own name for it; left out: it has none. */
  prize?: string | undefined;
  words: readonly JudgedWords[];
  /** Why the rule judge stood in for a model, if it did, and how far the model's two readings lay apart. */
  fallback?: string | null | undefined;
  disagreement?: number | null | undefined;
}

export interface JudgedWords {
  seat: string;
  /** null: it said nothing. */
  text: string | null;
  /** 0 to 1. */
  score: number;
  reason?: string | null | undefined;
  /** The words on which the score rests. */
  quote?: string | null | undefined;
  /** Of a judge that is no rule: what the rule judge would have given. */
  ruleScore?: number | null | undefined;
  /** What else the judge went by, as the game calls it. */
  facts: Readonly<Record<string, unknown>>;
}

/** Who is meant where a text names somebody. */
export interface Called {
  /** The seat that speaks. */
  own: string;
  /** By seat: everything it is called besides its id. */
  called: Readonly<Record<string, readonly string[]>>;
}

/** The system text of a model on the judge's seat. A change of a word is a new version. */
export interface JudgePrompt {
  version: string;
  text: string;
}

/** The marks that people give. */
export const LOWEST_MARK = 1;
export const HIGHEST_MARK = 5;

/** What people are asked about words that a seat has said, in every game. */
export const CRITERIA = [
  { id: 'relevance', title: 'Relevance', asks: 'Does it speak to what is being decided?' },
  { id: 'evidence', title: 'Evidence', asks: 'Does it give facts that somebody could check?' },
  { id: 'honesty', title: 'Honesty', asks: 'Does it stay with what its seat can know, without boasting or threatening?' },
  { id: 'persuasion', title: 'Persuasion', asks: 'Would it move you, were the decision yours?' },
  { id: 'overall', title: 'Overall', asks: 'All in all, how good is it?' },
] as const;

export type Criterion = (typeof CRITERIA)[number]['id'];

/** Of a game in which words are judged. */
export interface Hearings<Event extends { type: string } = { type: string }> {
  /** The pitches that a view of the match tells, and what its seats are called. */
  heard(view: unknown): { pitches: HeardPitch[]; names: Record<string, string> };
  /** Those of one event; none of anything but a verdict. */
  of(event: Event): HeardPitch[];
  /** What a seat is called in public, whatever match it sits in. */
  namesOf(seat: string): string[];
  /** A text without names, and without ids that tell whose it is. */
  mask(text: string, who: Called): string;
  /** The questions of `CRITERIA` in the game's own words; what is left out is asked as it stands there. */
  readonly questions?: Readonly<Partial<Record<Criterion, string>>>;
  /** How somebody would be asked for such words, for pairs of better and worse ones; left out: no pairs are made of verdicts. */
  readonly asked?: JudgePrompt;
  /** What could be won, as everybody saw it; null: nobody was shown it. */
  prizeOf?(prize: string, events: readonly Event[]): unknown;
}

/** What stands in the place of a name: the speaker's, and anybody else's. `plain`: it is somebody's name in any case of its letters. */
export interface MaskWords {
  own: string;
  other: string;
  plain?(name: string): boolean;
}

const SHORTEST_NAME = 2;

/** Names alone, longer ones first, so that "Lab A" does not spoil "Lab AB". Ids are for the game to mask before. */
export function maskNames(text: string, { own, called }: Called, words: MaskWords): string {
  const all = Object.entries(called).flatMap(([seat, names]) =>
    names.map((name) => ({ name, mask: seat === own ? words.own : words.other })),
  );
  const named = all.filter(({ name }) => name.trim().length >= SHORTEST_NAME).sort((a, b) => b.name.length - a.name.length);
  return named.reduce((masked, { name, mask }) => masked.replace(wordOf(name, words.plain?.(name) === true), mask), text);
}

/** "Will" is somebody, "will" is not. */
function wordOf(name: string, inAnyCase: boolean): RegExp {
  const escaped = name.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, inAnyCase ? 'giu' : 'gu');
}
