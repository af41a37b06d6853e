import { join } from 'node:path';
import type { ArchiveSettings } from '~/lib/database/settings';
import { type ArchivePlace, folderPlace } from './archive-place';

/** Opens nothing and makes nothing: that is for whoever first writes there. */
export function openArchivePlace({ home, archive }: { home: string; archive?: Pick<ArchiveSettings, 'place'> }): ArchivePlace {
  return folderPlace(archive?.place ?? join(home, 'archive'));
}
