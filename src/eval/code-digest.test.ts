import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeId, DECIDING, digestOfSources } from './code-digest';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const PLANNER = join('src', 'games', 'gpu-market', 'open', 'shared', 'players', 'planner.ts');
let copy = '';

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'mandi-sources-'));
  for (const place of [...DECIDING, 'package.json']) cpSync(join(REPOSITORY, place), join(copy, place), { recursive: true });
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('another clone of the same sources has the same digest, whatever its line endings, tests and what lies beside', () => {
  const text = readFileSync(join(copy, PLANNER), 'utf8');
  writeFileSync(join(copy, PLANNER), text.replaceAll('\n', '\r\n'));
  mkdirSync(join(copy, 'src', 'games', 'testing'));
  writeFileSync(join(copy, 'src', 'games', 'testing', 'given.ts'), 'export {}');
  writeFileSync(join(copy, 'src', 'games', 'new.test.ts'), 'export {}');
  writeFileSync(join(copy, 'src', 'games', '.DS_Store'), 'x');
  symlinkSync('somebody@host.123', join(copy, 'src', 'games', 'gpu-market', 'open', 'shared', 'players', '.#planner.ts')); // an editor's lock: it leads nowhere
  expect(digestOfSources(copy)).toBe(digestOfSources(REPOSITORY));
  expect(codeId()).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
});

test.each([
  ['planner', PLANNER],
  ['null model', join('src', 'inference', 'null', 'null-model.ts')],
  ['grammar of a worker', join('workers', 'inference', 'gbnf.ts')],
  ['lock of a worker’s bindings', join('workers', 'inference', 'runtime-lock.json')],
  ['reading of a result', join('src', 'tournament', 'fixture-result.ts')],
])('an altered %s is other code', (_, path) => {
  const before = digestOfSources(copy);
  appendFileSync(join(copy, path), '\n');
  expect(digestOfSources(copy)).not.toBe(before);
});

test('another solver is other code, another package of the site is not', () => {
  const before = digestOfSources(copy);
  const card = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
  const withVersion = (name: string) => {
    writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...card, dependencies: { ...card.dependencies, [name]: '0.0.1' } }));
    return digestOfSources(copy);
  };
  expect(withVersion('next')).toBe(before);
  expect(withVersion('highs')).not.toBe(before);
});
