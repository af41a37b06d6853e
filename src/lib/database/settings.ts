/** Settings of the database: where it is, and what leaves it, where to and when. */
import { z } from 'zod';
import { hasLogin, isPostgresUrl, optionalNumber, wholeNumber } from '../addresses';
import type { DatabaseLimits } from './limits';

export interface S3Settings {
  /** null: Amazon's. */
  endpoint: string | null;
  region: string;
  /** Read when they are needed, and kept nowhere; null: not set. */
  keys(): { id: string | null; secret: string | null };
}

export interface ArchiveSettings {
  /** An absolute folder, or `s3://bucket/prefix`. */
  place: string;
  /** Of a place in a store. */
  s3: S3Settings;
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
    name: 'DATABASE_DIRECT_URL',
    default: '',
    description:
      'The same database without the pooler, if DATABASE_URL goes through PgBouncer in transaction mode. Used to listen, for the queue and for maintenance.',
  },
  {
    name: 'DATABASE_READ_URL',
    default: '',
    description:
      'A streaming replica of DATABASE_URL, for lists of matches, counts of data and exports. While it is away or too far behind, they ask the primary.',
  },
  {
    name: 'DATABASE_READ_LAG',
    default: '5',
    description: 'Seconds that the replica may be behind, 1 to 300.',
  },
  {
    name: 'REDIS_URL',
    default: '',
    description:
      'A Redis server (redis://10.0.0.5:6379) that carries messages between web processes and counts their limits. Unset: PostgreSQL does.',
  },
  {
    name: 'POOL_SIZE',
    default: '10',
    description:
      'Database connections of each process, 2 to 500. Each process needs a few more to listen and for its queue; all together must stay below max_connections.',
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
    description: 'Archived matches: a folder that all processes reach, or s3://bucket/prefix. Unset: archive in MANDI_HOME.',
  },
  { name: 'AWS_ENDPOINT_URL', default: '', description: "Address of an S3 store for the archive (http://10.0.0.5:9000). Unset: Amazon's." },
  { name: 'AWS_REGION', default: 'us-east-1', description: 'Region of that store.' },
  { name: 'AWS_ACCESS_KEY_ID', default: '', description: 'Key of that store, read only from the environment.' },
  { name: 'AWS_SECRET_ACCESS_KEY', default: '', description: 'Its secret, read only from the environment.' },
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

/** Lower case alone: buckets have no other. */
const IS_S3 = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/;

export const databaseShape = {
  DATABASE_URL: z.string().refine(isPostgresUrl, 'must look like postgresql://user:password@host:5432/database').optional(),
  DATABASE_DIRECT_URL: z.string().refine(isPostgresUrl, 'must look like postgresql://user:password@host:5432/database').optional(),
  DATABASE_READ_URL: z.string().refine(isPostgresUrl, 'must look like postgresql://user:password@host:5432/database').optional(),
  DATABASE_READ_LAG: wholeNumber('5', 1, 300),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must look like redis://10.0.0.5:6379' }).optional(),
  POOL_SIZE: wholeNumber('10', 2, 500),
  QUERY_TIMEOUT: wholeNumber('20', 1, 3600),
  LONG_QUERY_TIMEOUT: wholeNumber('600', 1, 86_400),
  MANDI_ARCHIVE: z
    .string()
    .refine((text) => !/^[a-z0-9+]+:\/\//i.test(text) || IS_S3.test(text), 'must be a folder, or look like s3://bucket/prefix')
    .optional(),
  AWS_ENDPOINT_URL: z
    .url({ protocol: /^https?$/, error: 'must look like http://10.0.0.5:9000' })
    .refine((url) => !hasLogin(url), 'must not contain a key: put it into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
    .optional(),
  AWS_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must look like eu-central-1')
    .default('us-east-1'),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  ARCHIVE_AFTER_DAYS: optionalNumber(1, 36_500),
  RETAIN_EXHIBITIONS_DAYS: optionalNumber(1, 36_500),
};

export function replicaOf(read: { DATABASE_READ_URL?: string | undefined; DATABASE_READ_LAG: number }): Pick<DatabaseLimits, 'replica'> {
  return read.DATABASE_READ_URL === undefined ? {} : { replica: { url: read.DATABASE_READ_URL, mostMs: read.DATABASE_READ_LAG * 1000 } };
}
