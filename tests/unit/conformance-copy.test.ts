/** The check of the OpenEnv endpoint is somebody else's: the copy here stays as it was handed over, byte for byte. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '~/config';

const HANDED_OVER = '85bd2e06cc8f57fe06433c7ccb4136d7bf1de7f8b87ee7d1e7f34242d0f534cd';

test('tests/python/openenv_client_check.py is the published check, unchanged', () => {
  const text = readFileSync(join(REPOSITORY, 'tests', 'python', 'openenv_client_check.py'), 'utf8').replaceAll('\r\n', '\n');
  expect(createHash('sha256').update(text).digest('hex')).toBe(HANDED_OVER);
});
