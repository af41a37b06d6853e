import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CommandFailed } from './exits';

/** Writes to standard output. If the reader has closed it (`| head`), the process exits quietly. */
export async function print(text: string): Promise<void> {
  if (process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)) return;
  await new Promise<void>((resolve) => process.stdout.once('drain', resolve));
}

/** Call before the work, so that a file that cannot be written is reported early. `deliver` creates its folder. */
export async function refuseUnwritable(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const there = await stat(file).catch(() => null);
  if (there?.isDirectory()) throw new CommandFailed(`cannot write ${file}: it is a folder`);
  if (there === null) return refuseUnwritableFolder(dirname(resolve(file)));
  try {
    await access(file, constants.W_OK);
  } catch {
    throw new CommandFailed(`cannot write ${file}: you do not have permission to write to it`);
  }
}

/** The same for a folder, which is created if missing. */
export async function refuseUnwritableFolder(folder: string): Promise<void> {
  const there = await stat(folder).catch(() => null);
  if (there === null && dirname(resolve(folder)) !== resolve(folder)) return refuseUnwritableFolder(dirname(resolve(folder)));
  if (!there?.isDirectory()) throw new CommandFailed(`cannot write there: ${folder} is not a folder`);
  try {
    await access(folder, constants.W_OK);
  } catch {
    throw new CommandFailed(`cannot write there: you do not have permission to write into ${folder}`);
  }
  try {
    // Tests by writing: some folders reject files despite their permissions (/proc, a full disk), and Node's recursive mkdir never ends in
    // /proc.
    await rmdir(await mkdtemp(join(folder, '.mandi-')));
  } catch {
    throw new CommandFailed(`cannot write there: files cannot be created in ${folder}`);
  }
}

/** Writes to `--out FILE` if given, creating its folder; otherwise to standard output. */
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

/** Call once before printing anything. */
export function endQuietlyWithoutReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      throw error;
    });
  }
}
