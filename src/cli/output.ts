import { writeFile } from 'node:fs/promises';
import { CommandFailed } from './exits';

/** Writes to standard output; a reader that has gone away (`| head`) is no error of ours: the process ends quietly. */
export async function print(text: string): Promise<void> {
  if (process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)) return;
  await new Promise<void>((resolve) => process.stdout.once('drain', resolve));
}

/** To `--out FILE` where one is given, else to standard output. */
export async function deliver(text: string, file: string | undefined): Promise<void> {
  if (file === undefined) return print(text);
  try {
    await writeFile(file, text.endsWith('\n') ? text : `${text}\n`);
  } catch (cause) {
    throw new CommandFailed(`cannot write ${file}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
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
