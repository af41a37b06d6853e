/** How many watch a match at all processes of a database: each tells the others now and then. */
export interface WatcherCountOptions {
  /** Writes down how many watch here, and answers how many do so elsewhere. */
  share(here: ReadonlyMap<string, number>): Promise<Map<string, number>>;
  /** How many watch here, by match. */
  here(): Map<string, number>;
  /** The sum has changed elsewhere. */
  changed(matchId: string): void;
  onFault(fault: unknown): void;
  everyMs?: number;
}

const EVERY_MS = 2_000;

export class WatcherCount {
  readonly #options: WatcherCountOptions;
  #elsewhere = new Map<string, number>();
  #toldSome = false;
  #timer: NodeJS.Timeout | null = null;
  #sharing: Promise<void> = Promise.resolve();

  constructor(options: WatcherCountOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#sharing = this.#sharing.then(() => this.#share());
    }, this.#options.everyMs ?? EVERY_MS);
    this.#timer.unref();
  }

  elsewhere(matchId: string): number {
    return this.#elsewhere.get(matchId) ?? 0;
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#sharing;
    if (this.#toldSome) await this.#options.share(new Map()).catch(() => undefined);
  }

  async #share(): Promise<void> {
    const here = this.#options.here();
    if (here.size === 0 && !this.#toldSome) return;
    try {
      const before = this.#elsewhere;
      this.#elsewhere = await this.#options.share(here);
      this.#toldSome = here.size > 0;
      for (const id of here.keys()) if (this.#elsewhere.get(id) !== before.get(id)) this.#options.changed(id);
    } catch (fault) {
      this.#options.onFault(fault);
    }
  }
}
