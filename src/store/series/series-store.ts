import type { GameKey } from '~/contract/game-ref';
import type { MatchRecord } from '../match-record';

export const SERIES_STATUSES = ['running', 'finished', 'failed'] as const;
export type SeriesStatus = (typeof SERIES_STATUSES)[number];

/** Several matches that count as one. Its matches are matches like any other. */
export interface SeriesRecord {
  id: string;
  game: GameKey;
  version: number;
  /** Which of the game's kinds of series. */
  kind: string;
  /** Of the first match, as the game reads it. */
  config: unknown;
  /** In order: a policy's id, an agent's `name@version`, or `open`: whoever takes the seat in the first match. */
  players: string[];
  /** What a turn may take that waits for somebody; null: nobody sits down. */
  clockSeconds: number | null;
  status: SeriesStatus;
  /** By player; null: it is not over. */
  scores: (number | null)[] | null;
  fault: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export type NewSeries = Pick<SeriesRecord, 'id' | 'game' | 'version' | 'kind' | 'config' | 'players'> &
  Partial<Pick<SeriesRecord, 'clockSeconds'>>;
export type SeriesEnd = Pick<SeriesRecord, 'scores' | 'fault'> & { status: Exclude<SeriesStatus, 'running'> };

export interface SeriesStore {
  create(series: NewSeries): Promise<SeriesRecord>;
  get(id: string): Promise<SeriesRecord | null>;
  /** In their order. */
  matches(id: string): Promise<MatchRecord[]>;
  /** Ids of those that run and of which no match is under way: somebody has to say what comes next. A tournament's are its workers' own. */
  due(limit: number): Promise<string[]>;
  /** Ends it, and tells what its matches kept back, of which every process hears; false: it was over. */
  end(id: string, end: SeriesEnd): Promise<boolean>;
}
