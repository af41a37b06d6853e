/** The sessions of one endpoint, one slot each. A slot is released however its socket closes; sessions over HTTP expire when idle. */
import { randomBytes } from 'node:crypto';
import { after, type Soon } from '~/lib/play/soon';
import type { SessionKeeper } from '~/lib/sessions/session-keeper';
import { FrameSession } from './frame-session';
import { Journal } from './journal';
import type { RpcSessions } from './json-rpc';
import type { EndpointMeans } from './means';

/** Lifetime of an unused session over HTTP. */
const IDLE_MS = 30 * 60_000;

interface Kept {
  session: FrameSession;
  usedAt: number;
  attached: boolean;
  /** Ends with its socket. */
  closing: boolean;
}

export interface PoolOptions {
  now?: () => number;
  keeper?: SessionKeeper | null;
}

export class SessionPool implements RpcSessions {
  readonly most: number;
  /** Shared by all sessions. */
  readonly means: EndpointMeans;
  #sockets = 0;
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;
  readonly #keeper: SessionKeeper | null;
  /** Sessions being replayed. */
  readonly #restoring = new Map<string, Promise<Kept | null>>();

  /** `keeper`: stores sessions over HTTP, so that they outlive this process. */
  constructor(most: number, means: EndpointMeans = {}, { now = Date.now, keeper = null }: PoolOptions = {}) {
    this.most = most;
    this.means = means;
    this.#now = now;
    this.#keeper = keeper;
  }

  get taken(): number {
    return this.#sockets + this.#kept.size;
  }

  /** A socket's own session; null if no slot is free. */
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
      session.service.leave();
    };
    return { session, leave };
  }

  create(): Soon<string | null> {
    this.#sweep();
    if (this.taken >= this.most) return null;
    const id = randomBytes(12).toString('base64url');
    this.#add(id);
    return this.#keeper === null ? id : this.#keeper.clear(id).then(() => id);
  }

  find(id: string): Soon<FrameSession | null> {
    return after(this.#known(id), (kept) => {
      if (kept === null) return null;
      kept.usedAt = this.#now();
      return kept.session;
    });
  }

  close(id: string): Soon<'closed' | 'closing' | null> {
    return after(this.#known(id), (kept) => {
      if (kept === null) return null;
      if (!kept.attached) return after(this.#forget(id, kept), () => 'closed' as const);
      kept.closing = true;
      return 'closing';
    });
  }

  /** Attaches a socket to a stored session, one at a time. Leaving only detaches it. */
  attach(id: string): Soon<{ session: FrameSession; leave(): void } | null> {
    return after(this.#known(id), (kept) => {
      if (kept === null || kept.attached) return null;
      kept.attached = true;
      const leave = () => {
        kept.attached = false;
        kept.usedAt = this.#now();
        if (kept.closing) void this.#forget(id, kept);
      };
      return { session: kept.session, leave };
    });
  }

  /** Another process has them now; if needed here again, they are loaded again. */
  letGo(): void {
    if (this.#keeper === null) return;
    for (const [id, kept] of this.#kept) if (!kept.attached) this.#kept.delete(id);
  }

  #known(id: string): Soon<Kept | null> {
    return this.#restoring.get(id) ?? this.#kept.get(id) ?? this.#restore(id);
  }

  #add(id: string): Kept & { journal: Journal | null } {
    const journal =
      this.#keeper === null ? null : new Journal(this.#keeper, id, { moved: () => this.#kept.delete(id), onFault: this.means.onFault });
    const kept = { session: new FrameSession(this.means, journal), usedAt: this.#now(), attached: false, closing: false };
    this.#kept.set(id, kept);
    return Object.assign(kept, { journal });
  }

  /** Replays a session of a process that is gone. If that fails, the session exists without an episode. */
  #restore(id: string): Soon<Kept | null> {
    if (this.#keeper === null) return null;
    const restoring = this.#playAgain(id, this.#keeper).finally(() => this.#restoring.delete(id));
    this.#restoring.set(id, restoring);
    return restoring;
  }

  async #playAgain(id: string, keeper: SessionKeeper): Promise<Kept | null> {
    const calls = await keeper.load(id);
    if (calls === null || this.taken >= this.most) return null;
    const kept = this.#add(id);
    const { service } = kept.session;
    const isSame = await kept.journal?.replay(calls, async ({ kind, sent }) => {
      const answer = await (kind === 'reset' ? service.reset(sent) : service.step(sent));
      return answer.ok ? answer : null;
    });
    if (isSame === true) return kept;
    service.leave();
    await keeper.clear(id);
    return this.#add(id);
  }

  #sweep(): void {
    const before = this.#now() - IDLE_MS;
    for (const [id, kept] of this.#kept) if (!kept.attached && kept.usedAt < before) void this.#forget(id, kept);
  }

  /** Removes it here first and then from the store, from which it could otherwise be restored. */
  #forget(id: string, { session }: Kept): Soon<void> {
    this.#kept.delete(id);
    session.service.leave();
    return this.#keeper?.remove(id).catch((fault: unknown) => this.means.onFault?.(fault));
  }
}
