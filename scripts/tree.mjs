// The contents of the working tree as one hash (git's own), and the last green one.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('..', import.meta.url));
/** Ignored by git, and deleted with node_modules, because results are valid only for the tools that produced them. */
export const CACHE = join(home, 'node_modules', '.cache', 'mandi');
const GREEN = join(CACHE, 'green.json');

function git(args, env = {}) {
  const run = spawnSync('git', args, { cwd: home, env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: 1 << 28 });
  return run.status === 0 ? run.stdout.trim() : null;
}

/** The hash of all contents, committed or not, that git does not ignore; null without git. The real index is not changed. */
export function treeNow() {
  const index = git(['rev-parse', '--git-path', 'index']);
  if (index === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'mandi-index-'));
  try {
    const own = { GIT_INDEX_FILE: join(folder, 'index') };
    copyFileSync(resolve(home, index), own.GIT_INDEX_FILE);
    return git(['add', '--all'], own) === null ? null : git(['write-tree'], own);
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files that differ between two trees or commits: those that exist now, and those that are gone. */
export function changedBetween(from, to) {
  const said = git(['diff', '--name-status', '--no-renames', from, to]);
  if (said === null) return null;
  const rows = said === '' ? [] : said.split('\n').map((line) => line.split('\t'));
  return {
    files: rows.filter(([status]) => status !== 'D').map(([, path]) => path),
    gone: rows.filter(([status]) => status === 'D').map(([, path]) => path),
  };
}

/** The full tree hash of a commit or tree; null where there is none with that name. */
export function treeOf(ref) {
  return git(['rev-parse', '--verify', '--quiet', `${ref}^{tree}`]);
}

/** All files of the working tree that git does not ignore. */
export function filesNow() {
  const said = git(['ls-files', '--cached', '--others', '--exclude-standard']);
  return said === null ? null : said.split('\n');
}

/** Records that these contents passed. `whole`: all of `npm run check`, not only what a change affects. */
export function recordGreen(tree, whole) {
  if (tree === null) return;
  const known = readGreen();
  const green = { tree, commit: git(['rev-parse', '--short', 'HEAD']), at: new Date().toISOString(), node: process.version };
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(GREEN, `${JSON.stringify({ last: green, whole: whole ? green : (known.whole ?? null) }, null, 2)}\n`);
}

/** `last`: the newest green contents; `whole`: the newest that passed everything. */
export function readGreen() {
  try {
    const read = JSON.parse(readFileSync(GREEN, 'utf8'));
    const usable = (green) => (green && green.node === process.version && treeOf(green.tree) ? green : null);
    return { last: usable(read.last), whole: usable(read.whole) };
  } catch {
    return { last: null, whole: null };
  }
}
