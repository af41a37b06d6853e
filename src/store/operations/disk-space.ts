import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  /** Bytes available to this user. */
  free: number;
  total: number;
}

/** null if the system does not say. */
export async function diskSpace(folder: string): Promise<DiskSpace | null> {
  if (folder === '') return null;
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return null;
  }
}
