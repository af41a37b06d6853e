/** Archives and removes old matches by the operator's settings, in a child process so that the server is not slowed down. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '~/config';
import type { ArchiveSettings } from '~/lib/database/settings';
import type { Log } from '~/match/services';
import { isDue } from '~/store/archive/archive-state';

const LOOK_EVERY_MS = 600_000;
/** How often one of the web processes on a database starts it. */
const RUN_EVERY_MS = 3_600_000;
/** The child may be killed at any moment without losing anything. */
const STOP_MS = 5_000;
const NICENESS = 10;
const LAST_WORDS = 500;

export interface UpkeepOptions {
  database: Parameters<typeof isDue>[0];
  settings: Pick<ArchiveSettings, 'afterDays' | 'retainExhibitionsDays'>;
  log: Log;
  /** The child's environment, with the database and all settings. */
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

  /** Delayed, so that it does not slow down the start. */
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

  /** Removes first, so that nothing is archived only to be removed. */
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

  /** null: success. */
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
    // it has already ended, or this system has no priorities
  }
}
