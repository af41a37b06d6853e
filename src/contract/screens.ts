/** What a game brings to the browser. Screens get data and actions as props and fetch nothing. React appears as a type only. */
import type { ComponentType, ReactNode } from 'react';
import type { GameEvent, SeatId } from './game';
import type { GameApi, PageProps, StartRequest } from './game-api';
import type { Names } from './narrator';
import type { ActionCard, RewardColumn } from './pack';
import type { PlaySlots } from './play-screens';
import type { ShownPlayer } from './player';
import type { Instant, SeatGroup, ShownCard, ShownReel, Stage, Thing } from './shown';

/** How a game calls its seats, and the color of each. */
export interface SeatNaming {
  /** One or two letters, for a chip. */
  letterOf(seat: SeatId): string;
  /** For sentences: `Lab A`. */
  nameOf(seat: SeatId): string;
  /** A CSS color. */
  colorOf(seat: SeatId): string;
}

/** What every page may ask of a game without loading its screens: keep it small. */
export interface GameFront {
  names: SeatNaming;
  /** One or two sentences for a form on which games are chosen. */
  about?: string;
  /** Of tasks that are called by something else than their ids in words. */
  titles?: Readonly<Record<string, string>>;
  /** What each version has, in a sentence, where several are offered. */
  versions?: Readonly<Record<number, string>>;
  /** The document with the rules of each version, by its address below /docs. */
  rules?: Readonly<Record<number, string>>;
  /** For links; the page itself is loaded when somebody opens it. */
  pages?: readonly { path: string; title: string }[];
  /** It has a published benchmark. `pair`: two matches of it that are compared where nobody names others. */
  benchmark?: { pair: { task: string; seed: number; policies: readonly [string, string] } };
  /** People can sit in it. */
  people?: true;
  /** What a seat's score is counted in, e.g. `cr`; left out: a plain number. */
  unit?: string;
  /** A seat's score is measured against what the match could have made: it has a gain. */
  gains?: true;
  /** What an organizer can let happen in a match. */
  shocks?: readonly { kind: string; title: string }[];
  /** What an evaluation starts with: small enough to be done while somebody watches. `tables`: shocks and populations can be chosen. */
  evaluation?: { policies: string; tasks: string; seeds: string; tables?: true };
  /** For a card on home that leads to a seat in one click. Left out: home does not offer this game. */
  entry?: { title: string; sentence: string; start: StartRequest };
}

/** All that a game draws. Loaded by pages that show it, by nobody else. Methods on purpose: concrete types then fit `AnyGameScreens`. */
export interface GameScreens<View extends object = object, Event extends GameEvent = GameEvent, Seen = unknown, Draft = unknown> {
  names: SeatNaming;
  glossary?: readonly Term[];
  feed: FeedLabels<Event>;
  match: MatchSlots<View>;
  /** Left out: people cannot play this game in the browser. */
  play?: PlaySlots<View, Seen, Draft>;
  end: EndSlots<View>;
  /** The drawing on its card on home. */
  EntryDrawing?(): ReactNode;
  /** Plain SVG with attributes only, no classes, no text (the frame writes that): for link previews and home. */
  Picture?(props: PictureProps<View>): ReactNode;
  /** For a game whose front says that it has one. */
  benchmark?: BenchmarkSlots;
  /** By the path under `/g/<family>/<ruleset>/`. */
  pages?: Readonly<Record<string, ComponentType<PageProps>>>;
}

export type AnyGameScreens = GameScreens;

/** A word of the game, for the glossary and for tooltips. */
export interface Term {
  word: string;
  meaning: string;
}

/* The feed. */

export const MARK_KINDS = ['trade', 'coalition', 'pitch', 'shock', 'settlement', 'refusal', 'breach'] as const;
/** A sign on the time line. */
export type MarkKind = (typeof MARK_KINDS)[number];

/** How the game's record is told. */
export interface FeedLabels<Event extends GameEvent = GameEvent> {
  /** For the filter, in order. */
  topics: readonly FeedTopic[];
  /** The kinds of mark that its record can have, and what each means here. */
  marks: readonly { kind: MarkKind; word: string }[];
  /** null: another line tells it already. */
  topicOf(event: Event): string | null;
  /** The round under which it is told, for a game whose last move of a round leads to the next; left out, null: that of the view after it. */
  roundOf?(event: Event): number | null;
  /** A short code beside the line. */
  codeOf(event: Event): string;
  markOf(event: Event): MarkKind | null;
  /** A title of a few words where the event begins a chapter of the match; null: it does not. */
  chapterOf?(event: Event): string | null;
  /** One sentence. */
  tell(event: Event, names: Names): string;
  /** What a seat said, for the chat layout; null: nobody spoke. */
  bubbleOf?(event: Event): Bubble | null;
  /** What that meant, one sentence more for the caption; null: nothing to add. */
  consequence?(event: Event, instant: Instant<object>): string | null;
  /** How long it stays on stage at normal speed, in milliseconds; left out: all stay as long. */
  dwellOf?(event: Event | null): number;
}

export interface FeedTopic {
  topic: string;
  name: string;
  /** Part of the story, with which the record's column begins. */
  story?: true;
  /** What seats tell each other. */
  talk?: true;
  /** In the story only the number of its lines is told, until somebody wants to read them. */
  folded?: true;
  /** How its lines look; left out: plain. */
  tone?: 'amber' | 'red';
}

/** One message of a conversation. */
export interface Bubble {
  seat: SeatId;
  text: string;
  /** The price or the like that goes with it, shown on the bubble. */
  chip?: string;
}

/* The slots of a match. */

export interface MatchSlots<View extends object> {
  /** `board`: a drawing with the record beside it. `chat`: the conversation is the center. */
  layout: 'board' | 'chat';
  /** The title of the board's tab on a narrow screen. */
  boardTitle: string;
  /** The title of the tab with the seats' cards on a narrow screen. */
  seatsTitle: string;
  stage(view: View): Stage;
  /** What a sentence may name, by the word that names it. */
  thingsOf(view: View): ReadonlyMap<string, Thing>;
  /** What people call a thing instead of by its id; null: it goes by its id. */
  labelOf?(view: View, thing: Thing): string | null;
  score: ScoreLine<View>;
  groupsOf?(view: View): readonly SeatGroup[];
  measure: Measure<View>;
  Board(props: BoardProps<View>): ReactNode;
  /** What the board's signs mean. */
  BoardKey?(): ReactNode;
  SeatCard(props: SeatCardProps<View>): ReactNode;
  /** null: there is no such thing at this instant. */
  Inspector(props: InspectorProps<View>): ReactNode;
  Foot?(props: FootProps<View>): ReactNode;
  Judge?(props: { view: View; card: ShownCard }): ReactNode;
}

/** What the strip of seats shows of each, at the shown instant. */
export interface ScoreLine<View> {
  /** `profit`. */
  title: string;
  /** That of the front; empty: a plain number. */
  unit: string;
  decimals: number;
  /** null: it may not be known yet, or the seat has none. */
  of(view: View, seat: SeatId): number | null;
  /** `1 of 3 jobs`; null: nothing to add. */
  note?(view: View, seat: SeatId): string | null;
  /** What a seat's score in rankings is, in a sentence to its player, where it isn't this figure as it ends. */
  goal?: string;
}

/** The one figure by which two matches are compared, as it grew. */
export interface Measure<View> {
  title: string;
  decimals: number;
  /** Of the table behind the curve, after the match and who played. */
  columns: readonly string[];
  points(views: readonly View[], seats: readonly ShownPlayer[]): readonly MeasurePoint[];
  /** Where a round's end is on the curve. */
  xOf(round: number): number;
  /** At the end of a round. */
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
  /** Selected for the inspector. */
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
  /** Downloads and the like, the same for every game. */
  files: ReactNode;
}

/* After the match. */

export interface EndSlots<View extends object> {
  /** What decided it, for the result card; the podium is the shell's. */
  Result?(props: { view: View; card: ShownCard; explanation: unknown }): ReactNode;
  /** Rankings go by the gain, which the explanation tells and which can put another seat first than the figure so far: what a gain is, as a clause. */
  gains?: string;
  /** What the explanation says of it, for the result card. */
  decided?(explanation: unknown): Decided | null;
  /** What was private until now. Shown when the match is over, below its result. */
  Reveal?(props: RevealProps<View>): ReactNode;
  /** The result in a sentence, where "who made how much" does not say it; null: the shell's own. */
  headline?(view: View, card: ShownCard): string | null;
  /** Of the page that `Explain` fills, in a sentence. */
  explains?: string;
  /** Why it ended this way: `explanation` is what the game's pack worked out. */
  Explain?(props: ExplainProps): ReactNode;
}

export interface RevealProps<View> {
  view: View;
  card: ShownCard;
  /** What the game's pack worked out; null: it is still being worked out, or nobody can. */
  explanation: unknown;
  api: Pick<GameApi, 'start' | 'replace'>;
}

/** What decided a match. */
export interface Decided {
  /** How much of the best possible they made together, from 0 to 1, and what that is a share of; null: nobody knows. */
  reached: { share: number; text: string } | null;
  /** In the order in which they happened; `note`: what it was worth. */
  moments: readonly Moment[];
  /** The best move that somebody did not make. */
  missed: Moment | null;
  /** Of a game that says `gains`: each seat's. */
  gains?: Readonly<Record<SeatId, number>>;
}

/** An instant to go to. */
export interface Moment {
  seq: number;
  /** null: as the feed tells it. */
  text: string | null;
  note: string;
}

export interface ExplainProps {
  matchId: string;
  explanation: unknown;
  /** The seat that is explained, and what shows another. */
  seat: SeatId | null;
  onSeat(seat: SeatId): void;
}

export interface PictureProps<View> {
  view: View;
  card: ShownCard;
  colorOf(seat: SeatId): string;
  /** Fixed ones for a picture that is drawn without a browser, the theme's on a page: a picture has no others. */
  colors: PictureColors;
  width: number;
  height: number;
}

export interface PictureColors {
  paper: string;
  line: string;
  /** What is pointed out: the present. */
  wash: string;
  /** What somebody gained. */
  gain: string;
}

/** A benchmark that was published: reports are those that `mandi eval` stored of this game. */
export interface BenchmarkSlots {
  hasFigures(reports: readonly object[]): boolean;
  Results(props: { reports: readonly object[]; titleOf: (task: string) => string }): ReactNode;
  Catalog(props: { actions: readonly ActionCard[]; rewardColumns: readonly RewardColumn[] }): ReactNode;
  /** In short, for other pages. */
  Glance(props: { reports: readonly object[] }): ReactNode;
}
