import type { Audience } from './audience';
import type { Hall } from './hall';

/** The server's audience: what this process commits is told to the watchers it has. */
export function socketAudience(hall: Hall): Audience {
  return {
    events: (match, stored) => hall.tell(match, stored),
    card: (match) => hall.tell(match, []),
    thought: (match, message) => hall.think(match, message),
  };
}
