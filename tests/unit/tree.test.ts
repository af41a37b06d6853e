// docs/architecture.md shows the tree as it is, and who may import whom as the import rules have it.
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { home, readText } from './repository';

const { LAYERS } = createRequire(import.meta.url)(join(home, '.dependency-cruiser.cjs')) as { LAYERS: Record<string, string[]> };

test('the tree of docs/architecture.md names every folder of src, and no other', () => {
  const [, tree = ''] = readText('docs/architecture.md').split('```');
  const named = [...tree.matchAll(/\bsrc\/([a-z]+)\//g)].map(([, folder]) => String(folder));
  const folders = readdirSync(join(home, 'src'), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
  expect([...new Set(named)].sort()).toEqual(folders.sort());
});

test('every folder of src has an import rule, but those that start things', () => {
  const folders = readdirSync(join(home, 'src'), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
  expect(folders.filter((folder) => !(folder in LAYERS)).sort()).toEqual(['cli', 'start']);
  expect(Object.keys(LAYERS).filter((layer) => !folders.includes(layer))).toEqual([]);
});

test('who may import whom stands in docs/architecture.md as in the import rules', () => {
  const lines = (readText('docs/architecture.md').split('```')[3] ?? '').trim().split('\n');
  const expected = Object.entries(LAYERS).map(([layer, below]) => {
    const names = below.map((one) => one.replace(/\.ts$/, '')).join(' ');
    return `${layer.padEnd(11)} -> ${names || 'nothing of ours'}`;
  });
  expect(lines).toEqual(expected);
});

test('every file that docs/architecture.md names is there', () => {
  const named = [...readText('docs/architecture.md').matchAll(/`([\w./[\]-]+\/[\w.-]+\.(?:tsx?|mjs|json))`/g)].map(([, path]) =>
    String(path),
  );
  expect(named.length).toBeGreaterThan(40);
  const places = ['', 'src/', 'src/games/', 'src/games/test/', 'src/games/gpu-market/open/'];
  expect(named.filter((path) => !places.some((place) => existsSync(join(home, place, path))))).toEqual([]);
});
