import { join } from 'node:path';
import type { ArchiveSettings, S3Settings } from '~/lib/database/settings';
import { type ArchivePlace, folderPlace } from './archive-place';
import { s3Place } from './s3-place';

/** `s3`: of a store; left out: it will say what it lacks. */
export type ArchiveAddress = Pick<ArchiveSettings, 'place'> & Partial<Pick<ArchiveSettings, 's3'>>;

const NO_STORE: S3Settings = { endpoint: null, region: 'us-east-1', keys: () => ({ id: null, secret: null }) };

/** Opens nothing and makes nothing: that is for whoever first writes there. */
export function openArchivePlace({ home, archive }: { home: string; archive?: ArchiveAddress }): ArchivePlace {
  if (archive?.place.startsWith('s3://')) return s3Place(archive.place, archive.s3 ?? NO_STORE);
  return folderPlace(archive?.place ?? join(home, 'archive'));
}
