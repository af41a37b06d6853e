import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { reportShelf } from '~/api/report-shelf';
import { REPOSITORY } from '~/config';
import type { EvalReport } from '~/eval/report';
import { withDatabase } from './database-services';

export async function keepReports(reports: readonly EvalReport[]): Promise<void> {
  await withDatabase(({ database }) => reportShelf(database.prisma, join(REPOSITORY, 'public', 'benchmark')).keep(randomUUID(), reports));
}
