import { setMaxListeners } from 'node:events';
import { willPass } from '~/store/database-error';
import { beatOf } from './keep-lease';
import type { RunEnd } from './run';
import { giveUp, runMatch } from './run-match';
import { advanceSeries } from './series/advance-series';
import type { Services } from './services';
import { Caretaker } from './table/caretaker';
import { WakeSignal } from './wake-signal';

const ORPHANS_AT_ONCE = 50;
/** A run that broke off is taken up at the next look; one that breaks again and again (a fault of ours) ever later, up to this. */
const LONGEST_REST_MS = 60_000;
/** So many runs may break off at one event, in some four minutes. Then the match has failed. */
export const MOST_BREAKS = 8;

/** The matches that this process runs; adopts those that other processes left behind. */
export class MatchRunner {
  private readonly services: Services;
  private readonly caretaker: Caretaker;
  private readonly blocked: Map<string, string>;
  private readonly running = new Map<string, { wake: WakeSignal; end: Promise<void> }>();
  /** Matches whose runs broke off: how often in a row at which event, and until when this process leaves them alone. */
  private readonly broken = new Map<string, { times: number; head: number; until: number }>();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private stopListening: (() => Promise<void>) | null = null;
  private looking: Promise<void> = Promise.resolve();

  /** `blocked`: matches that are set aside rather than run, by their ids, with the sentence that says why. */
  constructor(services: Services, blocked: ReadonlyMap<string, string> = new Map()) {
    this.services = services;
    this.blocked = new Map(blocked);
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

  /** How many this process runs now. */
  get size(): number {
    return this.running.size;
  }

  /** Runs a match in the background; one that this process runs already goes on as it is. */
  run(matchId: string): void {
    if (this.running.has(matchId) || this.stopping.signal.aborted) return;
    const wake = new WakeSignal();
    const why = this.blocked.get(matchId);
    const end = (why === undefined ? this.runOn(matchId, wake) : this.setAside(matchId, why))
      .catch((fault: unknown) => this.noteBreak(matchId, fault))
      .finally(() => this.running.delete(matchId));
    this.running.set(matchId, { wake, end });
  }

  private async runOn(matchId: string, wake: WakeSignal): Promise<void> {
    const how = await runMatch(this.services, matchId, { wake, signal: this.stopping.signal });
    this.noteEnd(matchId, how);
    if (how === 'over') await this.goOnWith((await this.services.store.get(matchId))?.series?.id);
  }

  /** As soon as its former holder's lease has run out. */
  private async setAside(matchId: string, why: string): Promise<void> {
    if (!(await giveUp(this.services, matchId, why))) return;
    this.blocked.delete(matchId);
    this.services.log.error({ matchId, why }, 'a match was set aside');
  }

  /** Of a series its next match follows at once; what is left behind in between is found at the next look. */
  private async goOnWith(seriesId: string | undefined): Promise<void> {
    const next = seriesId === undefined ? null : await advanceSeries(this.services, seriesId);
    if (next?.status === 'running') this.run(next.id);
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

  /** Never throws. A database that is away, a full disk or too little memory says nothing about the match. */
  private async noteBreak(matchId: string, fault: unknown): Promise<void> {
    const known = this.broken.get(matchId);
    const head = await this.services.store.get(matchId).then(
      (match) => match?.head ?? 0,
      () => null,
    );
    const isMoving = head === null || willPass(fault) || (known && known.head !== head);
    const times = isMoving ? 1 : (known?.times ?? 0) + 1;
    this.restOf(matchId, { times, head: head ?? known?.head ?? 0, fault });
    if (times < MOST_BREAKS) return;
    // The fault's own words are in the log: a public card names no paths and no addresses of the server.
    const why = `The match broke off ${times} times at event ${head} because of a fault in this server. Its log says which one.`;
    const isOver = await giveUp(this.services, matchId, why).catch(() => false);
    if (isOver) this.broken.delete(matchId);
  }

  private restOf(matchId: string, { times, head, fault }: { times: number; head: number; fault: unknown }): void {
    const rest = times === 1 ? 0 : Math.min(LONGEST_REST_MS, beatOf(this.services) * 2 ** times);
    this.broken.set(matchId, { times, head, until: this.services.now() + rest });
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
      for (const id of await this.services.store.series.due(ORPHANS_AT_ONCE)) await this.goOnWith(id);
    } catch (fault) {
      this.services.log.warn({ fault }, 'could not look for matches left behind; trying again');
    }
  }
}
