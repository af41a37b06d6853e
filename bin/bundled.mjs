// A source file with all that it imports, as plain JavaScript in dist/: loaded in a few milliseconds, where tsx takes some hundred.
// Made when it is first asked for, and again when one of its sources has changed.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';

const WEEK_MS = 7 * 24 * 3600 * 1000;

/**
 * The bundle of `entry` (relative to `root`) as a module; null where none can be made (a folder that cannot be written, say).
 * It is one file with its packages; with `inParts`, what is imported later lies in files of its own, and packages stay where they are.
 */
export async function importBundled(root, entry, options = {}) {
  const file = await bundleOf(root, entry, options);
  return file === null ? null : import(pathToFileURL(file).href).catch(() => null);
}

/**
 * Runs `entry` (relative to `root`) in this process or thread: from its bundle, or under tsx where none can be made.
 * A worker thread does not inherit its parent's loader, so that each would read every source anew.
 */
export async function runSource(root, entry, options = {}) {
  const file = await bundleOf(root, entry, options);
  if (file !== null) return import(pathToFileURL(file).href);
  const { register } = await import('tsx/esm/api');
  register({ tsconfig: join(root, 'tsconfig.json') });
  return import(pathToFileURL(join(root, entry)).href);
}

/** Where a bundle that is as new as its sources lies. */
async function bundleOf(root, entry, { inParts = false }) {
  const name = entry.replace(/\W+/g, '-');
  const folder = inParts ? join(root, 'dist', name) : join(root, 'dist');
  const list = join(folder, `${name}.json`);
  try {
    if (!isFresh(root, list)) await bundle({ root, entry, name, folder, list, inParts });
    return join(folder, `${name}.mjs`);
  } catch {
    return null;
  }
}

/** The list names every source with its time and size when it was bundled. */
function isFresh(root, list) {
  try {
    const sources = Object.entries(JSON.parse(readFileSync(list, 'utf8')));
    return sources.length > 0 && sources.every(([path, stamp]) => stampOf(join(root, path)) === stamp);
  } catch {
    return false;
  }
}

function stampOf(path) {
  const { mtimeMs, size } = statSync(path);
  return `${mtimeMs} ${size}`;
}

async function bundle({ root, entry, name, folder, list, inParts }) {
  const { build } = createRequire(createRequire(import.meta.url).resolve('tsx'))('esbuild'); // the one that tsx brings along
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { [name]: entry },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    ...(inParts ? { splitting: true, packages: 'external' } : { external: ['highs'] }), // it reads its WebAssembly from beside itself
    format: 'esm',
    platform: 'node',
    target: 'node20',
    tsconfig: join(root, 'tsconfig.json'),
    plugins: [whereItLies(folder)],
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const stamps = Object.fromEntries(Object.keys(metafile.inputs).map((path) => [path, stampOf(join(root, path))]));
  mkdirSync(folder, { recursive: true });
  for (const output of outputFiles) write(output.path, output.contents);
  write(list, JSON.stringify(stamps)); // last: a list without its bundle must never be there
  if (inParts) clearOldParts(folder);
}

/** Parts of former bundles carry other names and stay for a week, for processes that run from them. */
function clearOldParts(folder) {
  for (const part of readdirSync(folder)) {
    const path = join(folder, part);
    if (Date.now() - statSync(path).mtimeMs > WEEK_MS) rmSync(path, { force: true });
  }
}

/** A source that asks where it lies (to start a thread beside itself) is told of its place as seen from the bundle. */
function whereItLies(folder) {
  return {
    name: 'where-it-lies',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const place = relative(folder, path).split(sep).join('/');
        const text = await readFile(path, 'utf8');
        return { contents: text.replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`), loader: 'ts' };
      });
    },
  };
}

/** Whole or not at all, also when two commands or threads do it at once. */
function write(path, contents) {
  const draft = `${path}.${process.pid}-${threadId}`;
  writeFileSync(draft, contents);
  renameSync(draft, path);
}
