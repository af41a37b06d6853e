// The documents' promises that a machine can check: the README's first screen, links that lead somewhere, numbers that were measured.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { home, ownFiles, readPackage, readText } from './repository';

const lines = readText('README.md').split('\n');
const documents = ownFiles().filter((path) => path.endsWith('.md'));

describe('README.md', () => {
  test('begins with one sentence, then a picture', () => {
    expect(lines[0]).toMatch(/^[A-Z][^.]*\.$/);
    expect(lines.slice(1, 5).join('\n')).toMatch(/!\[[^\]]+\]\(docs\/images\//);
  });

  test('has both commands within 25 lines', () => {
    const first = lines.slice(0, 25).join('\n');
    expect(first).toContain('npm ci && npm start');
    expect(first).toContain('npm ci && npm test');
  });

  test('leaves no number to be measured', () => {
    expect(lines.filter((line) => line.includes('TO MEASURE'))).toEqual([]);
  });

  test('names npm scripts that exist', () => {
    const named = [...readText('README.md').matchAll(/npm run ([\w:]+)/g)].map((match) => match[1] ?? '');
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !(name in readPackage().scripts))).toEqual([]);
  });
});

describe('docs/decisions', () => {
  const records = documents.filter((path) => /^docs\/decisions\/[a-z]/.test(path));

  test('has an index with the title of every record', () => {
    const index = readText('docs/decisions/README.md');
    const link = (path: string) => `[${readText(path).split('\n')[0]?.slice(2)}](${path.slice('docs/decisions/'.length)})`;
    expect(records.map(link).filter((one) => !index.includes(one))).toEqual([]);
  });
});

describe('every document', () => {
  test('links to files that are there', () => {
    const broken = documents.flatMap((path) =>
      [...readText(path).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map((match) => match[1] ?? '')
        .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(home, dirname(path), target)))
        .map((target) => `${path} -> ${target}`),
    );
    expect(broken).toEqual([]);
    expect(documents.length).toBeGreaterThan(10);
  });

  test('is named by code only where it exists', () => {
    const code = ownFiles().filter((path) => /\.(ts|tsx|mjs|cjs|prisma|json)$/.test(path) && !path.includes('node_modules'));
    const missing = code.flatMap((path) =>
      [...readText(path).matchAll(/\bdocs\/decisions\/[\w-]+(?:\.md)?/g)]
        .map(([named]) => named)
        .filter((named) => !existsSync(join(home, named)))
        .map((named) => `${path} -> ${named}`),
    );
    expect(missing).toEqual([]);
  });
});
