import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { codeId, digestOfSources } from './code-digest';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const PLANNER = join('policies', 'open', 'planner.ts');
let copy = '';

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'mandi-sources-'));
  for (const folder of ['agents', 'games', 'judging', 'match', 'optimum', 'policies']) {
    cpSync(join(SOURCES, folder), join(copy, folder), { recursive: true });
  }
});

afterEach(() => rmSync(copy, { recursive: true, force: true }));

test('another clone of the same sources has the same digest, whatever its line endings, tests and what lies beside', () => {
  const text = readFileSync(join(copy, PLANNER), 'utf8');
  writeFileSync(join(copy, PLANNER), text.replaceAll('\n', '\r\n'));
  mkdirSync(join(copy, 'games', 'testing'));
  writeFileSync(join(copy, 'games', 'testing', 'given.ts'), 'export {}');
  writeFileSync(join(copy, 'games', 'new.test.ts'), 'export {}');
  writeFileSync(join(copy, 'games', '.DS_Store'), 'x');
  symlinkSync('somebody@host.123', join(copy, 'policies', 'open', '.#planner.ts')); // an editor's lock: it leads nowhere
  expect(digestOfSources(copy)).toBe(digestOfSources(SOURCES));
  expect(codeId()).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
});

test('an altered planner is other code', () => {
  const before = digestOfSources(copy);
  appendFileSync(join(copy, PLANNER), '\nexport const BOLDER = 1;\n');
  expect(digestOfSources(copy)).not.toBe(before);
});
