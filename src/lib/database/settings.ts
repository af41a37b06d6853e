/** Settings of the database: where it is, and what leaves it, where to and when. */
import { z } from 'zod';
import { isPostgresUrl, optionalNumber, wholeNumber } from '../addresses';

export interface ArchiveSettings {
  /** An absolute folder, or `s3://bucket/prefix`. */
  place: string;
  /** Days after its end until a match is archived by itself; null: never. */
  afterDays: number | null;
  /** Days after its end until an exhibition is removed by itself; null: never. */
  retainExhibitionsDays: number | null;
}

export const DATABASE_ENVIRONMENT = [
  {
    name: 'DATABASE_URL',
    default: '',
    description: 'A PostgreSQL server, 15 or newer (postgresql://user:password@host:5432/mandi). Unset: the embedded one.',
  },
  {
    name: 'POOL_SIZE',
    default: '10',
    description:
      'Database connections of each process, 2 to 500. A server needs one more to listen; all processes together must stay below max_connections.',
  },
  {
    name: 'QUERY_TIMEOUT',
    default: '20',
    description: 'Seconds a database query may take before it is given up and the caller has to try again.',
  },
  {
    name: 'LONG_QUERY_TIMEOUT',
    default: '600',
    description: 'Seconds a query may take in migrations, maintenance and exports.',
  },
  {
    name: 'MANDI_ARCHIVE',
    default: '',
    description: 'Folder of archived matches; all processes must reach it. Unset: archive in MANDI_HOME.',
  },
  {
    name: 'ARCHIVE_AFTER_DAYS',
    default: '',
    description:
      'Days after which finished matches move from the database to the archive, 1 to 36500. Unset: only by npx mandi db archive.',
  },
  {
    name: 'RETAIN_EXHIBITIONS_DAYS',
    default: '',
    description:
      'Days after which unrated matches outside tournaments and without people are deleted, 1 to 36500. Unset: only by npx mandi db prune.',
  },
] as const;

export const databaseShape = {
  DATABASE_URL: z.string().refine(isPostgresUrl, 'must look like postgresql://user:password@host:5432/database').optional(),
  POOL_SIZE: wholeNumber('10', 2, 500),
  QUERY_TIMEOUT: wholeNumber('20', 1, 3600),
  LONG_QUERY_TIMEOUT: wholeNumber('600', 1, 86_400),
  MANDI_ARCHIVE: z.string().optional(),
  ARCHIVE_AFTER_DAYS: optionalNumber(1, 36_500),
  RETAIN_EXHIBITIONS_DAYS: optionalNumber(1, 36_500),
};
