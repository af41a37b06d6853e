// Which unit tests a change can touch: by imports, and by whatever file of the repository a source names in a string. Rather too many than too few.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CACHE } from './tree.mjs';

const home = fileURLToPath(new URL('..', import.meta.url));
const KEPT = join(CACHE, 'names-2.json');
const CODE = /\.(ts|tsx|mjs|cjs)$/;
const UNIT = /^(src\/.*\.test\.tsx?|scripts\/.*\.test\.ts|tests\/unit\/.*\.test\.ts)$/;
/** A test that imports this reads the repository's files, whichever they are. */
const READS_ALL = 'tests/unit/repository.ts';
/** What every test runs with. */
const ALL = /^(package(-lock)?\.json|scripts\/long-tests\.mjs|vitest\.config\.ts|tsconfig\.json)$/;
/** A thread names all jobs, so that all that runs on threads would seem to use every job. Who runs a job imports that very job. */
const ENTRY_OF_THREADS = 'src/engine/thread-entry.mjs';
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts'];

/** The unit tests that these files touch, among all files of the repository. */
export function testsTouchedBy(changed, files) {
  const tests = files.filter((path) => UNIT.test(path));
  if (changed.length === 0) return [];
  if (changed.some((path) => ALL.test(path))) return tests;
  const users = usersOf(files);
  const reached = new Set([...changed, READS_ALL]);
  for (const path of reached) for (const user of users.get(path) ?? []) reached.add(user);
  return tests.filter((path) => reached.has(path));
}

/** By file: who names it. A file that is gone still has those that name it. */
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

/** Where a name in a string may point: beside the file, under src, or from the repository's root. */
function placesOf(path, name) {
  if (name.startsWith('~/')) return [`src/${name.slice(2)}`];
  const beside = posix.normalize(posix.join(posix.dirname(path), name));
  return name.startsWith('.') ? [beside, posix.normalize(name)] : [posix.normalize(name)];
}

/** The strings of each file that may name another, kept by the file's contents. */
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

/** What is imported as a type alone is gone before a test runs: it can break types, which are checked beside the tests. */
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
