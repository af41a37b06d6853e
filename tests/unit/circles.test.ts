// The tool that holds the layers must see a planted circle; it once passed by reading nothing.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { home } from './repository';

test('circles.mjs sees planted circles and upward imports, and fails on an empty house', { timeout: 900_000 }, () => {
  const run = spawnSync(process.execPath, ['scripts/circles.mjs', '--self-test'], { cwd: home, encoding: 'utf8' });
  expect(run.stdout.split('\n').filter((line) => line.startsWith('ok:'))).toHaveLength(9);
  expect(run.stdout).not.toContain('NOT OK');
  expect(run.status).toBe(0);
});
