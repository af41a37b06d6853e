// A game is one folder and a line in each of three registries: without them the rest of the tree still fits together.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { REPOSITORY } from '~/config';

const REGISTRIES = ['registry.ts', 'packs.ts', 'screens.ts'];

test('without the tiny game’s folder and its lines in three registries, everything still type-checks', { timeout: 1_200_000 }, () => {
  const copy = mkdtempSync(join(tmpdir(), 'mandi-without-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const isKept = (path: string) => !/\.test\.tsx?$|\/testing(\/|$)|\/games\/test(\/|$)/.test(path);
  cpSync(join(REPOSITORY, 'src'), join(copy, 'src'), { recursive: true, filter: isKept });
  for (const name of ['tsconfig.json', 'next-env.d.ts', 'package.json', 'prisma', 'workers', 'scripts', 'bin']) {
    cpSync(join(REPOSITORY, name), join(copy, name), {
      recursive: true,
      filter: (path) => !/node_modules|\.test\.tsx?$/.test(path),
      force: true,
    });
  }
  symlinkSync(join(REPOSITORY, 'node_modules'), join(copy, 'node_modules'));
  for (const name of REGISTRIES) {
    const path = join(copy, 'src', 'games', name);
    const lines = readFileSync(path, 'utf8').split('\n');
    const rest = lines.filter((line) => !line.includes('test/offers')).map((line) => line.replace(', offers]', ']'));
    expect(rest.length, name).toBeLessThan(lines.length);
    writeFileSync(path, rest.join('\n'));
  }
  const own = { extends: './tsconfig.json', include: ['next-env.d.ts', 'src'], compilerOptions: { incremental: false } };
  writeFileSync(join(copy, 'tsconfig.copy.json'), JSON.stringify(own));
  const tsc = spawnSync(
    process.execPath,
    [join(REPOSITORY, 'node_modules', 'typescript', 'bin', 'tsc'), '--noEmit', '-p', 'tsconfig.copy.json'],
    {
      cwd: copy,
      encoding: 'utf8',
    },
  );
  expect(tsc.stdout).toBe('');
  expect(tsc.status).toBe(0);
});
