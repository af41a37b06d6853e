import { setMaxListeners } from 'node:events';
import { beatOf } from './keep-lease';
import type { RunEnd } from './run';
import { runMatch } from './run-match';
import type { Services } from './services';
import { Caretaker } from './table/caretaker';
import { Wake } from './wake';

const ORPHANS_AT_ONCE = 50;
/** A run that broke off is taken up at the next look; one that breaks again and again (a fault of ours) ever later, up to this. */
const LONGEST_REST_MS = 60_000;

/** The matches that this process runs; adopts those that other processes left behind. */
export class Crew {
  private readonly services: Services;
  private readonly caretaker: Caretaker;
  private readonly running = new Map<string, { wake: Wake; end: Promise<void> }>();
  /** Matches whose runs broke off: how often in a row, and until when this process leaves them alone. */
  private readonly broken = new Map<string, { times: number; until: number }>();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private stopListening: (() => Promise<void>) | null = null;
  private looking: Promise<void> = Promise.resolve();

  constructor(services: Services) {
    this.services = services;
    this.caretaker = new Caretaker(services);
    setMaxListeners(0, this.stopping.signal); // every run listens, and there may be hundreds
  }

  /** Adopts what is left behind now, and keeps looking. */
  async start(): Promise<void> {
    this.stopListening = await this.services.store.listen((notice) => {
      if (notice.kind === 'control') this.hearCommand(notice.matchId);
      else if (notice.kind === 'turn' || notice.kind === 'card') this.running.get(notice.matchId)?.wake.ring();
    });
    await this.look();
    this.timer = setInterval(() => void this.look(), beatOf(this.services));
    this.caretaker.start();
  }

  /** Runs a match in the background; one that this process runs already goes on as it is. */
  run(matchId: string): void {
    if (this.running.has(matchId) || this.stopping.signal.aborted) return;
    const wake = new Wake();
    const end = runMatch(this.services, matchId, { wake, signal: this.stopping.signal })
      .then((how) => this.noteEnd(matchId, how))
      .catch((fault: unknown) => this.noteBreak(matchId, fault))
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
    await this.caretaker.stop();
    await this.looking;
    await Promise.all([...this.running.values()].map((run) => run.end));
    await this.stopListening?.();
  }

  /** A paused match is nobody's: whoever is first carries the command out. */
  private hearCommand(matchId: string): void {
    const running = this.running.get(matchId);
    if (running) running.wake.ring();
    else this.run(matchId);
  }

  private noteEnd(matchId: string, how: RunEnd): void {
    this.services.log.info({ matchId, how }, 'a run ended');
    this.broken.delete(matchId);
    // A command that came while the lease was being given back is found now.
    if (how === 'paused') setImmediate(() => void this.look());
  }

  private noteBreak(matchId: string, fault: unknown): void {
    const times = (this.broken.get(matchId)?.times ?? 0) + 1;
    const rest = times === 1 ? 0 : Math.min(LONGEST_REST_MS, beatOf(this.services) * 2 ** times);
    this.broken.set(matchId, { times, until: this.services.now() + rest });
    this.services.log.error({ matchId, fault, times, rest }, 'a run broke off; it will be taken up again');
  }

  /** One look at a time. */
  private look(): Promise<void> {
    this.looking = this.looking.then(() => (this.stopping.signal.aborted ? undefined : this.adoptOrphans()));
    return this.looking;
  }

  private async adoptOrphans(): Promise<void> {
    try {
      for (const { id } of await this.services.store.orphans(ORPHANS_AT_ONCE)) {
        if ((this.broken.get(id)?.until ?? 0) <= this.services.now()) this.run(id);
      }
    } catch (fault) {
      this.services.log.warn({ fault }, 'could not look for matches left behind; trying again');
    }
  }
}
