/**
 * One of the web processes on a database is the hub: it keeps what can only be in one place (exports, OpenEnv sessions made over HTTP,
 * inference workers with their meter and budgets). The others send what concerns those to it. When it is gone, another takes its part.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { HubHolder, PeerStore } from '~/store/peers/peer-store';

/** A hub that is not heard of for so long has gone. */
const HOLD_MS = 6_000;
const TICK_MS = 2_000;
const LOOK_MS = 5_000;
/** The header by which processes of one database know each other's requests. */
export const HUB_KEY = 'x-mandi-hub-key';

export interface HubPlace {
  /** `http://10.0.0.3:3000`, without a path. */
  url: string;
  process: string;
  key: string;
}

export interface HubLineOptions {
  store: Pick<PeerStore, 'holdHub' | 'leaveHub'>;
  /** This process, and where others reach it. */
  self: HubHolder;
  /** What processes of this database show each other. */
  key: string;
  onFault(fault: unknown): void;
  /** Another process than before has the part; `isHere`: this one. */
  onChange?(isHere: boolean): void;
  tickMs?: number;
  holdMs?: number;
}

const healthShape = z.object({ process: z.string() });

export class HubLine {
  readonly #options: HubLineOptions;
  #holder: HubHolder;
  /** Not this process, and it answers. */
  #place: HubPlace | null = null;
  #timer: NodeJS.Timeout | null = null;
  #ticking: Promise<void> = Promise.resolve();

  constructor(options: HubLineOptions) {
    this.#options = options;
    this.#holder = options.self;
  }

  /** Where to send what concerns the hub; null: it is done here. */
  get place(): HubPlace | null {
    return this.#place;
  }

  async start(): Promise<void> {
    await this.#tick();
    this.#timer = setInterval(() => {
      this.#ticking = this.#ticking.then(() => this.#tick());
    }, this.#options.tickMs ?? TICK_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#ticking;
    await this.#options.store.leaveHub(this.#options.self.process).catch(() => undefined);
  }

  /** Was this request sent by another process of this database? It has been checked there, and is never sent on. */
  isFromPeer(request: Pick<IncomingMessage, 'headers'>): boolean {
    const shown = request.headers[HUB_KEY];
    return typeof shown === 'string' && timingSafeEqual(digest(shown), digest(this.#options.key));
  }

  /** Never rejects: while the database is away, everything stays as it was. */
  async #tick(): Promise<void> {
    const { store, self, holdMs = HOLD_MS, onFault, onChange } = this.#options;
    try {
      const holder = await store.holdHub(self, holdMs);
      const isHere = holder.process === self.process;
      const isNew = holder.process !== this.#holder.process;
      this.#holder = holder;
      this.#place = isHere || !(await answersAs(holder)) ? null : { ...holder, key: this.#options.key };
      if (isNew) onChange?.(isHere);
    } catch (fault) {
      onFault(fault);
    }
  }
}

/** An address that only means something on another machine (127.0.0.1) leads to somebody else, or to nobody. */
async function answersAs({ url, process }: HubHolder): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(LOOK_MS) });
    return healthShape.safeParse(await answer.json()).data?.process === process;
  } catch {
    return false;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
