/** The messages between the processes of the stream's benchmark. Moments are nanoseconds of the machine's one monotonic clock. */

export type ServerOrder =
  | { do: 'open match' }
  | { do: 'play turn' }
  | { do: 'emit bare' }
  /** The server's child plays a tournament at the same time, or rests. */
  | { do: 'tournament'; plays: boolean }
  | { do: 'stop' };

export type ServerNews =
  | { news: 'ready'; port: number; barePort: number }
  | { news: 'match'; matchId: string }
  /** `done`: matches of the tournament so far. */
  | { news: 'tournament'; done: number }
  /** `head`: the frame that the watchers wait for; `bytes`: the size of the message as JSON. */
  | { news: 'told'; at: string; head: number; bytes: number; over: boolean };

export type WatchersOrder =
  | { do: 'connect'; port: number; barePort: number; count: number }
  | { do: 'watch'; matchId: string }
  | { do: 'stop' };

export type WatchersNews =
  | { news: 'connected' }
  | { news: 'watching' }
  /** Every watcher has the frame `head` (of the match, or of the bare emit): when each got it. */
  | { news: 'heard'; side: 'mandi' | 'bare'; head: number; at: string[] };

/** A clock that all processes of a machine share. */
export function moment(): bigint {
  return process.hrtime.bigint();
}
