import type { ThoughtMessage } from '~/live/protocol';
import type { LiveSocket } from '../live-socket';

export interface Thought {
  turn: number;
  round: number;
  agent: string;
  /** All of the reply so far. */
  text: string;
  /** When its first piece came, by this machine's clock. */
  since: number;
}

export interface Thinking {
  /** By seat: what is being written at this moment. */
  thoughts: Readonly<Record<string, Thought>>;
  /** How many thoughts have come to their end: the turns are to be asked for again. */
  decided: number;
}

export const NO_THINKING: Thinking = { thoughts: {}, decided: 0 };

/** What is known after a message: a growing reply keeps its beginning, a decision ends it. */
export function hearThought(before: Thinking, { seat, turn, round, agent, text }: Omit<ThoughtMessage, 'matchId'>, now: number): Thinking {
  const { [seat]: old, ...others } = before.thoughts;
  if (text === null) return { thoughts: others, decided: before.decided + 1 };
  const since = old && old.turn === turn && old.agent === agent ? old.since : now;
  return { ...before, thoughts: { ...others, [seat]: { turn, round, agent, text, since } } };
}

/** Hears what the agents of one match write, over the socket by which that match is watched; the server tells it to who may know. */
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

  /** Ends that are missed while the line is down would leave thoughts that nobody ends. */
  private readonly onLost = (): void => this.change({ thoughts: {}, decided: this.state.decided + 1 });

  private change(state: Thinking): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
