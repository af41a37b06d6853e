// Bundles a source file with all its imports as plain JavaScript in dist/, which loads in a few milliseconds where tsx takes some hundred.
// The bundle is made on first use, and made again when any of its inputs changed or when it is incomplete.
import { createHash, randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';

const HERE = fileURLToPath(import.meta.url);
const LIST = 'list.json';
const ATTEMPTS = 3; // a source may be saved while it is being bundled
/** CommonJS packages load Node's own modules with `require`. */
const REQUIRE = "import { createRequire as __makeRequire } from 'node:module'; const require = __makeRequire(import.meta.url);";
const WEEK_MS = 7 * 24 * 3600 * 1000;

/** The bundles that this process or thread runs from, by folder. */
const running = new Map();

/**
 * Runs `entry` (relative to `root`) in this process or thread: from its bundle, or under tsx where none can be made (a folder that cannot
 * be written, say). A worker thread does not inherit its parent's loader, so that each would read every source anew.
 * The bundle is one file with its packages; with `inParts`, what is imported later lies in files of its own, and packages stay where they are.
 *
 * @param {string} root
 * @param {string} entry
 * @param {{ inParts?: boolean }} options
 */
export async function runSource(root, entry, { inParts = false } = {}) {
  const bundle = await bundleOf({ root, entry, inParts });
  if (bundle !== null) return import(pathToFileURL(bundle.file).href);
  const { register } = await import('tsx/esm/api');
  register({ tsconfig: join(root, 'tsconfig.json') });
  return import(pathToFileURL(join(root, entry)).href);
}

/**
 * Puts a bundle where `runSource` in the folder `into` finds it and asks for neither sources nor packages: for images that hold no more
 * than what they run. What is imported later lies in files of its own. Texts that lie next to a bundled source come along, since a source
 * reads them from its own place.
 *
 * @param {{ root: string, entry: string, into: string }} options
 */
export async function sealBundle({ root, entry, into }) {
  const name = entry.replace(/\W+/g, '-');
  const home = join(into, 'dist', name);
  const { inputs, contents } = await build({ root, entry, name, home: join(root, 'dist', name), isSealed: true });
  const folder = join(home, 'sealed');
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of contents) writeWhole(join(folder, file), text);
  writeWhole(join(home, LIST), JSON.stringify({ folder: 'sealed', inputs: {}, outputs: digestsOf(contents) }));
  const folders = new Set(Object.keys(inputs).map(dirname));
  for (const path of [...folders].filter(isOwn).flatMap((one) => textsIn(root, one))) {
    mkdirSync(join(into, dirname(path)), { recursive: true });
    copyFileSync(join(root, path), join(into, path));
  }
}

function isOwn(folder) {
  return folder.startsWith(`src${sep}`);
}

function textsIn(root, folder) {
  const names = readdirSync(join(root, folder));
  return names.filter((name) => /\.(?:txt|json)$/.test(name)).map((name) => join(folder, name));
}

/** Called by the parts of a bundle for each other. A part removed while its program runs is made again. */
export async function loadPart(load, from) {
  try {
    return await load();
  } catch (error) {
    const bundle = running.get(dirname(fileURLToPath(from)));
    if (!bundle || isWhole(bundle)) throw error;
    await restore(bundle);
    return load();
  }
}

/** An up-to-date bundle, or null. */
async function bundleOf({ root, entry, inParts }) {
  const name = entry.replace(/\W+/g, '-');
  const source = { root, entry, inParts, name, home: join(root, 'dist', name) };
  try {
    let bundle = freshBundle(source);
    for (let attempt = 0; bundle === null && attempt < ATTEMPTS; attempt++) {
      await makeBundle(source);
      bundle = freshBundle(source);
    }
    if (bundle !== null) markInUse(bundle);
    return bundle;
  } catch {
    return null;
  }
}

/** The list has a digest of every input of the bundle and of every file in it; all must still match. */
function freshBundle(source) {
  try {
    const { folder, inputs, outputs } = JSON.parse(readFileSync(join(source.home, LIST), 'utf8'));
    const path = join(source.home, folder);
    const bundle = { source, folder: path, file: join(path, `${source.name}.mjs`), outputs };
    return readSame(source.root, inputs) && isWhole(bundle) ? bundle : null;
  } catch {
    return null;
  }
}

function isWhole({ folder, outputs }) {
  return readSame(folder, outputs);
}

function readSame(folder, digests) {
  return Object.entries(digests).every(([path, digest]) => digestOfFile(join(folder, path)) === digest);
}

function digestOfFile(path) {
  try {
    return digestOf(readFileSync(path));
  } catch {
    return null;
  }
}

function digestOf(contents) {
  return createHash('sha256').update(contents).digest('hex');
}

function markInUse({ folder, ...bundle }) {
  running.set(folder, { folder, ...bundle });
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {
    // A read-only folder is never cleared here.
  }
}

/** Each bundle has its own folder, which is unused until its list exists: two processes may make one at the same time. */
async function makeBundle(source) {
  const { inputs, contents } = await build(source);
  const folder = join(source.home, randomBytes(6).toString('hex'));
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of contents) writeWhole(join(folder, name), text);
  writeWhole(join(source.home, LIST), JSON.stringify({ folder: basename(folder), inputs, outputs: digestsOf(contents) }));
  clearOld(source.home, [LIST, basename(folder)]);
}

async function restore({ source, folder, outputs }) {
  const { contents } = await build(source);
  if (JSON.stringify(digestsOf(contents)) !== JSON.stringify(outputs)) {
    throw new Error(`${folder}, from which this program runs, was removed, and its sources have changed since: start it again.`);
  }
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of contents) writeWhole(join(folder, name), text);
}

/** Old bundles stay until no process has started from them for a week, because a running program loads its parts later. */
function clearOld(home, kept) {
  for (const name of readdirSync(home).filter((one) => !kept.includes(one))) {
    const path = join(home, name);
    const usedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - usedAt > WEEK_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** The contents of the bundle's files, by name, and a digest of every input as it was read. */
async function build(source) {
  const { root, entry, inParts, isSealed, name, home } = source;
  const folder = join(home, 'folder'); // only its depth matters, not its name
  const fromTsx = createRequire(createRequire(HERE).resolve('tsx')); // tsx includes esbuild
  const inputs = digestsOfTools(root, fromTsx);
  const { outputFiles } = await fromTsx('esbuild').build({
    absWorkingDir: root,
    entryPoints: { [name]: entry },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    ...(inParts ? { splitting: true, packages: 'external' } : { external: ['highs', 'tinypool'] }), // these read files next to themselves
    ...(isSealed && { splitting: true, banner: { js: REQUIRE } }),
    format: 'esm',
    platform: 'node',
    target: 'node20',
    tsconfig: join(root, 'tsconfig.json'),
    plugins: [readInto(inputs, root, folder)],
    write: false,
    logLevel: 'silent',
  });
  const files = new Map(outputFiles.map((file) => [basename(file.path), file.text]));
  return { inputs, contents: inParts ? withPartsLoaded(files, folder) : files };
}

/** What a bundle depends on besides its sources. */
function digestsOfTools(root, fromTsx) {
  const installed = ['package.json', 'node_modules/.package-lock.json', 'tsconfig.json'].map((path) => join(root, path));
  const paths = [HERE, fromTsx.resolve('esbuild/package.json'), ...installed];
  return Object.fromEntries(paths.map((path) => [relative(root, path), digestOfFile(path)]));
}

/**
 * The digests are of the exact texts that are bundled, so a source saved a moment later differs. A source that uses its own location (to
 * start a thread next to itself) gets its place relative to the bundle.
 */
function readInto(inputs, root, folder) {
  return {
    name: 'read-into',
    setup(build) {
      build.onLoad({ filter: /./, namespace: 'file' }, async ({ path }) => {
        const contents = await readFile(path);
        inputs[relative(root, path)] = digestOf(contents);
        if (!path.endsWith('.ts')) return { contents, loader: 'default' };
        const place = relative(folder, path).split(sep).join('/');
        return { contents: contents.toString().replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`), loader: 'ts' };
      });
    },
  };
}

function withPartsLoaded(files, folder) {
  const loader = `import { loadPart as __loadPart } from '${relative(folder, HERE).split(sep).join('/')}';\n`;
  const loaded = (text) =>
    text.replaceAll(/\bimport\("\.\/([^"]+)"\)/g, (load, part) => (files.has(part) ? `__loadPart(() => ${load}, import.meta.url)` : load));
  return new Map([...files].map(([name, text]) => [name, loaded(text) === text ? text : loader + loaded(text)]));
}

function digestsOf(contents) {
  return Object.fromEntries([...contents].map(([name, text]) => [name, digestOf(text)]));
}

/** Writes the whole file or nothing, even when two commands or threads write at the same time. */
function writeWhole(path, contents) {
  const draft = `${path}.${process.pid}-${threadId}`;
  writeFileSync(draft, contents);
  renameSync(draft, path);
}
