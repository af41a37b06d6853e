import type { ReactNode } from 'react';
import type { GameEvent } from '~/contract/game';
import type { SeatNaming } from '~/contract/screens';
import type { Frame, MatchCard, SeatCard } from '~/live/protocol';
import type { MarkKind } from '../replay/marks';
import type { Reel } from '../replay/reel';
import type { FeedTopic, FeedWords } from './feed-lines';
import type { Nameable } from './names';
import type { StruckShock } from './round-heads';

/** What every match screen shows of a view, whatever its game. */
export interface StageView extends Nameable {
  ruleset: string;
  ruleset_version: number;
  task: string;
  difficulty: string | null;
  judge_mode: string;
  /** null while it is a secret. */
  seed: number | null;
  round_index: number;
  max_rounds: number;
  finished: boolean;
  shocks: readonly StruckShock[];
}

/** The instant that is shown, with what led to it. */
export interface Instant<View> {
  view: View;
  opening: View;
  frames: readonly Frame[];
  /** The event after which the floor is shown. */
  at: number;
}

export interface FloorProps<View> extends Instant<View> {
  seats: readonly SeatCard[];
  narrow: boolean;
}

export interface FootProps<View extends object> {
  view: View;
  card: MatchCard;
  reel: Reel<View>;
  at: number;
}

/** The one figure by which two matches are set side by side, as it grew. */
export interface MatchMeasure<View> {
  title: string;
  /** Decimals that its figures have. */
  decimals: number;
  /** Of the table behind the curve, after the match and who played. */
  columns: readonly string[];
  points(views: readonly View[], seats: readonly SeatCard[]): readonly { x: number; y: number; row: readonly (string | number)[] }[];
  /** Where on the curve a round's end lies. */
  xOf(round: number): number;
  /** How it stood at the end of a round. */
  at(view: View, round: number, seats: readonly SeatCard[]): number;
}

/**
 * What a ruleset brings to the match screen: its words and its drawings. Composition, time, feed and highlights are shared. A new
 * game is one of these and its line in `parts-of`. Methods on purpose: parts of one view are then parts of any.
 */
export interface MatchParts<View extends StageView = StageView, Event extends GameEvent = GameEvent> extends FeedWords {
  naming: SeatNaming;
  topics: readonly { topic: FeedTopic | 'all'; name: string }[];
  /** The kinds of mark that its record can have, for the sheet of keys. */
  marks: readonly MarkKind[];
  /** One sentence an event. */
  tell(event: Event, names: Readonly<Record<string, string>>): string;
  /** How long an event stays on stage at speed 1, in milliseconds. */
  dwellOf(event: Event | null): number;
  /** How the market stands, in two or three words beside the clock. */
  standing(view: View): string;
  Floor(props: FloorProps<View>): ReactNode;
  /** The labs one below the other, where the floor has no room for them. */
  Labs(props: { view: View; seats: readonly SeatCard[] }): ReactNode;
  FloorKey(): ReactNode;
  Foot(props: FootProps<View>): ReactNode;
  measure: MatchMeasure<View>;
  Judge(props: { view: View; card: MatchCard }): ReactNode;
  /** Its finished matches are explained, and can be played on from any event. */
  afterwards: boolean;
}

export type AnyMatchParts = MatchParts;
