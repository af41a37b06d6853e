import type { Audience } from './audience';
import type { Broadcaster } from './broadcaster';

/** The server's audience: sends this process's commits to its watchers. */
export function socketAudience(broadcaster: Broadcaster): Audience {
  return {
    events: (match, stored) => broadcaster.tell(match, stored),
    card: (match) => broadcaster.tell(match, []),
    thought: (match, message) => broadcaster.think(match, message),
  };
}
