import { runMatch } from './run-match';
import type { Services } from './services';
import { Wake } from './wake';

/** How often a process looks for matches that nobody runs (their process died). */
const LOOK_FOR_ORPHANS_MS = 2_000;
const ORPHANS_AT_ONCE = 50;

/** The matches that this process runs; adopts those that other processes left behind. */
export class Crew {
  private readonly services: Services;
  private readonly running = new Map<string, { wake: Wake; end: Promise<void> }>();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private stopListening: (() => Promise<void>) | null = null;
  private looking: Promise<void> = Promise.resolve();

  constructor(services: Services) {
    this.services = services;
  }

  /** Adopts what is left behind now, and keeps looking. */
  async start(): Promise<void> {
    this.stopListening = await this.services.store.listen((notice) => {
      if (notice.kind === 'control') this.running.get(notice.matchId)?.wake.ring();
    });
    await this.adoptOrphans();
    this.timer = setInterval(() => {
      this.looking = this.looking.then(() => this.adoptOrphans());
    }, LOOK_FOR_ORPHANS_MS);
  }

  /** Runs a match in the background; one that this process runs already goes on as it is. */
  run(matchId: string): void {
    if (this.running.has(matchId) || this.stopping.signal.aborted) return;
    const wake = new Wake();
    const end = runMatch(this.services, matchId, { wake, signal: this.stopping.signal })
      .then((how) => this.services.log.info({ matchId, how }, 'a run ended'))
      .catch((fault: unknown) => this.services.log.error({ matchId, fault }, 'a run broke off; it will be taken up again'))
      .finally(() => this.running.delete(matchId));
    this.running.set(matchId, { wake, end });
  }

  isRunning(matchId: string): boolean {
    return this.running.has(matchId);
  }

  /** Lets each match finish the turn under way, and gives all leases back. */
  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.stopping.abort();
    await this.looking;
    await Promise.all([...this.running.values()].map((run) => run.end));
    await this.stopListening?.();
  }

  private async adoptOrphans(): Promise<void> {
    try {
      for (const orphan of await this.services.store.orphans(ORPHANS_AT_ONCE)) this.run(orphan.id);
    } catch (fault) {
      this.services.log.warn({ fault }, 'could not look for matches left behind; trying again');
    }
  }
}
