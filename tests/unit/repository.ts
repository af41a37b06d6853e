// What the tests of the house read: the repository's own files.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const home = fileURLToPath(new URL('../..', import.meta.url));

export interface LockEntry {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  os?: string[];
  cpu?: string[];
  engines?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export interface PackageJson {
  engines: { node: string };
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

export function readText(path: string): string {
  return readFileSync(join(home, path), 'utf8');
}

export function readPackage(): PackageJson {
  return JSON.parse(readText('package.json')) as PackageJson;
}

/** The entries of package-lock.json by their place in the tree. */
export function readLock(): Map<string, LockEntry> {
  const lock = JSON.parse(readText('package-lock.json')) as { packages: Record<string, LockEntry> };
  return new Map(Object.entries(lock.packages));
}

/** Every text file that is, or would be, committed; without git, which a downloaded archive lacks. */
export function ownFiles(): string[] {
  const ignored = readText('.gitignore')
    .split('\n')
    .filter((line) => line !== '');
  const skip = (path: string): boolean => path === '.git' || ignored.some((line) => isIgnored(path, line));
  const walk = (folder: string): string[] =>
    readdirSync(join(home, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (skip(path)) return [];
      return entry.isDirectory() ? walk(path) : [path];
    });
  return walk('').filter((path) => !/\.(png|webp|ico|woff2|gz|zip)$/.test(path));
}

/** The lines that our .gitignore uses: `folder/`, `path/to/folder/`, `name`, `*.ending`. */
function isIgnored(path: string, line: string): boolean {
  if (line.startsWith('*')) return path.endsWith(line.slice(1));
  const name = line.replace(/\/$/, '');
  return path === name || (!name.includes('/') && path.endsWith(`/${name}`));
}

/** What the project's linter says of these files, planted in a folder of their own under the project's rules: by file, the rules broken. */
export function rulesBrokenIn(files: Record<string, string>): Map<string, string[]> {
  const root = mkdtempSync(join(tmpdir(), 'mandi-lint-'));
  try {
    const config = JSON.parse(readText('biome.json')) as object;
    writeFileSync(join(root, 'biome.json'), JSON.stringify({ ...config, $schema: undefined, vcs: { enabled: false } }));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return lintFolder(root, Object.keys(files));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function lintFolder(root: string, paths: string[]): Map<string, string[]> {
  const entry = join(home, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const args = [entry, 'lint', '--colors=off', '--reporter=json', '--max-diagnostics=none', '.'];
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  const report = JSON.parse(run.stdout) as {
    summary: { unchanged: number };
    diagnostics: { category: string; location: { path: string | { file: string } } }[];
  };
  if (report.summary.unchanged < paths.length) throw new Error(`the linter read ${report.summary.unchanged} files: ${run.stderr}`);
  const broken = new Map(paths.map((path): [string, string[]] => [path, []]));
  for (const { category, location } of report.diagnostics) {
    const path = typeof location.path === 'string' ? location.path : location.path.file;
    broken.get(path.replace(/^\.\//, ''))?.push(category.split('/').at(-1) ?? '');
  }
  return broken;
}
