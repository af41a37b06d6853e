import type { Audience } from './audience';
import type { Broadcaster } from './broadcaster';

/** The server's audience: what this process commits is told to the watchers it has. */
export function socketAudience(broadcaster: Broadcaster): Audience {
  return {
    events: (match, stored) => broadcaster.tell(match, stored),
    card: (match) => broadcaster.tell(match, []),
    thought: (match, message) => broadcaster.think(match, message),
  };
}
