/**
 * People's judgments of pitches: panels of invited judges, and duels. Postgres (`postgres-judge-store.ts`) and memory
 * (`memory-judge-store.ts`) behave the same.
 */

import type { GameKey } from '~/contract/game-ref';

/** By lab, by criterion. */
export type SheetScores = Record<string, Record<string, number>>;

export interface PanelJudgeRecord {
  judge: string;
  /** null until the invitation is accepted. */
  name: string | null;
  /** Secret; determines this judge's order of pitches. */
  orderSeed: string;
  acceptedAt: Date | null;
}

export interface SheetRecord {
  judge: string;
  round: number;
  scores: SheetScores;
  revisedAt: Date | null;
  /** From then on, the judge can see names and others' scores. */
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
  /** The same for the same two pitches in either order. */
  pair: string;
  /** `match round lab` */
  leftPitch: string;
  rightPitch: string;
  leftPlayer: string;
  rightPlayer: string;
  choice: DuelChoice | null;
}

/** Duels without a decision that are kept. Anybody can draw any number, as a new voter each time, so the oldest go. */
export const MOST_OPEN_DUELS = 5_000;

/** Decided duels that are kept. A voter is a cookie, so nobody can be told from strangers, and the oldest go. */
export const MOST_DECIDED_DUELS = 20_000;

/** Counts of each choice, by players and sides. */
export interface DuelTally {
  counts: { leftPlayer: string; rightPlayer: string; choice: DuelChoice; times: number }[];
  /** Number of distinct voters. */
  voters: number;
}

/** A verdict of a finished match, as recorded by the rules. */
export interface StoredVerdict {
  matchId: string;
  game: GameKey;
  version: number;
  task: string;
  seats: unknown;
  /** Everyone who ever sat at a seat. */
  sitters: readonly { seat: string; name: string }[];
  event: unknown;
}

export interface JudgeStore {
  /** The panel; empty if nobody was invited. */
  panel(matchId: string): Promise<PanelRecord>;
  /** Adds a judge and returns the assigned name (`judge_1`, …); null if the maximum is reached. */
  addJudge(matchId: string, orderSeed: string, most: number): Promise<string | null>;
  /** Only the first name counts. */
  acceptJudge(matchId: string, judge: string, name: string): Promise<void>;
  /** Stores a sheet, or changes it unless it was opened or the panel is closed. */
  keepSheet(matchId: string, sheet: Pick<SheetRecord, 'judge' | 'round' | 'scores'>): Promise<SheetAnswer>;
  /** Makes that sheet final. Returns false if there is none. */
  openSheet(matchId: string, judge: string, round: number): Promise<boolean>;
  closePanel(matchId: string): Promise<void>;

  /** Verdicts (events of these types) of the newest finished matches that have any. Without worlds that are still sealed. */
  verdicts(types: readonly string[], limit: number): Promise<StoredVerdict[]>;
  /** The duel that this voter was shown and has not decided. */
  openDuel(voter: string): Promise<DuelRecord | null>;
  /** Pairs that this voter was shown. */
  pairsShown(voter: string): Promise<string[]>;
  /** Returns false if this voter has seen that pair before. The newest `MOST_OPEN_DUELS` are kept until they are decided. */
  addDuel(duel: Omit<DuelRecord, 'choice'>): Promise<boolean>;
  /** Decides a duel of that voter once; null if there is no such duel or it was decided. The newest `MOST_DECIDED_DUELS` are kept. */
  vote(id: string, voter: string, choice: DuelChoice): Promise<DuelRecord | null>;
  /** A duel that this voter has decided. */
  decided(id: string, voter: string): Promise<DuelRecord | null>;
  /** All decided duels that are kept, counted in the database because there are many. */
  tally(): Promise<DuelTally>;
}
