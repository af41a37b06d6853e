import type { EnvLog, EnvOutside, EnvSession } from '~/contract/env';
import type { Reading } from '~/contract/game';

/** Services of an endpoint beyond the rules: on the main server a store of matches and tables, stand-alone none. */
export interface EndpointMeans extends EnvOutside {
  /** Stores an episode as a match and returns the match's id. */
  keep?(record: EnvLog): Promise<string>;
  /** Takes a seat in a running match; refused with a sentence, or played from there. */
  sit?(place: TablePlace): Promise<Reading<EnvSession>>;
  /** Receives errors that belong to no call. */
  onFault?(fault: unknown): void;
}

/** A seat at a shared table, and its token. */
export interface TablePlace {
  match: string;
  seat: string;
  token: string;
  reward: 'classic' | 'potential';
}
