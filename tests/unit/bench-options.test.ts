import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '~/config';

const BENCH = join(REPOSITORY, 'bench');

test('a script that measures answers an option it does not have with a sentence, not a stack trace', () => {
  const { stderr, stdout, status } = spawnSync(process.execPath, ['--import', 'tsx', 'bench/open-gains.ts', '--wrold', '1'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^open-gains\.ts: Unknown option '--wrold'\. Options: --[\w-]+(, --[\w-]+)*\.\n$/);
  expect([stdout, status]).toEqual(['', 2]);
});

test('all of them read their options so', () => {
  const scripts = readdirSync(BENCH, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const bare = scripts.filter((name) => /\bparseArgs\b/.test(readFileSync(join(BENCH, name), 'utf8')));
  expect(bare.sort()).toEqual(['main.ts', 'read-options.ts']); // `main.ts` is a command of Mandi, and says it as the others do
});
