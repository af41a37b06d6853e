import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CommandFailed } from './exits';

/** Writes to standard output; a reader that has gone away (`| head`) is no error of ours: the process ends quietly. */
export async function print(text: string): Promise<void> {
  if (process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)) return;
  await new Promise<void>((resolve) => process.stdout.once('drain', resolve));
}

/** To be called before the work whose result goes there: a file that cannot be written is known at once. Its folder is made by `deliver`. */
export async function refuseUnwritable(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const there = await stat(file).catch(() => null);
  if (there?.isDirectory()) throw new CommandFailed(`cannot write ${file}: it is a folder`);
  if (there === null) return refuseUnwritableFolder(dirname(resolve(file)));
  try {
    await access(file, constants.W_OK);
  } catch {
    throw new CommandFailed(`cannot write ${file}: this user may not write to it`);
  }
}

/** The same of a folder that is made where there is none. */
export async function refuseUnwritableFolder(folder: string): Promise<void> {
  const there = await stat(folder).catch(() => null);
  if (there === null && dirname(resolve(folder)) !== resolve(folder)) return refuseUnwritableFolder(dirname(resolve(folder)));
  if (!there?.isDirectory()) throw new CommandFailed(`cannot write there: ${folder} is no folder`);
  try {
    await access(folder, constants.W_OK);
  } catch {
    throw new CommandFailed(`cannot write there: this user may not write into ${folder}`);
  }
  try {
    // Some folders take nothing (/proc, a full disk), whatever their rights say, and Node makes folders in /proc for ever.
    await rmdir(await mkdtemp(join(folder, '.mandi-')));
  } catch {
    throw new CommandFailed(`cannot write there: nothing can be made in ${folder}`);
  }
}

/** To `--out FILE` where one is given, in a folder that is made where there is none; else to standard output. */
export async function deliver(text: string, file: string | undefined): Promise<void> {
  if (file === undefined) return print(text);
  await refuseUnwritable(file);
  try {
    await mkdir(dirname(resolve(file)), { recursive: true });
    await writeFile(file, text.endsWith('\n') ? text : `${text}\n`);
  } catch (cause) {
    throw new CommandFailed(`cannot write ${file}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  process.stderr.write(`Wrote ${file}\n`);
}

/** To be called once, before anything is printed. */
export function endQuietlyWithoutReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      throw error;
    });
  }
}
