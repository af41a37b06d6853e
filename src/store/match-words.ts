/** The words a match is described with, in the database and on the wire. Imports nothing. */

export const MATCH_STATUSES = ['running', 'paused', 'finished', 'aborted', 'failed'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

export const VISIBILITIES = ['open', 'public'] as const;
/** open: everything is shown while it runs. public: private things and the seed stay private until the end. */
export type Visibility = (typeof VISIBILITIES)[number];

export interface SeatCard {
  seat: string;
  /** Who plays it: a scripted policy now; person, model, remote later. */
  kind: 'script';
  policy: string;
}
