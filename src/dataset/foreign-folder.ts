import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '~/store/database-error';
import { OtherRun } from './journal';

export const JOURNAL = 'journal.jsonl';
const FIRST = 'part-00000.jsonl';
const HEAD = '{"request":';
/** Files that a run may leave if killed before the first line of its journal, and the data studio's record of the request. */
const BEFORE_THE_JOURNAL = /^(export\.lock(\.clearing)?|seen\.bin(\.new)?|job\.json)$/;

/**
 * An export needs a folder that is new, empty or from a stopped run, so that its files do not mix with others; a complete export is not
 * overwritten.
 * Ignores hidden files. Throws `OtherRun` with the first conflicting name.
 */
export async function refuseForeign(folder: string): Promise<void> {
  const names = (await namesIn(folder)).filter((name) => !name.startsWith('.'));
  const journal = names.includes(JOURNAL) ? await stateOf(join(folder, JOURNAL)) : 'none';
  if (names.includes('manifest.json') && journal !== 'whole') throw new OtherRun(wholeText(folder));
  if (journal === 'whole') return;
  const stranger = (await strangersAmong(folder, names, journal)).toSorted()[0];
  if (stranger !== undefined)
    throw new OtherRun(
      `${folder} is not empty and does not contain a stopped export: it contains ${stranger}. Name a new or an empty folder.`,
    );
}

export function wholeText(folder: string): string {
  return `${folder} already contains a complete dataset; name another folder.`;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    if (codeOf(error) === 'ENOTDIR') throw new OtherRun(`${folder} is not a folder; name another.`);
    throw error;
  }
}

type JournalState = 'none' | 'begun' | 'whole' | 'foreign';

/** begun: empty or an incomplete first line, because the run may have been killed there. */
async function stateOf(path: string): Promise<JournalState> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD.length), 0, HEAD.length, 0);
    const head = buffer.toString('utf8', 0, bytesRead);
    if (head === HEAD) return 'whole';
    return HEAD.startsWith(head) ? 'begun' : 'foreign';
  } finally {
    await file.close();
  }
}

/** Files that cannot come from a run killed before its journal's first line was complete. */
async function strangersAmong(folder: string, names: readonly string[], journal: JournalState): Promise<string[]> {
  const strangers: string[] = [];
  for (const name of names) {
    if (BEFORE_THE_JOURNAL.test(name) || (name === JOURNAL && journal === 'begun')) continue;
    if (name === FIRST && (await stat(join(folder, name))).size === 0) continue;
    strangers.push(name);
  }
  return strangers;
}
