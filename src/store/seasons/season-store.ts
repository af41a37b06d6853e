/** A season of rated worlds. Its key is a secret of this database until it closes. */
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
  /** The season as it was closed, now or before, of which every process hears (`season`); null: there is none. */
  close(id: string): Promise<SeasonRecord | null>;
  /** How many of its worlds are used up: the number of the first that nobody has played. */
  nextWorld(id: string): Promise<number>;
}
