/** `moto`, from PyPI: it stands in for a store that speaks S3, and checks neither keys nor rights. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { REPOSITORY } from '~/config';
import { until } from './server';
import { freePort } from './spawned';

const MOTO = join(REPOSITORY, '.python', 'requirements-infra', 'bin', 'moto_server');

/** `npm run test:python` installs it. */
export const hasMoto = existsSync(MOTO);

export interface S3Store {
  endpoint: string;
  /** Puts or deletes an object as anybody with the keys could. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

export const KEYS = { id: 'test-key', secret: 'test-secret' };

export async function startS3(bucket: string): Promise<S3Store> {
  const port = await freePort();
  const child: ChildProcess = spawn(MOTO, ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new AwsClient({ accessKeyId: KEYS.id, secretAccessKey: KEYS.secret, region: 'us-east-1', service: 's3', retries: 0 });
  const ask = (path: string, init?: RequestInit) => client.fetch(`${endpoint}/${path}`, init);
  await until(async () => (await ask(bucket, { method: 'PUT' }).catch(() => null))?.ok);
  return {
    endpoint,
    ask,
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}
