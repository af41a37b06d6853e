import type { GameKey } from '~/contract/game-ref';
import type { MatchRecord } from '../match-record';

export const SERIES_STATUSES = ['running', 'finished', 'failed'] as const;
export type SeriesStatus = (typeof SERIES_STATUSES)[number];

/** Several matches that count as one. They are otherwise ordinary matches. */
export interface SeriesRecord {
  id: string;
  game: GameKey;
  version: number;
  /** One of the game's kinds of series. */
  kind: string;
  /** The first match's configuration, parsed by the game. */
  config: unknown;
  /** In order: a policy's id, an agent's `name@version`, or `open`: whoever claims the seat in the first match. */
  players: string[];
  /** Seconds per turn that waits for a player; null: nobody sits down. */
  clockSeconds: number | null;
  status: SeriesStatus;
  /** By player; null until it is over. */
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
  /** In playing order. */
  matches(id: string): Promise<MatchRecord[]>;
  /** Ids of running series without a match in progress, which need a next match or an end. Without those of tournaments. */
  due(limit: number): Promise<string[]>;
  /** Ends it and reveals what its matches kept hidden; notifies every process. Returns false if it was already over. */
  end(id: string, end: SeriesEnd): Promise<boolean>;
}
