import { setMaxListeners } from 'node:events';
import { apart } from '~/lib/tracing/trace';
import { willPass } from '~/store/database-error';
import { beatOf } from './keep-lease';
import type { RunEnd } from './run';
import { giveUp, runMatch } from './run-match';
import { advanceSeries } from './series/advance-series';
import type { Services } from './services';
import { Caretaker } from './table/caretaker';
import { WakeSignal } from './wake-signal';

const ORPHANS_AT_ONCE = 50;
/** A failed run is resumed at the next check. If it keeps failing because of a bug, the pause grows up to this. */
const LONGEST_REST_MS = 60_000;
/** After this many failed runs at the same event, within about four minutes, the match has failed. */
export const MOST_BREAKS = 8;

/** The matches that this process runs. It also adopts those that other processes left behind. */
export class MatchRunner {
  private readonly services: Services;
  private readonly caretaker: Caretaker;
  private readonly blocked: Map<string, string>;
  private readonly running = new Map<string, { wake: WakeSignal; end: Promise<void> }>();
  /** Failed runs by match: how many in a row, at which event, and until when this process leaves the match alone. */
  private readonly broken = new Map<string, { times: number; head: number; until: number }>();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private stopListening: (() => Promise<void>) | null = null;
  private looking: Promise<void> = Promise.resolve();

  /** `blocked`: ids of matches that must not be run, with the sentence that says why. */
  constructor(services: Services, blocked: ReadonlyMap<string, string> = new Map()) {
    this.services = services;
    this.blocked = new Map(blocked);
    this.caretaker = new Caretaker(services);
    setMaxListeners(0, this.stopping.signal); // every run adds a listener, and there may be hundreds
  }

  /** Adopts matches that were left behind, now and at intervals. */
  async start(): Promise<void> {
    this.stopListening = await this.services.store.listen((notice) => {
      if (notice.kind === 'control') this.hearCommand(notice.matchId);
      else if (notice.kind === 'turn' || notice.kind === 'card') this.running.get(notice.matchId)?.wake.ring();
    });
    await this.look();
    this.timer = setInterval(() => void this.look(), beatOf(this.services));
    this.caretaker.start();
  }

  /** Number of matches that this process runs. */
  get size(): number {
    return this.running.size;
  }

  /** Runs a match in the background. Does nothing if this process already runs it. */
  run(matchId: string): void {
    if (this.running.has(matchId) || this.stopping.signal.aborted) return;
    const wake = new WakeSignal();
    const why = this.blocked.get(matchId);
    const end = apart(() => (why === undefined ? this.runOn(matchId, wake) : this.setAside(matchId, why)))
      .catch((fault: unknown) => this.noteBreak(matchId, fault))
      .finally(() => this.running.delete(matchId));
    this.running.set(matchId, { wake, end });
  }

  private async runOn(matchId: string, wake: WakeSignal): Promise<void> {
    const how = await runMatch(this.services, matchId, { wake, signal: this.stopping.signal });
    this.noteEnd(matchId, how);
    if (how === 'over') await this.goOnWith((await this.services.store.get(matchId))?.series?.id);
  }

  /** Once the previous holder's lease has expired. */
  private async setAside(matchId: string, why: string): Promise<void> {
    if (!(await giveUp(this.services, matchId, why))) return;
    this.blocked.delete(matchId);
    this.services.log.error({ matchId, why }, 'a match was set aside');
  }

  /** Starts the next match of a series immediately. A gap after a crash is found at the next check. */
  private async goOnWith(seriesId: string | undefined): Promise<void> {
    const next = seriesId === undefined ? null : await advanceSeries(this.services, seriesId);
    if (next?.status === 'running') this.run(next.id);
  }

  isRunning(matchId: string): boolean {
    return this.running.has(matchId);
  }

  /** Lets each match finish its current turn, then releases all leases. */
  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.stopping.abort();
    await this.caretaker.stop();
    await this.looking;
    await Promise.all([...this.running.values()].map((run) => run.end));
    await this.stopListening?.();
  }

  /** Nobody holds a paused match, so the first process to acquire it carries the command out. */
  private hearCommand(matchId: string): void {
    const running = this.running.get(matchId);
    if (running) running.wake.ring();
    else this.run(matchId);
  }

  private noteEnd(matchId: string, how: RunEnd): void {
    this.services.log.info({ matchId, how }, 'a run ended');
    this.broken.delete(matchId);
    // Finds a command that arrived while the lease was being released.
    if (how === 'paused') setImmediate(() => void this.look());
  }

  /** Never throws. An unavailable database, a full disk or lack of memory does not count against the match. */
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
    // The error itself goes only to the log, because a public card must not contain paths or addresses of the server.
    const why = `The match stopped ${times} times at event ${head} because of an error in this server. The server’s log says which one.`;
    const isOver = await giveUp(this.services, matchId, why).catch(() => false);
    if (isOver) this.broken.delete(matchId);
  }

  private restOf(matchId: string, { times, head, fault }: { times: number; head: number; fault: unknown }): void {
    const rest = times === 1 ? 0 : Math.min(LONGEST_REST_MS, beatOf(this.services) * 2 ** times);
    this.broken.set(matchId, { times, head, until: this.services.now() + rest });
    this.services.log.error({ matchId, fault, times, rest }, 'a run broke off; it will be taken up again');
  }

  /** Only one check at a time. */
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
