/** Records a session's calls before they are answered, and replays them if the process that had the session is gone. */
import { createHash } from 'node:crypto';
import type { KeptCall, SessionKeeper } from '~/lib/sessions/session-keeper';

/** The result of a call. */
interface Seen {
  observation: unknown;
  reward: number | null;
  done: boolean;
}

/** Another process has continued the session. */
export class SessionMoved extends Error {
  override readonly name = 'SessionMoved';
}

export interface JournalEars {
  /** Called when the local session is out of date. */
  moved(): void;
  onFault?: ((fault: unknown) => void) | undefined;
}

export class Journal {
  /** Nothing is recorded during a replay. */
  #isReplaying = false;
  #place = 0;
  readonly #keeper: SessionKeeper;
  readonly #id: string;
  readonly #ears: JournalEars;

  constructor(keeper: SessionKeeper, id: string, ears: JournalEars) {
    this.#keeper = keeper;
    this.#id = id;
    this.#ears = ears;
  }

  /** A played call is answered even if it could not be recorded; it is then lost with this process, as without a journal. */
  async note(kind: KeptCall['kind'], sent: unknown, answer: Seen): Promise<void> {
    if (this.#isReplaying) return;
    try {
      await this.#write(kind, sent, answer);
    } catch (fault) {
      this.#place = 0;
      if (!(fault instanceof SessionMoved)) return this.#ears.onFault?.(fault);
      this.#ears.moved();
      throw fault;
    }
  }

  /** A reset starts a new record if the episode is over or at a shared table (whose token is not stored). */
  async #write(kind: KeptCall['kind'], sent: unknown, answer: Seen): Promise<void> {
    if (kind === 'reset') {
      this.#place = 0;
      await this.#keeper.clear(this.#id);
    }
    if (isAtTable(kind, sent) || (kind === 'step' && this.#place === 0)) return;
    if (answer.done) {
      this.#place = 0;
      return this.#keeper.clear(this.#id);
    }
    this.#place += 1;
    const isNext = await this.#keeper.note(this.#id, this.#place, { kind, sent: sent ?? null, seen: seenIn(answer) });
    if (!isNext) throw new SessionMoved('another web process has taken over this session: send the request again');
  }

  /** False if the result differs, because a player is not deterministic. Then the session has no episode. */
  async replay(calls: readonly KeptCall[], play: (call: KeptCall) => Promise<Seen | null>): Promise<boolean> {
    this.#isReplaying = true;
    try {
      for (const call of calls) {
        const answer = await play(call);
        if (answer === null || seenIn(answer) !== call.seen) return false;
      }
      this.#place = calls.length;
      return true;
    } finally {
      this.#isReplaying = false;
    }
  }
}

function isAtTable(kind: KeptCall['kind'], sent: unknown): boolean {
  return kind === 'reset' && typeof sent === 'object' && sent !== null && 'match' in sent && sent.match !== null;
}

function seenIn({ observation, reward, done }: Seen): string {
  return createHash('sha256')
    .update(JSON.stringify([observation, reward, done]))
    .digest('hex');
}
