import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '~/store/database-error';
import { OtherRun } from './journal';

export const JOURNAL = 'journal.jsonl';
const HEAD = '{"request":';
/** All that a run has made by the time it is killed before its journal's first line, and what the data studio keeps of what was asked for. */
const BEFORE_THE_JOURNAL = /^(export\.lock(\.clearing)?|seen\.bin(\.new)?|job\.json)$/;

/**
 * An export goes into a folder that is new, empty or of a run that was stopped, lest its files mix with others; a whole one stays as it is.
 * Hidden files are in nobody's way. Throws `OtherRun` with the first name that is in the way.
 */
export async function refuseForeign(folder: string): Promise<void> {
  const names = (await namesIn(folder)).filter((name) => !name.startsWith('.'));
  if (names.includes('manifest.json') && !names.includes(JOURNAL)) throw new OtherRun(wholeText(folder));
  const isJournal = names.includes(JOURNAL) && (await isOfAnExport(join(folder, JOURNAL)));
  const stranger = isJournal ? undefined : names.toSorted().find((name) => !BEFORE_THE_JOURNAL.test(name));
  if (stranger !== undefined)
    throw new OtherRun(`${folder} is not empty, and no export that was stopped: it holds ${stranger}. Name a new or an empty folder.`);
}

export function wholeText(folder: string): string {
  return `${folder} holds a whole dataset already; name another folder.`;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    if (codeOf(error) === 'ENOTDIR') throw new OtherRun(`${folder} is no folder; name another.`);
    throw error;
  }
}

/** Empty, or begun: it may have been killed there. */
async function isOfAnExport(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD.length), 0, HEAD.length, 0);
    return HEAD.startsWith(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}
