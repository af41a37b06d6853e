// The native compiler checks our types, the other one serves tools: both must see the same planted errors.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { home, readText } from './repository';

const PLANTED = `import { gone } from './other';
export const wrong: number = 'text';
export const first = (list: string[]): string => list[0];
export function of(word: 'yes' | 'no'): number {
  switch (word) {
    case 'yes':
      return 1;
  }
}
export const kept = gone;
`;

function errorsOf(compiler: string, folder: string): string[] {
  const run = spawnSync(process.execPath, [join(home, 'node_modules', compiler, 'bin', 'tsc'), '--pretty', 'false', '-p', folder], {
    cwd: folder,
    encoding: 'utf8',
  });
  return [...run.stdout.matchAll(/^(planted\.ts\(\d+),\d+\): error (TS\d+)/gm)].map(([, place, code]) => `${place}) ${code}`).sort();
}

test('TypeScript 7 and TypeScript 6 name the same planted errors', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mandi-types-'));
  try {
    const { compilerOptions } = JSON.parse(readText('tsconfig.json')) as { compilerOptions: object };
    const options = { ...compilerOptions, incremental: false, plugins: [], paths: {}, types: [], lib: ['ES2023'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
    writeFileSync(join(folder, 'other.ts'), 'export const there = 1;\n');
    writeFileSync(join(folder, 'planted.ts'), PLANTED);
    const native = errorsOf('typescript7', folder);
    expect(native).toHaveLength(4);
    expect(errorsOf('typescript', folder)).toEqual(native);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
