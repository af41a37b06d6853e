/** A season of rated worlds. Its key stays secret in this database until it closes. */
export interface SeasonRecord {
  id: string;
  /** Published when the season opens. */
  keyHash: string;
  key: string;
  openedAt: Date;
  closedAt: Date | null;
}

export interface SeasonStore {
  open(season: Pick<SeasonRecord, 'id' | 'keyHash' | 'key'>): Promise<SeasonRecord>;
  get(id: string): Promise<SeasonRecord | null>;
  /** Newest first. */
  list(): Promise<SeasonRecord[]>;
  /** The closed season, also if it was closed before; notifies every process (`season`). null if unknown. */
  close(id: string): Promise<SeasonRecord | null>;
  /** The number of the first world that nobody has played. */
  nextWorld(id: string): Promise<number>;
}
