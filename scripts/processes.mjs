// Ends what a step started, with everything that its programs started in turn: a database or a server must not outlive the tests.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** In the environment of each step: whoever carries it comes from this run, however far it has gone off on its own. */
export const MARK = 'MANDI_RUN';
export const mark = randomUUID();

/** What is asked to end has this long to put its things away. */
const GRACE_MS = Number(process.env.MANDI_GRACE_MS ?? 20_000);
const groups = process.platform !== 'win32';

/** A step's program leads a group of its own, so that one signal reaches all of it. */
export const ownGroup = { detached: groups };

/** Asks the whole group to end; what is still there after the grace is killed, with all that carries the mark. Answers once nobody is left. */
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
    // Nobody of the group is left.
  }
}

/** Whoever carries the mark, on systems that let us look (Linux). Answers the names of those that had to be ended. */
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
    // It has ended meanwhile.
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
        return []; // gone, or somebody else's
      }
    })
    .filter(({ name }) => name !== '');
}

async function gone(isGone, limit) {
  const until = Date.now() + limit;
  while (!isGone() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100));
}
