// Which unit tests a change can affect: by imports, and by any file of the repository that a source names in a string. Errs on the side of
// too many.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CACHE } from './tree.mjs';

const home = fileURLToPath(new URL('..', import.meta.url));
const KEPT = join(CACHE, 'names-2.json');
const CODE = /\.(ts|tsx|mjs|cjs)$/;
const UNIT = /^(src\/.*\.test\.tsx?|scripts\/.*\.test\.ts|tests\/unit\/.*\.test\.ts)$/;
/** A test that imports this may read any file of the repository. */
const READS_ALL = 'tests/unit/repository.ts';
/** Files that affect every test. */
const ALL = /^(package(-lock)?\.json|scripts\/long-tests\.mjs|vitest\.config\.ts|tsconfig\.json)$/;
/**
 * The thread entry names all jobs, so everything that runs on threads would seem to use every job. Code that runs a job imports that job.
 */
const ENTRY_OF_THREADS = 'src/engine/thread-entry.mjs';
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts'];

/** The unit tests affected by these files, among all files of the repository. */
export function testsTouchedBy(changed, files) {
  const tests = files.filter((path) => UNIT.test(path));
  if (changed.length === 0) return [];
  if (changed.some((path) => ALL.test(path))) return tests;
  const users = usersOf(files);
  const reached = new Set([...changed, READS_ALL]);
  for (const path of reached) for (const user of users.get(path) ?? []) reached.add(user);
  return tests.filter((path) => reached.has(path));
}

/** For each file: the files that name it. A deleted file still has those that name it. */
function usersOf(files) {
  const users = new Map();
  const folders = new Set(files.map((path) => posix.dirname(path)));
  const inFolder = Map.groupBy ? Map.groupBy(files, (path) => posix.dirname(path)) : groupByFolder(files);
  for (const [path, names] of namesOf(files.filter((file) => CODE.test(file) && file !== ENTRY_OF_THREADS))) {
    for (const name of names) {
      for (const place of placesOf(path, name)) {
        for (const ending of ENDINGS) add(users, place + ending, path);
        if (folders.has(place) && place.includes('/') && !place.startsWith('src/'))
          for (const file of inFolder.get(place)) add(users, file, path);
      }
    }
  }
  return users;
}

function groupByFolder(files) {
  const groups = new Map();
  for (const file of files) groups.set(posix.dirname(file), [...(groups.get(posix.dirname(file)) ?? []), file]);
  return groups;
}

function add(users, path, user) {
  const known = users.get(path);
  if (known) known.add(user);
  else users.set(path, new Set([user]));
}

/** Where a name in a string may point: next to the file, under src, or from the repository's root. */
function placesOf(path, name) {
  if (name.startsWith('~/')) return [`src/${name.slice(2)}`];
  const beside = posix.normalize(posix.join(posix.dirname(path), name));
  return name.startsWith('.') ? [beside, posix.normalize(name)] : [posix.normalize(name)];
}

/** The strings of each file that may name another file, cached by the file's contents. */
function namesOf(files) {
  const kept = readKept();
  const now = {};
  const all = files.map((path) => {
    const text = readFileSync(join(home, path), 'utf8');
    const digest = createHash('sha1').update(text).digest('base64');
    now[digest] = kept[digest] ?? stringsIn(text);
    return [path, now[digest]];
  });
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify(now));
  return all;
}

/** Type-only imports are gone before a test runs. They can break types, which are checked separately. */
const TYPES_ALONE = /^(?:import|export) type [^;]*? from (['"])[^'"]+\1;/gm;

function stringsIn(text) {
  const found = [...text.replaceAll(TYPES_ALONE, '').matchAll(/['"`]([~.\w@-][\w@~./-]*)['"`]/g)].map(([, name]) => name);
  return [...new Set(found)].filter((name) => name.includes('/') || /\.(json|md|ya?ml|mjs|css|txt)$/.test(name));
}

function readKept() {
  try {
    return JSON.parse(readFileSync(KEPT, 'utf8'));
  } catch {
    return {};
  }
}
