import type { GameEvent } from '~/contract/game';
import type { MatchCard } from '~/live/protocol';

/** The header with which the server passes a moment to the page's picture; removed from clients' requests. */
export const MOMENT_HEADER = 'x-mandi-moment';

/** The same for the description in previews. */
export const ABOUT_HEADER = 'x-mandi-about';

/** Who asks for the picture: a visitor as limits count them, or `operator`. Removed like the others. */
export const VISITOR_HEADER = 'x-mandi-visitor';

/** What a picture of a match may show: what any watcher could see at that instant. */
export interface SharedMoment {
  /** For caches: equal keys, equal pictures. */
  key: string;
  card: MatchCard;
  view: object;
  /** The newest events up to the instant, newest last; null: hidden. */
  events: readonly (GameEvent | null)[];
  /** It is the end of a finished match. */
  isEnd: boolean;
  /** The scores at the end, in games that score the gain; null: not known in time, or another game. */
  gains: Readonly<Record<string, number>> | null;
}

export function writeMoment(moment: SharedMoment): string {
  return encodeURIComponent(JSON.stringify(moment));
}

/** null: there is nothing to show. */
export function readMoment(header: string | null): SharedMoment | null {
  return header === null ? null : (JSON.parse(decodeURIComponent(header)) as SharedMoment);
}
