// Ends everything that a step started, and everything those programs started: a database or a server must not outlive the tests.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** In the environment of each step: any process that has it comes from this run, even if it has left the process group. */
export const MARK = 'MANDI_RUN';
export const mark = randomUUID();

/** How long a process gets to clean up after it is asked to end. */
const GRACE_MS = Number(process.env.MANDI_GRACE_MS ?? 20_000);
const groups = process.platform !== 'win32';

/** A step's program leads its own process group, so that one signal reaches all of it. */
export const ownGroup = { detached: groups };

/**
 * Asks the whole group to end; after the grace period, kills what is left of it and every process with the mark. Resolves when none is
 * left.
 */
export async function endAll(child) {
  signal(child, 'SIGTERM');
  await gone(() => child.exitCode !== null || child.signalCode !== null, GRACE_MS);
  signal(child, 'SIGKILL');
  await endMarked();
}

function signal(child, name) {
  if (!child.pid) return;
  try {
    if (groups) process.kill(-child.pid, name);
    else spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
  } catch {
    // No process of the group is left.
  }
}

/** Ends every process with the mark, on systems that allow the look-up (Linux). Returns the names of those that had to be ended. */
export async function endMarked() {
  const found = marked();
  for (const { pid } of found) kill(pid, 'SIGTERM');
  await gone(() => marked().length === 0, GRACE_MS / 2);
  for (const { pid } of marked()) kill(pid, 'SIGKILL');
  await gone(() => marked().length === 0, GRACE_MS / 2);
  return found.map(({ pid, name }) => `${name} (process ${pid})`);
}

function kill(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
}

function marked() {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${MARK}=${mark}`)) return [];
        return [{ pid: Number(pid), name: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, 3).join(' ').trim() }];
      } catch {
        return []; // gone, or another user's
      }
    })
    .filter(({ name }) => name !== '');
}

async function gone(isGone, limit) {
  const until = Date.now() + limit;
  while (!isGone() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100));
}
