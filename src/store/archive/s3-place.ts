/** The archive in a store that speaks S3: Amazon's, MinIO, Ceph, R2 and their like. */
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { S3Settings } from '~/lib/database/settings';
import { DatabaseError } from '../database-error';
import { fileDigest } from './archive-file';
import type { ArchivePlace } from './archive-place';

/** Of one request: a file is at most some tens of megabytes. */
const TIMEOUT_MS = 120_000;
const RETRIES = 3;
const AMAZON = 'https://s3.REGION.amazonaws.com';

/** `url`: `s3://bucket/prefix`. Nothing is asked of the store before the first file is. */
export function s3Place(url: string, settings: S3Settings): ArchivePlace {
  const { hostname: bucket, pathname } = new URL(url);
  const prefix = pathname.split('/').filter((part) => part !== '');
  const base = settings.endpoint ?? AMAZON.replace('REGION', settings.region);
  const addressOf = (file: string): string => [base.replace(/\/+$/, ''), bucket, ...prefix, file].join('/');
  let client: AwsClient | null = null;

  async function ask(file: string, init: RequestInit = {}): Promise<Response> {
    client ??= clientOf(settings);
    const answer = await client.fetch(addressOf(file), { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    throw Object.assign(new Error(`${bucket} answered ${answer.status}`), {
      code: answer.status === 404 ? 'NoSuchKey' : `HTTP${answer.status}`,
    });
  }

  return {
    name: url,
    async put(file, write) {
      const path = join(tmpdir(), `mandi-archive-${randomUUID()}`);
      try {
        await write(path);
        // The store compares what arrives with this hash.
        const headers = { 'x-amz-content-sha256': await fileDigest(path), 'content-type': 'application/vnd.apache.parquet' };
        await (await ask(file, { method: 'PUT', headers, body: await readFile(path) })).arrayBuffer();
      } finally {
        await rm(path, { force: true });
      }
    },
    async open(file) {
      const { headers } = await ask(file, { method: 'HEAD' });
      const byteLength = Number(headers.get('content-length'));
      return {
        byteLength,
        async slice(start, end = byteLength) {
          const from = start < 0 ? byteLength + start : start;
          return (await ask(file, { headers: { range: `bytes=${from}-${end - 1}` } })).arrayBuffer();
        },
      };
    },
    async *read(file) {
      const { body } = await ask(file);
      if (body !== null) yield* body as unknown as AsyncIterable<Uint8Array>;
    },
    async remove(file) {
      await ask(file, { method: 'DELETE' });
    },
  };
}

function clientOf({ region, keys }: S3Settings): AwsClient {
  const { id, secret } = keys();
  if (id === null || secret === null)
    throw new DatabaseError('bad_archive', 'MANDI_ARCHIVE names an S3 store: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  return new AwsClient({ accessKeyId: id, secretAccessKey: secret, region, service: 's3', retries: RETRIES });
}
