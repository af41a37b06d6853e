/**
 * One of the web processes on a database is the hub: it has what can exist only once (exports, OpenEnv sessions over HTTP, inference
 * workers with their meter and budgets). The others forward to it. If it disappears, another process becomes the hub.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { HubHolder, PeerStore } from '~/store/peers/peer-store';

/** A hub not heard of for this long is gone. */
const HOLD_MS = 6_000;
const TICK_MS = 2_000;
const LOOK_MS = 5_000;
/** Header with which processes of one database authenticate to each other. */
export const HUB_KEY = 'x-mandi-hub-key';

export interface HubPlace {
  /** `http://10.0.0.3:3000`, without a path. */
  url: string;
  process: string;
  key: string;
}

export interface HubLineOptions {
  store: Pick<PeerStore, 'holdHub' | 'leaveHub'>;
  /** This process, and its address for the others. */
  self: HubHolder;
  /** The shared key of this database's processes. */
  key: string;
  onFault(fault: unknown): void;
  /** Called when the hub changes; `isHere`: to this process. */
  onChange?(isHere: boolean): void;
  tickMs?: number;
  holdMs?: number;
}

const healthShape = z.object({ process: z.string() });

export class HubLine {
  readonly #options: HubLineOptions;
  #holder: HubHolder;
  /** The hub, if it is another process and answers. */
  #place: HubPlace | null = null;
  #timer: NodeJS.Timeout | null = null;
  #ticking: Promise<void> = Promise.resolve();

  constructor(options: HubLineOptions) {
    this.#options = options;
    this.#holder = options.self;
  }

  /** Where to forward hub requests; null: handle them here. */
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

  /** Whether another process of this database sent the request. It was checked there and is never forwarded again. */
  isFromPeer(request: Pick<IncomingMessage, 'headers'>): boolean {
    const shown = request.headers[HUB_KEY];
    return typeof shown === 'string' && timingSafeEqual(digest(shown), digest(this.#options.key));
  }

  /** Never rejects. While the database is unavailable, nothing changes. */
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

/** An address such as 127.0.0.1 from another machine would reach a different server or none. */
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
