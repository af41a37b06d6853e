import type { GameEvent } from '~/contract/game';
import type { MatchCard } from '~/live/protocol';

/** The request header in which the server hands a moment to the page's own picture; what a client sends under it is thrown away. */
export const MOMENT_HEADER = 'x-mandi-moment';

/** The same for a line about the match in previews of its page. */
export const ABOUT_HEADER = 'x-mandi-about';

/** What a picture may show of a match: what any watcher could see of it at that instant. */
export interface SharedMoment {
  /** For caches: equal keys, equal pictures. */
  key: string;
  card: MatchCard;
  view: object;
  /** The newest events up to the instant, the newest last; null: nobody may see it. */
  events: readonly (GameEvent | null)[];
  /** It is the end of a match that is over. */
  isEnd: boolean;
}

export function writeMoment(moment: SharedMoment): string {
  return encodeURIComponent(JSON.stringify(moment));
}

/** null: there is nothing to show. */
export function readMoment(header: string | null): SharedMoment | null {
  return header === null ? null : (JSON.parse(decodeURIComponent(header)) as SharedMoment);
}
