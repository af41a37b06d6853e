/** Plays tournament matches in a separate process, if no other process plays them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '~/config';
import { codeId, codeOnDisk } from '~/eval/code-digest';
import type { Log } from '~/match/services';
import type { EventStore } from '~/store/event-store';
import { isAnythingToPlay } from '~/tournament/look-at-tournaments';

const LOOK_EVERY_MS = 2_000;
/** If no worker runs, how often this process tends people's tables and starts what is due. */
const TEND_EVERY_MS = 5_000;
/** A child without work exits; later work starts another. */
const IDLE_SECONDS = 30;
/** Fewer than a stand-alone worker, because watchers have priority. */
const SLOTS = 8;
const STOP_MS = 5_000;
/** The child gets a third of this process's share of a busy core. With a tenth, the system's "below normal", it was considered dead. */
const NICENESS = 5;

export interface MatchWorkersOptions {
  store: Pick<EventStore, 'tournaments' | 'listen'>;
  log: Log;
  /** Advances tournaments without playing matches. */
  tend(): Promise<void>;
  /** The child's environment, including the database address. */
  environment: NodeJS.ProcessEnv;
}

export class MatchWorkers {
  private readonly options: MatchWorkersOptions;
  private child: ChildProcess | null = null;
  private timer: NodeJS.Timeout | null = null;
  private stopListening: (() => Promise<void>) | null = null;
  private looking: Promise<void> = Promise.resolve();
  private stopped = false;
  /** The code of a child started from the same sources. */
  private readonly code = codeId();
  private tendedAt = 0;
  private hasComplained = false;

  constructor(options: MatchWorkersOptions) {
    this.options = options;
  }

  async start(): Promise<void> {
    this.stopListening = await this.options.store.listen(({ kind }) => {
      if (kind === 'tournament' && !this.child) this.look();
    });
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.look();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    await this.stopListening?.();
    await this.looking;
    await this.endChild();
  }

  private look(): void {
    this.looking = this.looking.then(() => this.lookOnce());
  }

  private async lookOnce(): Promise<void> {
    if (this.stopped || this.child) return;
    const { tournaments } = this.options.store;
    try {
      if ((await tournaments.workers()).some(({ code }) => code === this.code)) return;
      if ((await isAnythingToPlay(tournaments, this.code)) && this.isStillOurs()) this.startChild();
      else await this.tendNowAndThen();
    } catch (fault) {
      this.options.log.warn({ fault }, 'could not look for tournaments; trying again');
    }
  }

  /** A child runs the current sources, and would not play what is pinned to this process's if they changed. */
  private isStillOurs(): boolean {
    const now = codeOnDisk();
    if (now === this.code) return true;
    if (!this.hasComplained)
      this.options.log.warn(
        { code: this.code, now },
        'the sources have changed since this server started: restart it so that its tournaments are played',
      );
    this.hasComplained = true;
    return false;
  }

  private async tendNowAndThen(): Promise<void> {
    if (Date.now() - this.tendedAt < TEND_EVERY_MS) return;
    this.tendedAt = Date.now();
    await this.options.tend();
  }

  private startChild(): void {
    const mandi = join(REPOSITORY, 'bin', 'mandi.mjs');
    const args = [mandi, 'worker', 'matches', '--child', '--slots', `${SLOTS}`, '--idle', `${IDLE_SECONDS}`];
    const child = spawn(process.execPath, args, {
      cwd: REPOSITORY,
      env: this.options.environment,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.child = child;
    const forget = (): void => {
      this.child = null;
    };
    child.on('error', (fault) => {
      this.options.log.error({ fault }, 'no process could be started to play tournaments');
      forget();
    });
    child.on('exit', forget);
    // This process serves people, so the child gets a lower priority.
    if (child.pid !== undefined) yieldTo(child.pid);
  }

  private async endChild(): Promise<void> {
    const { child } = this;
    if (!child) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await gone;
    clearTimeout(late);
  }
}

function yieldTo(pid: number): void {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // it has exited, or the system has no priorities
  }
}
