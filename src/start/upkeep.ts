/** Old matches are archived and removed beside the server, in a process of its own, as the operator has set it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '~/config';
import type { ArchiveSettings } from '~/lib/database/settings';
import type { Log } from '~/match/services';
import { isDue } from '~/store/archive/archive-state';

const LOOK_EVERY_MS = 600_000;
/** Of all web processes on a database one begins it, so often. */
const RUN_EVERY_MS = 3_600_000;
/** It may be killed at any moment, and loses nothing. */
const STOP_MS = 5_000;
const NICENESS = 10;
const LAST_WORDS = 500;

export interface UpkeepOptions {
  database: Parameters<typeof isDue>[0];
  settings: Pick<ArchiveSettings, 'afterDays' | 'retainExhibitionsDays'>;
  log: Log;
  /** The child's: where it finds the database, and all else. */
  environment: NodeJS.ProcessEnv;
  lookEveryMs?: number;
}

export class Upkeep {
  private readonly options: UpkeepOptions;
  private child: ChildProcess | null = null;
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(options: UpkeepOptions) {
    this.options = options;
  }

  /** Not with the start itself: that is for people. */
  start(): void {
    const { settings, lookEveryMs = LOOK_EVERY_MS } = this.options;
    if (settings.afterDays === null && settings.retainExhibitionsDays === null) return;
    this.timer = setInterval(() => {
      this.looking = this.looking.then(() => this.look());
    }, lookEveryMs);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearInterval(this.timer);
    this.child?.kill('SIGTERM');
    const late = setTimeout(() => this.child?.kill('SIGKILL'), STOP_MS);
    await this.looking;
    clearTimeout(late);
  }

  /** What is removed need not be archived first. */
  private async look(): Promise<void> {
    const { afterDays, retainExhibitionsDays } = this.options.settings;
    if (retainExhibitionsDays !== null) await this.runIfDue('prune', ['prune', '--yes']);
    if (afterDays !== null) await this.runIfDue('archive', ['archive']);
  }

  private async runIfDue(name: string, words: readonly string[]): Promise<void> {
    const { database, log } = this.options;
    try {
      if (this.isStopped || !(await isDue(database, name, RUN_EVERY_MS))) return;
      const fault = await this.run(words);
      if (fault !== null && !this.isStopped) log.warn({ fault }, `npx mandi db ${name} did not end well; it runs again in an hour`);
    } catch (fault) {
      log.warn({ fault }, 'could not look for old matches; trying again');
    }
  }

  /** null: it ended well. */
  private run(words: readonly string[]): Promise<string | null> {
    const child = spawn(process.execPath, [join(REPOSITORY, 'bin', 'mandi.mjs'), 'db', ...words], {
      cwd: REPOSITORY,
      env: this.options.environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child = child;
    if (child.pid !== undefined) yieldTo(child.pid);
    let said = '';
    child.stderr.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-LAST_WORDS);
    });
    return new Promise((resolve) => {
      child.on('error', (fault) => resolve(fault.message));
      child.on('close', (code) => resolve(code === 0 ? null : said.trim() || `it ended with ${String(code)}`));
    });
  }
}

function yieldTo(pid: number): void {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // it is gone already, or this system has no priorities
  }
}
