import type { ThoughtMessage } from '~/live/protocol';
import type { LiveSocket } from '../live-socket';

export interface Thought {
  turn: number;
  round: number;
  agent: string;
  /** The reply so far. */
  text: string;
  /** When its first piece arrived, by this machine's clock. */
  since: number;
}

export interface Thinking {
  /** By seat: the reply being written. */
  thoughts: Readonly<Record<string, Thought>>;
  /** Number of completed thoughts; when it changes, refetch the turns. */
  decided: number;
}

export const NO_THINKING: Thinking = { thoughts: {}, decided: 0 };

/** The state after a message: a growing reply keeps its start time, a decision ends it. */
export function hearThought(before: Thinking, { seat, turn, round, agent, text }: Omit<ThoughtMessage, 'matchId'>, now: number): Thinking {
  const { [seat]: old, ...others } = before.thoughts;
  if (text === null) return { thoughts: others, decided: before.decided + 1 };
  const since = old && old.turn === turn && old.agent === agent ? old.since : now;
  return { ...before, thoughts: { ...others, [seat]: { turn, round, agent, text, since } } };
}

/**
 * Receives what the agents of one match write, over the socket on which the match is watched. The server sends it only to those who may see
 * it.
 */
export class ThoughtStream {
  private state: Thinking = NO_THINKING;
  private readonly listeners = new Set<() => void>();
  private readonly matchId: string;
  private readonly socketOf: () => LiveSocket;

  constructor(matchId: string, socketOf: () => LiveSocket) {
    this.matchId = matchId;
    this.socketOf = socketOf;
  }

  readonly snapshot = (): Thinking => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.listeners.size === 0) this.socketOf().on('thought', this.onThought).on('disconnect', this.onLost);
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.socketOf().off('thought', this.onThought).off('disconnect', this.onLost);
    };
  };

  private readonly onThought = (message: ThoughtMessage): void => {
    if (message.matchId === this.matchId) this.change(hearThought(this.state, message, Date.now()));
  };

  /** Ends missed during a disconnect would otherwise leave thoughts open forever. */
  private readonly onLost = (): void => this.change({ thoughts: {}, decided: this.state.decided + 1 });

  private change(state: Thinking): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
