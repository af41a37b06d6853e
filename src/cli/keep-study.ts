import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { reportStore } from '~/api/report/store';
import { REPOSITORY } from '~/config';
import type { Study } from '~/eval/study';
import { withDatabase } from './database-services';

/** Returns the report's id. */
export async function keepStudy(study: Study): Promise<string> {
  const id = randomUUID();
  await withDatabase(({ database }) => reportStore(database.prisma, join(REPOSITORY, 'public', 'benchmark')).keep(id, study));
  return id;
}
