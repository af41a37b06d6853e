/** Sums the watchers of a match over all web processes, which tell each other their counts. */

/** Counts of one process, in parts that fit into one notice of Postgres. `isFirst` replaces what that process told before. */
export interface WatcherNews {
  from: string;
  counts: readonly (readonly [matchId: string, count: number])[];
  isFirst: boolean;
}

export interface WatcherCountOptions {
  processId: string;
  /** Tells the other processes. A lost message is repaired by the next. */
  tell(news: WatcherNews): void;
  /** Watchers in this process, by match. */
  here(): Map<string, number>;
  /** Called when the sum changes because of another process. */
  changed(matchId: string): void;
  everyMs?: number;
  now?(): number;
}

const EVERY_MS = 2_000;
/** Repeated although nothing changed, for processes that have just started. */
const REPEAT_MS = 10_000;
/** A process that is silent for this long is considered gone. */
const SILENT_MS = 25_000;
/** A match's id has at most 64 characters, a notice of Postgres 8,000 bytes. */
const MOST_IN_A_PART = 80;

interface Known {
  at: number;
  counts: Map<string, number>;
}

export class WatcherCount {
  readonly #options: WatcherCountOptions;
  readonly #others = new Map<string, Known>();
  readonly #now: () => number;
  #told = '';
  #toldAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: WatcherCountOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), this.#options.everyMs ?? EVERY_MS);
    this.#timer.unref();
  }

  elsewhere(matchId: string): number {
    let sum = 0;
    for (const { counts } of this.#others.values()) sum += counts.get(matchId) ?? 0;
    return sum;
  }

  hear({ from, counts, isFirst }: WatcherNews): void {
    if (from === this.#options.processId) return;
    const before = this.#others.get(from)?.counts ?? new Map<string, number>();
    const after = new Map(isFirst ? counts : [...before, ...counts]);
    this.#others.set(from, { at: this.#now(), counts: after });
    this.#announce(before, after);
  }

  /** Tells what has changed here, and forgets processes that have gone. */
  look(): void {
    const here = [...this.#options.here()].filter(([, count]) => count > 0);
    const text = JSON.stringify(here);
    const isNews = text !== this.#told && !(this.#told === '' && here.length === 0);
    if (isNews || (here.length > 0 && this.#now() - this.#toldAt >= REPEAT_MS)) this.#tell(here, text);
    for (const [id, { at, counts }] of this.#others) {
      if (this.#now() - at < SILENT_MS) continue;
      this.#others.delete(id);
      this.#announce(counts, new Map());
    }
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    if (this.#told !== '' && this.#told !== '[]') this.#tell([], '[]');
  }

  #tell(counts: WatcherNews['counts'], text: string): void {
    this.#told = text;
    this.#toldAt = this.#now();
    const { processId: from } = this.#options;
    for (let at = 0; at === 0 || at < counts.length; at += MOST_IN_A_PART) {
      this.#options.tell({ from, counts: counts.slice(at, at + MOST_IN_A_PART), isFirst: at === 0 });
    }
  }

  #announce(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): void {
    const ids = new Set([...before.keys(), ...after.keys()]);
    for (const id of ids) if (before.get(id) !== after.get(id)) this.#options.changed(id);
  }
}
