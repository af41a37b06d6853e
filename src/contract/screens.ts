/** What a game provides for the browser. Screens receive data and actions as props and fetch nothing. React appears only as a type. */
import type { ComponentType, ReactNode } from 'react';
import type { GameEvent, SeatId } from './game';
import type { GameApi, PageProps, StartRequest } from './game-api';
import type { Names } from './narrator';
import type { ActionCard, RewardColumn } from './pack';
import type { PlaySlots } from './play-screens';
import type { ShownPlayer } from './player';
import type { Instant, SeatGroup, ShownCard, ShownReel, Stage, Thing } from './shown';

/** Names and colors of a game's seats. */
export interface SeatNaming {
  /** One or two letters, for a chip. */
  letterOf(seat: SeatId): string;
  /** For sentences: `Lab A`. */
  nameOf(seat: SeatId): string;
  /** A CSS color. */
  colorOf(seat: SeatId): string;
}

/** What any page may need of a game without loading its screens. Keep it small. */
export interface GameFront {
  names: SeatNaming;
  /** For lists that mix games: `GPU market, open`. Default: the key. */
  title?: string;
  /** The number of the first round, as people read it. Events, views and the API count from 0. Default: 0. */
  firstRound?: 1;
  /** One or two sentences for forms that offer a choice of games. */
  about?: string;
  /** Display names of tasks whose ids do not read well. */
  titles?: Readonly<Record<string, string>>;
  /** One sentence per version, if several are offered. */
  versions?: Readonly<Record<number, string>>;
  /** Path below /docs of the rules of each version. */
  rules?: Readonly<Record<number, string>>;
  /** For links. The page itself loads when it is opened. */
  pages?: readonly { path: string; title: string }[];
  /** Present if the game has a published benchmark. `pair`: two matches to compare by default. */
  benchmark?: { pair: { task: string; seed: number; policies: readonly [string, string] } };
  /** People can play it. */
  people?: true;
  /** The unit of a score, e.g. `cr`. Default: a plain number. */
  unit?: string;
  /** A match's score with what it measures, for lists that mix games: `profit 52.6 cr`. Default: the number and its unit. */
  scoreText?(score: number): string;
  /** Present if a seat's score is compared with what the match could have made: a gain. A clause that says what a gain is. */
  gains?: string;
  /** Shocks that an organizer can trigger. */
  shocks?: readonly { kind: string; title: string }[];
  /** Default evaluation, small enough to finish while someone watches. `tables`: shocks and populations can be chosen. */
  evaluation?: { policies: string; tasks: string; seeds: string; tables?: true };
  /** A card on the home page that starts a game in one click. Absent: not shown on the home page. */
  entry?: {
    title: string;
    sentence: string;
    start: StartRequest;
    /** What is at stake, in three sentences. The game's screens have a drawing for each. */
    stakes?: readonly [string, string, string];
  };
}

/** Everything that a game draws; loaded only by pages that show it. Methods, so that concrete types fit `AnyGameScreens`. */
export interface GameScreens<View extends object = object, Event extends GameEvent = GameEvent, Seen = unknown, Draft = unknown> {
  names: SeatNaming;
  glossary?: readonly Term[];
  feed: FeedLabels<Event>;
  match: MatchSlots<View>;
  /** Absent: people cannot play this game in the browser. */
  play?: PlaySlots<View, Seen, Draft>;
  end: EndSlots<View>;
  /** The drawing on the home page card of a game without `stakes`. */
  EntryDrawing?(): ReactNode;
  /** Small drawings for the sentences of `entry.stakes`: content of an SVG of 96 × 48 units, without text. */
  stakes?: readonly [() => ReactNode, () => ReactNode, () => ReactNode];
  /** Plain SVG with attributes only: no classes, and no text (the frame adds it). For link previews and the home page. */
  Picture?(props: PictureProps<View>): ReactNode;
  /** For games whose front has a benchmark. */
  benchmark?: BenchmarkSlots;
  /** By path under `/g/<family>/<ruleset>/`. */
  pages?: Readonly<Record<string, ComponentType<PageProps>>>;
}

export type AnyGameScreens = GameScreens;

/** A term of the game, for the glossary and tooltips. */
export interface Term {
  word: string;
  meaning: string;
}

/* The feed. */

export const MARK_KINDS = ['trade', 'coalition', 'pitch', 'shock', 'settlement', 'refusal', 'breach'] as const;
/** A mark on the timeline. */
export type MarkKind = (typeof MARK_KINDS)[number];

/** How the game's record is shown in the feed. */
export interface FeedLabels<Event extends GameEvent = GameEvent> {
  /** For the filter, in order. */
  topics: readonly FeedTopic[];
  /** The kinds of marks in its record, with their meaning in this game. */
  marks: readonly { kind: MarkKind; word: string }[];
  /** null if another line already says it. */
  topicOf(event: Event): string | null;
  /**
   * The round to show the event under, for games in which the last move of a round opens the next. Default, or null: the round of the next
   * view.
   */
  roundOf?(event: Event): number | null;
  /** A short code next to the line. */
  codeOf(event: Event): string;
  markOf(event: Event): MarkKind | null;
  /** Whose move it is. Refused moves of scripts are left out of the story. */
  moverOf?(event: Event): SeatId | null;
  /** A short title if the event begins a chapter of the match; otherwise null. */
  chapterOf?(event: Event): string | null;
  /** One sentence. */
  tell(event: Event, names: Names): string;
  /** What a seat said, for the chat layout; null if nobody spoke. */
  bubbleOf?(event: Event): Bubble | null;
  /** One more sentence on what the event means, for the caption; null if there is nothing to add. */
  consequence?(event: Event, instant: Instant<object>): string | null;
  /** How long the event is shown at normal speed, in milliseconds. Default: the same for all. */
  dwellOf?(event: Event | null): number;
}

export interface FeedTopic {
  topic: string;
  name: string;
  /** Part of the story, which the record's column starts with. */
  story?: true;
  /** Messages between seats. */
  talk?: true;
  /** The story shows only the number of its lines until the reader expands it. */
  folded?: true;
  /** Style of its lines. Default: plain. */
  tone?: 'amber' | 'red';
}

/** One message of a conversation. */
export interface Bubble {
  seat: SeatId;
  text: string;
  /** A price or similar value, shown on the bubble. */
  chip?: string;
}

/* The slots of a match. */

export interface MatchSlots<View extends object> {
  /** `board`: a drawing with the record next to it. `chat`: the conversation is in the center. */
  layout: 'board' | 'chat';
  /** Title of the board's tab on a narrow screen. */
  boardTitle: string;
  /** Title of the seats' tab on a narrow screen. */
  seatsTitle: string;
  stage(view: View): Stage;
  /** Things that a sentence may mention, by the word for them. */
  thingsOf(view: View): ReadonlyMap<string, Thing>;
  /** A display name for a thing; null: use its id. */
  labelOf?(view: View, thing: Thing): string | null;
  score: ScoreLine<View>;
  groupsOf?(view: View): readonly SeatGroup[];
  measure: Measure<View>;
  Board(props: BoardProps<View>): ReactNode;
  /** A legend for the board. */
  BoardKey?(): ReactNode;
  SeatCard(props: SeatCardProps<View>): ReactNode;
  /** null if the thing does not exist at this instant. */
  Inspector(props: InspectorProps<View>): ReactNode;
  Foot?(props: FootProps<View>): ReactNode;
  Judge?(props: { view: View; card: ShownCard }): ReactNode;
}

/** What the strip of seats shows for each seat at the shown instant. */
export interface ScoreLine<View> {
  /** `profit`. */
  title: string;
  /** Default: the front's unit. Empty: a plain number. */
  unit: string;
  decimals: number;
  /** null if it is still hidden, or the seat has none. */
  of(view: View, seat: SeatId): number | null;
  /** For example `1 of 3 jobs`; null if there is nothing to add. */
  note?(view: View, seat: SeatId): string | null;
  /** One sentence to the player on how a seat's ranking score is computed, if it is not the final value of this figure. */
  goal?: string;
  /** One sentence on why the figure can be below 0 while a match goes on; shown next to it then. */
  below?: string;
}

/** The figure by which two matches are compared, over time. */
export interface Measure<View> {
  title: string;
  decimals: number;
  /** Columns of the table behind the curve, after the match and its players. */
  columns: readonly string[];
  points(views: readonly View[], seats: readonly ShownPlayer[]): readonly MeasurePoint[];
  /** Position of a round's end on the curve. */
  xOf(round: number): number;
  /** The value at the end of a round. */
  at(view: View, round: number, seats: readonly ShownPlayer[]): number;
}

export interface MeasurePoint {
  x: number;
  y: number;
  row: readonly (string | number)[];
}

export interface BoardProps<View> extends Instant<View> {
  card: ShownCard;
  narrow: boolean;
  /** The thing selected in the inspector. */
  selected?: Thing | null;
}

export interface SeatCardProps<View> {
  seat: SeatId;
  view: View;
  card: ShownCard;
}

export interface InspectorProps<View> extends Instant<View> {
  thing: Thing;
  card: ShownCard;
}

export interface FootProps<View> {
  view: View;
  card: ShownCard;
  reel: ShownReel<View>;
  at: number;
  /** Downloads, the same for every game. */
  files: ReactNode;
}

/* After the match. */

export interface EndSlots<View extends object> {
  /** What decided the match, for the result card. The shell draws the podium. */
  Result?(props: { view: View; card: ShownCard; explanation: unknown }): ReactNode;
  /**
   * Present if rankings use the gain from the explanation, which may order seats differently from the score so far. A clause that says what
   * a gain is.
   */
  gains?: string;
  /** What decided the match, for the result card. */
  decided?(explanation: unknown): Decided | null;
  /** Private data, revealed below the result when the match is over. */
  Reveal?(props: RevealProps<View>): ReactNode;
  /** The result in one sentence; null: use the shell's "who made how much". */
  headline?(view: View, card: ShownCard): string | null;
  /** One sentence on what the `Explain` page shows. */
  explains?: string;
  /** Why the match ended this way. `explanation`: the result of the game's pack. */
  Explain?(props: ExplainProps): ReactNode;
}

export interface RevealProps<View> {
  view: View;
  card: ShownCard;
  /** The result of the game's pack; null while it is computed or if it cannot be. */
  explanation: unknown;
  api: Pick<GameApi, 'start' | 'replace'>;
}

/** What decided a match. */
export interface Decided {
  /** The share of the best possible total that the seats reached, 0 to 1, and what it is a share of; null if unknown. */
  reached: { share: number; text: string } | null;
  /** In chronological order. `note`: what the moment was worth. */
  moments: readonly Moment[];
  /** The best move that nobody made. */
  missed: Moment | null;
  /** Each seat's gain, for games with `gains`. */
  gains?: Readonly<Record<SeatId, number>>;
}

/** An instant to jump to. */
export interface Moment {
  seq: number;
  /** null: use the feed's text. */
  text: string | null;
  note: string;
}

export interface ExplainProps {
  matchId: string;
  explanation: unknown;
  /** The explained seat, and how to select another. */
  seat: SeatId | null;
  onSeat(seat: SeatId): void;
}

export interface PictureProps<View> {
  view: View;
  card: ShownCard;
  colorOf(seat: SeatId): string;
  /** Fixed colors for a picture drawn without a browser, the theme's colors on a page. Pictures use no others. */
  colors: PictureColors;
  width: number;
  height: number;
}

export interface PictureColors {
  paper: string;
  line: string;
  /** Highlight color for the present. */
  wash: string;
  /** Color of gains. */
  gain: string;
}

/** A published benchmark. `reports` are the game's stored reports of `mandi eval`. */
export interface BenchmarkSlots {
  hasFigures(reports: readonly object[]): boolean;
  Results(props: { reports: readonly object[]; titleOf: (task: string) => string }): ReactNode;
  Catalog(props: { actions: readonly ActionCard[]; rewardColumns: readonly RewardColumn[] }): ReactNode;
  /** A summary for other pages. */
  Glance(props: { reports: readonly object[] }): ReactNode;
}
