// npm runs scripts by a different shell on every system: so ours use none of its language.
import { describe, expect, test } from 'vitest';
import { readPackage } from './repository';

const WORD = /^[\w@./:=,-]+$/;
const PROGRAMS = ['node', 'biome', 'oxlint', 'tsc', 'vitest', 'playwright', 'next'];

describe('npm scripts', () => {
  test.each(Object.entries(readPackage().scripts))('%s uses no shell syntax', (_, script) => {
    expect(usesShell(script)).toBe(false);
  });

  test.each([
    'a && b',
    'NODE_ENV=production next build',
    'rm -rf dist',
    'tsc | tee log',
    'echo $HOME',
    "node -e '1'",
    'vitest src/**/*.test.ts',
  ])('and %s would be seen', (script) => {
    expect(usesShell(script)).toBe(true);
  });
});

function usesShell(script: string): boolean {
  const [program, ...words] = script.split(' ');
  return !PROGRAMS.includes(program ?? '') || !words.every((word) => WORD.test(word));
}
