// One source file with all that it imports, as one plain JavaScript file in dist/: loaded in a few milliseconds, where tsx takes
// some hundred. Made when it is first asked for, and again when one of its sources has changed.
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';

/** The bundle of `entry` (relative to `root`) as a module; null where none can be made (a folder that cannot be written, say). */
export async function importBundled(root, entry) {
  const name = entry.replace(/\W+/g, '-');
  const file = join(root, 'dist', `${name}.mjs`);
  const list = join(root, 'dist', `${name}.json`);
  try {
    if (!isFresh(root, list)) await bundle({ root, entry, file, list });
    return await import(pathToFileURL(file).href);
  } catch {
    return null;
  }
}

/**
 * Runs `entry` (relative to `root`) in this thread: from its bundle, or under tsx where none can be made.
 * A worker thread does not inherit its parent's loader, so that each would read every source anew.
 */
export async function runInThread(root, entry) {
  if ((await importBundled(root, entry)) !== null) return;
  const { register } = await import('tsx/esm/api');
  register({ tsconfig: join(root, 'tsconfig.json') });
  await import(pathToFileURL(join(root, entry)).href);
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

async function bundle({ root, entry, file, list }) {
  const { build } = createRequire(createRequire(import.meta.url).resolve('tsx'))('esbuild'); // the one that tsx brings along
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    external: ['highs'], // reads its WebAssembly from beside itself
    format: 'esm',
    platform: 'node',
    target: 'node20',
    tsconfig: join(root, 'tsconfig.json'),
    plugins: [whereItLies(join(root, 'dist'))],
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const stamps = Object.fromEntries(Object.keys(metafile.inputs).map((path) => [path, stampOf(join(root, path))]));
  mkdirSync(join(root, 'dist'), { recursive: true });
  for (const output of outputFiles) write(file, output.contents);
  write(list, JSON.stringify(stamps)); // last: a list without its bundle must never be there
}

/** A source that asks where it lies (to start a thread beside itself) is told of its place as seen from the bundle. */
function whereItLies(dist) {
  return {
    name: 'where-it-lies',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const place = relative(dist, path).split(sep).join('/');
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
