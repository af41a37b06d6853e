/** Postgres refuses to run as root. Then it runs as another user, who must be able to access its programs and data. */
import { readFileSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseError } from '../database-error';

export interface RunAs {
  uid: number;
  gid: number;
}

/** The user that Postgres runs as; null: the current user. Existing data is run by its owner. */
export function chooseRunAs(dataFolder: string): RunAs | null {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(dataFolder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = findUser('postgres') ?? findUser('nobody');
  if (user) return user;
  throw new DatabaseError(
    'embedded_failed',
    'The embedded database cannot run as root, and this machine has no user postgres or nobody: start Mandi as an ordinary user, or set DATABASE_URL.',
  );
}

function findUser(name: string): RunAs | null {
  const line = accounts().find((account) => account.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined || uid === '0' ? null : { uid: Number(uid), gid: Number(gid) };
}

function accounts(): string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Whether the user can access `path`, which requires permission on every parent folder. The path itself need not exist yet. */
export function canReach(runAs: RunAs | null, path: string): boolean {
  if (runAs === null) return true;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (stats && !letsThrough(stats, runAs)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function letsThrough({ uid, gid, mode }: Stats, runAs: RunAs): boolean {
  const bit = uid === runAs.uid ? 0o100 : gid === runAs.gid ? 0o010 : 0o001;
  return (mode & bit) !== 0;
}
