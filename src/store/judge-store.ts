/**
 * What people said of pitches: panels of invited judges, and duels. Postgres (`postgres-judge-store.ts`) and memory
 * (`memory-judge-store.ts`) keep the same promises.
 */

import type { GameKey } from '~/contract/game-ref';

/** By lab, by criterion. */
export type SheetScores = Record<string, Record<string, number>>;

export interface PanelJudgeRecord {
  judge: string;
  /** null until the invitation is taken up. */
  name: string | null;
  /** Secret, from which this judge's order of pitches follows. */
  orderSeed: string;
  acceptedAt: Date | null;
}

export interface SheetRecord {
  judge: string;
  round: number;
  scores: SheetScores;
  revisedAt: Date | null;
  /** Since then the judge knows names and what others gave. */
  openedAt: Date | null;
}

export interface PanelRecord {
  closedAt: Date | null;
  /** In order of invitation. */
  judges: PanelJudgeRecord[];
  sheets: SheetRecord[];
}

export type SheetAnswer = 'kept' | 'opened' | 'closed';

export const DUEL_CHOICES = ['left', 'right', 'tie'] as const;
export type DuelChoice = (typeof DUEL_CHOICES)[number];

export interface DuelRecord {
  id: string;
  /** SHA-256 of the browser's token. */
  voter: string;
  /** The same for the same two pitches, whichever stands left. */
  pair: string;
  /** `match round lab` */
  leftPitch: string;
  rightPitch: string;
  leftPlayer: string;
  rightPlayer: string;
  choice: DuelChoice | null;
}

/** How often each choice was made between the same players on the same sides. */
export interface DuelTally {
  counts: { leftPlayer: string; rightPlayer: string; choice: DuelChoice; times: number }[];
  /** Different ones. */
  voters: number;
}

/** A verdict of a finished match, as the rules recorded it. */
export interface StoredVerdict {
  matchId: string;
  game: GameKey;
  version: number;
  task: string;
  seats: unknown;
  /** Of all who ever sat at a seat, whoever sits there now. */
  sitters: readonly { seat: string; name: string }[];
  event: unknown;
}

export interface JudgeStore {
  /** An empty panel where nobody was invited. */
  panel(matchId: string): Promise<PanelRecord>;
  /** Adds a judge and answers the name given to it: `judge_1` and so on; null when there are as many as there may be. */
  addJudge(matchId: string, orderSeed: string, most: number): Promise<string | null>;
  /** The first name stands. */
  acceptJudge(matchId: string, judge: string, name: string): Promise<void>;
  /** Keeps a sheet, or revises it as long as it was not opened and the panel is not closed. */
  keepSheet(matchId: string, sheet: Pick<SheetRecord, 'judge' | 'round' | 'scores'>): Promise<SheetAnswer>;
  /** From now on that sheet stands; false: there is none. */
  openSheet(matchId: string, judge: string, round: number): Promise<boolean>;
  closePanel(matchId: string): Promise<void>;

  /** Verdicts, events of these types, of the newest finished matches that had any; none of worlds that are still sealed. */
  verdicts(types: readonly string[], limit: number): Promise<StoredVerdict[]>;
  /** The duel this voter was shown and has not decided yet. */
  openDuel(voter: string): Promise<DuelRecord | null>;
  /** Pairs that this voter was shown. */
  pairsShown(voter: string): Promise<string[]>;
  /** false: this voter was shown that pair before. */
  addDuel(duel: Omit<DuelRecord, 'choice'>): Promise<boolean>;
  /** Decides a duel of that voter once; null: there is no such duel, or it is decided. */
  vote(id: string, voter: string, choice: DuelChoice): Promise<DuelRecord | null>;
  /** A duel that this voter has decided. */
  decided(id: string, voter: string): Promise<DuelRecord | null>;
  /** All that were decided, counted where they are kept: anybody may add to them. */
  tally(): Promise<DuelTally>;
}
