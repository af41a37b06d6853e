/** The worker processes of `mandi tournament run`. Those that end too early are replaced. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { environmentForCommands, REPOSITORY, readConfig } from '~/config';
import { isAway } from '~/store/database-error';
import { CommandFailed } from './exits';

const STOP_MS = 10_000;
/** How often each is restarted without any match being played. */
const MOST_TRIES = 3;

export interface RunnerPlace {
  start(): ChildProcess;
  say(line: string): void;
}

export class TournamentRunner {
  private readonly at: RunnerPlace;
  private readonly living = new Set<ChildProcess>();
  private size = 0;
  private tries = 0;
  /** How the last one that ended too early ended. */
  private lastEnd = '';
  private played = 0;

  constructor(at: RunnerPlace) {
    this.at = at;
  }

  get isEmpty(): boolean {
    return this.size === 0;
  }

  grow(count: number): void {
    this.size += count;
    for (let begun = 0; begun < count; begun += 1) this.startOne();
  }

  /** Replaces ended processes. `played`: number of finished matches. */
  look(played: number): void {
    if (played > this.played) this.tries = 0;
    this.played = played;
    while (this.living.size < this.size) {
      this.tries += 1;
      if (this.tries > MOST_TRIES * this.size)
        throw new CommandFailed(`the processes that play matches end again and again (${this.lastEnd}), and no match was played meanwhile`);
      this.at.say(`A worker process ended (${this.lastEnd}); starting another.`);
      this.startOne();
    }
  }

  /** Ends the workers, which leave their matches as they are. */
  async end(): Promise<void> {
    this.size = 0;
    await Promise.all([...this.living].map(endOne));
  }

  private startOne(): void {
    const child = this.at.start();
    this.living.add(child);
    child.once('exit', (code, signal) => this.note(child, signal ?? `exit code ${code}`));
    child.once('error', (fault) => this.note(child, fault.message));
  }

  private note(child: ChildProcess, how: string): void {
    this.lastEnd = how;
    this.living.delete(child);
  }
}

/** Queries a database that may not answer; reports an outage once. null: try again later. */
export function askPatiently(say: (line: string) => void): <T>(ask: () => Promise<T>) => Promise<T | null> {
  let isOut = false;
  return async (ask) => {
    try {
      const answer = await ask();
      isOut = false;
      return answer;
    } catch (fault) {
      if (!isAway(fault)) throw fault;
      if (!isOut) say('The database did not answer in time; trying again.');
      isOut = true;
      return null;
    }
  };
}

/** Starts `mandi worker matches`; its errors appear on standard error. */
export function startMatchWorker(): ChildProcess {
  const args = [join(REPOSITORY, 'bin', 'mandi.mjs'), 'worker', 'matches', '--child'];
  const env = environmentForCommands(readConfig());
  return spawn(process.execPath, args, { cwd: REPOSITORY, env, detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

/** `RAY_ADDRESS` names a cluster; without it Ray runs on this machine. The process here waits for its workers and ends them with itself. */
export function startRayWorkers(processes: number): ChildProcess {
  const program = join(REPOSITORY, 'workers', 'rollout', 'on_ray.py');
  const args = [program, '--node', process.execPath, '--folder', REPOSITORY, '--processes', String(processes)];
  const env = environmentForCommands(readConfig());
  return spawn(PYTHON, args, { cwd: REPOSITORY, env, detached: true, stdio: ['ignore', 'ignore', 'inherit'] });
}

export function hasRay(): boolean {
  return spawnSync(PYTHON, ['-c', 'import ray']).status === 0;
}

const PYTHON = 'python3';

async function endOne(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await gone;
  clearTimeout(late);
}
