/** The sessions of one door: a slot each, given back however a socket goes; those made over HTTP go after idle minutes. */
import { randomBytes } from 'node:crypto';
import { FrameSession } from './frame-session';
import type { RpcSessions } from './json-rpc';
import type { DoorMeans } from './means';

/** One that was made over HTTP and is used by nobody for so long is forgotten. */
const IDLE_MS = 30 * 60_000;

interface Kept {
  session: FrameSession;
  usedAt: number;
  attached: boolean;
  /** Goes when its socket does. */
  closing: boolean;
}

export class SessionPool implements RpcSessions {
  readonly most: number;
  /** Of every session. */
  readonly means: DoorMeans;
  #sockets = 0;
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;

  constructor(most: number, means: DoorMeans = {}, now: () => number = Date.now) {
    this.most = most;
    this.means = means;
    this.#now = now;
  }

  get taken(): number {
    return this.#sockets + this.#kept.size;
  }

  /** A socket's own session; null: every slot is taken. */
  open(): { session: FrameSession; leave(): void } | null {
    this.#sweep();
    if (this.taken >= this.most) return null;
    this.#sockets += 1;
    const session = new FrameSession(this.means);
    let here = true;
    const leave = () => {
      if (!here) return;
      this.#sockets -= 1;
      here = false;
      session.desk.leave();
    };
    return { session, leave };
  }

  create(): string | null {
    this.#sweep();
    if (this.taken >= this.most) return null;
    const id = randomBytes(12).toString('base64url');
    this.#kept.set(id, { session: new FrameSession(this.means), usedAt: this.#now(), attached: false, closing: false });
    return id;
  }

  find(id: string): FrameSession | null {
    const kept = this.#kept.get(id);
    if (!kept) return null;
    kept.usedAt = this.#now();
    return kept.session;
  }

  close(id: string): 'closed' | 'closing' | null {
    const kept = this.#kept.get(id);
    if (!kept) return null;
    if (!kept.attached) {
      this.#forget(id, kept);
      return 'closed';
    }
    kept.closing = true;
    return 'closing';
  }

  /** One socket at a time may speak in a kept session; leaving it leaves the session. */
  attach(id: string): { session: FrameSession; leave(): void } | null {
    const kept = this.#kept.get(id);
    if (!kept || kept.attached) return null;
    kept.attached = true;
    const leave = () => {
      kept.attached = false;
      kept.usedAt = this.#now();
      if (kept.closing) this.#forget(id, kept);
    };
    return { session: kept.session, leave };
  }

  #sweep(): void {
    const before = this.#now() - IDLE_MS;
    for (const [id, kept] of this.#kept) if (!kept.attached && kept.usedAt < before) this.#forget(id, kept);
  }

  #forget(id: string, { session }: Kept): void {
    this.#kept.delete(id);
    session.desk.leave();
  }
}
