import type { EnvLog, EnvOutside, EnvSession } from '~/contract/env';
import type { Reading } from '~/contract/game';

/** What an endpoint has besides the rules: on the main server a store of matches and tables, alone nothing of this. */
export interface EndpointMeans extends EnvOutside {
  /** Keeps an episode as a match, and answers the match's id. */
  keep?(record: EnvLog): Promise<string>;
  /** Sits down in a seat of a running match; refused in a sentence, or played from there. */
  sit?(place: TablePlace): Promise<Reading<EnvSession>>;
  /** Something went wrong that nobody waits to hear. */
  onFault?(fault: unknown): void;
}

/** A seat at a shared table, and the token that opens it. */
export interface TablePlace {
  match: string;
  seat: string;
  token: string;
  reward: 'classic' | 'potential';
}
