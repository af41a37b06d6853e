/** Stores a ledger's budgets in a book shared with other processes: read before a call, written before it is sent and afterwards. */
import { randomUUID } from 'node:crypto';
import { addSums, type SpendingBook } from '~/lib/spending/spending-book';
import type { Entry } from './ledger';

export interface BookKeeperOptions {
  book: SpendingBook;
  /** The id of the book. */
  bookId: string;
  /** Called if the book cannot be read or written. */
  onFault(fault: unknown): void;
  /** Maximum wait for the book. While the database is unavailable, only this process's counts apply. */
  patienceMs?: number;
}

/** How often other processes' counts are read. */
const LOOK_EVERY_MS = 1_000;
const PATIENCE_MS = 1_000;
const AGAIN_MS = 5_000;

export class BookKeeper {
  readonly bookId: string;
  private readonly options: BookKeeperOptions;
  private readonly writer = randomUUID();
  private readonly unwritten = new Set<Entry>();
  private writing: Promise<void> = Promise.resolve();
  private next: Promise<void> | null = null;
  private again: NodeJS.Timeout | null = null;

  constructor(options: BookKeeperOptions) {
    this.options = options;
    this.bookId = options.bookId;
  }

  /** Never rejects. */
  async look(entries: readonly Entry[]): Promise<void> {
    const old = entries.filter(({ readAt }) => readAt === null || performance.now() - readAt > LOOK_EVERY_MS);
    if (old.length > 0) await this.patiently(this.read(old));
  }

  /** Resolves once the counts so far are written. Never rejects. */
  async note(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    for (const entry of entries) this.unwritten.add(entry);
    await this.patiently(this.flush());
  }

  /** Writes what is not written yet, if the book is available. */
  async close(): Promise<void> {
    if (this.unwritten.size > 0) await this.patiently(this.flush());
    if (this.again) clearTimeout(this.again);
  }

  /** One write at a time, so that an older sum never follows a newer one. Changes in the meantime are combined in the next write. */
  private flush(): Promise<void> {
    this.next ??= this.writing.then(() => {
      this.next = null;
      this.writing = this.write();
      return this.writing;
    });
    return this.next;
  }

  private async write(): Promise<void> {
    const entries = [...this.unwritten];
    this.unwritten.clear();
    try {
      const unread = entries.filter(({ readAt }) => readAt === null);
      if (unread.length > 0) await this.readNow(unread);
      await this.options.book.write(
        this.writer,
        entries.map(({ kind, name, here }) => ({ kind, name, ...here })),
      );
    } catch (fault) {
      for (const entry of entries) this.unwritten.add(entry);
      this.options.onFault(fault);
      this.again ??= setTimeout(() => {
        this.again = null;
        void this.flush();
      }, AGAIN_MS).unref();
    }
  }

  private async read(entries: readonly Entry[]): Promise<void> {
    try {
      await this.readNow(entries);
    } catch (fault) {
      this.options.onFault(fault);
    }
  }

  private async readNow(entries: readonly Entry[]): Promise<void> {
    const readings = await this.options.book.read(this.writer, entries);
    for (const [at, entry] of entries.entries()) {
      const reading = readings[at];
      if (!reading) continue;
      // This process dropped the account from memory earlier, but what it wrote then still counts as its own.
      if (entry.readAt === null) entry.here = addSums(entry.here, { ...reading.own, held: 0 });
      entry.elsewhere = reading.others;
      entry.readAt = performance.now();
    }
  }

  private async patiently(work: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.options.patienceMs ?? PATIENCE_MS);
    });
    await Promise.race([work, enough]);
    clearTimeout(timer);
  }
}
