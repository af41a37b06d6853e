/** What a game's judges read, people and models alike: pitches without names, and what they are about. */

/** A pitch, or any other words that the game has judged, as the public may see it. */
export interface HeardPitch {
  /** A seat is heard at most once per round, because marks are stored by round and seat. */
  round: number;
  seat: string;
  text: string;
  /** The rule judge's score, 0 to 1. */
  score: number;
  /** null if there is none, or while only the author may see it. */
  reason: string | null;
}

/** A judge's verdict on one round. */
export interface Verdict {
  /** Name and version. */
  judge: string;
  round: number;
  winner: string | null;
  /** The game's name for what could be won, if it has one. */
  prize?: string | undefined;
  words: readonly JudgedWords[];
  /** Why the rule judge stood in for a model, if it did. `disagreement`: how far apart the model's two scores were. */
  fallback?: string | null | undefined;
  disagreement?: number | null | undefined;
}

export interface JudgedWords {
  seat: string;
  /** null if the seat said nothing. */
  text: string | null;
  /** 0 to 1. */
  score: number;
  reason?: string | null | undefined;
  /** The words that the score is based on. */
  quote?: string | null | undefined;
  /** If another judge decided: the rule judge's score. */
  ruleScore?: number | null | undefined;
  /** Other inputs of the judge, named by the game. */
  facts: Readonly<Record<string, unknown>>;
}

/** Names that a text may use for seats. */
export interface Called {
  /** The seat that speaks. */
  own: string;
  /** By seat: all of its names except its id. */
  called: Readonly<Record<string, readonly string[]>>;
}

/** The system prompt of a model judge. Changing a word makes a new version. */
export interface JudgePrompt {
  version: string;
  text: string;
}

/** The range of marks that people give. */
export const LOWEST_MARK = 1;
export const HIGHEST_MARK = 5;

/** What people are asked about a seat's words, in every game. */
export const CRITERIA = [
  { id: 'relevance', title: 'Relevance', asks: 'Does it speak to what is being decided?' },
  { id: 'evidence', title: 'Evidence', asks: 'Does it give facts that somebody could check?' },
  { id: 'honesty', title: 'Honesty', asks: 'Does it stay with what its seat can know, without boasting or threatening?' },
  { id: 'persuasion', title: 'Persuasion', asks: 'Would it move you, were the decision yours?' },
  { id: 'overall', title: 'Overall', asks: 'All in all, how good is it?' },
] as const;

export type Criterion = (typeof CRITERIA)[number]['id'];

/** For games in which words are judged. */
export interface Hearings<Event extends { type: string } = { type: string }> {
  /** The pitches that a view of the match contains, and the seats' names. */
  heard(view: unknown): { pitches: HeardPitch[]; names: Record<string, string> };
  /** The pitches of one event; [] unless it is a verdict. */
  of(event: Event): HeardPitch[];
  /** What a seat is called in public, in any match. */
  namesOf(seat: string): string[];
  /** The text without names and ids that identify its author. */
  mask(text: string, who: Called): string;
  /** The questions of `CRITERIA` in the game's words. Default: the text in `CRITERIA`. */
  readonly questions?: Readonly<Partial<Record<Criterion, string>>>;
  /** The prompt for such words, for pairs of better and worse texts. Absent: verdicts produce no pairs. */
  readonly asked?: JudgePrompt;
  /** What could be won, as everyone saw it; null if it was not public. */
  prizeOf?(prize: string, events: readonly Event[]): unknown;
}

/** Replacements for names: the speaker's and those of others. `plain`: matches a name in any letter case. */
export interface MaskWords {
  own: string;
  other: string;
  plain?(name: string): boolean;
}

const SHORTEST_NAME = 2;

/** Replaces names, longest first, so that "Lab A" does not break "Lab AB". Games mask ids before calling it. */
export function maskNames(text: string, { own, called }: Called, words: MaskWords): string {
  const all = Object.entries(called).flatMap(([seat, names]) =>
    names.map((name) => ({ name, mask: seat === own ? words.own : words.other })),
  );
  const named = all.filter(({ name }) => name.trim().length >= SHORTEST_NAME).sort((a, b) => b.name.length - a.name.length);
  return named.reduce((masked, { name, mask }) => masked.replace(wordOf(name, words.plain?.(name) === true), mask), text);
}

/** Case-sensitive by default: "Will" is a name, "will" is not. */
function wordOf(name: string, inAnyCase: boolean): RegExp {
  const escaped = name.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, inAnyCase ? 'giu' : 'gu');
}
