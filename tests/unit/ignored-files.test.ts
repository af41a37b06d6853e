// Whoever follows the README has files in the clone that are none of ours: `npm test` once failed over a report that it had told people to write.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { home, ownFiles, readText } from './repository';

/** Names that the documents' commands write to, in the clone's own folder. */
const WRITTEN = /--(?:out|html|csv|markdown) ([a-z][\w-]*(?:\.\w+)?)(?=[\s`])/g;

function writtenByDocuments(): string[] {
  const documents = ownFiles().filter((path) => /^(README\.md|docs\/[\w-]+\.md)$/.test(path));
  return [...new Set(documents.flatMap((path) => [...readText(path).matchAll(WRITTEN)].map((match) => match[1] ?? '')))];
}

test('whatever a command of the documents writes into the clone is ignored by git, and so by every check', () => {
  const names = writtenByDocuments();
  expect(names).toContain('published.html');
  const lines = new Set(readText('.gitignore').split('\n'));
  expect(names.filter((name) => !lines.has(`/${name}`) && !lines.has(`/${name}/`))).toEqual([]);
});

test('the linter passes by a report, a virtual environment and an export that lie in the clone', () => {
  const root = mkdtempSync(join(tmpdir(), 'mandi-ignored-'));
  try {
    for (const name of ['.gitignore', 'biome.json']) cpSync(join(home, name), join(root, name));
    spawnSync('git', ['init', '--quiet'], { cwd: root });
    const bad = { 'published.html': '<p><b>', 'samples/manifest.json': '{"a":1,\n"b":2}', 'examples/python/venv/lib/x.js': 'var a = 1\n' };
    for (const [path, text] of Object.entries({ ...bad, 'src/fine.ts': 'export const fine = 1;\n' })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const biome = join(home, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
    const run = spawnSync(process.execPath, [biome, 'ci', '--colors=off', '.'], { cwd: root, encoding: 'utf8' });
    expect(run.stdout + run.stderr).toContain('Checked 2 files');
    expect(run.status).toBe(0);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
