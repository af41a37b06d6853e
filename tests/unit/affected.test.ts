// `npm run check -- --since REF` runs what a change can touch: too little would call a broken change green.
import { describe, expect, test } from 'vitest';
import { testsTouchedBy } from '../../scripts/affected.mjs';
import { ownFiles } from './repository';

const files = ownFiles();
const touched = (...changed: string[]): string[] => testsTouchedBy(changed, files) as string[];

describe('a change touches', () => {
  test('the tests that import it, through others too', () => {
    expect(touched('src/games/gpu-market/open/shared/world.ts')).toContain('src/games/gpu-market/open/shared/optimum/score.test.ts');
  });

  test('no test that knows its types alone', () => {
    expect(touched('src/statistics/compare-pairs.ts')).toContain('src/eval/study-pairs.test.ts');
    expect(touched('src/statistics/compare-pairs.ts')).not.toContain('src/live/match-room.test.ts');
  });

  test('the test itself', () => {
    expect(touched('src/games/gpu-market/open/shared/optimum/score.test.ts')).toContain(
      'src/games/gpu-market/open/shared/optimum/score.test.ts',
    );
  });

  test('the tests that read it as a file, and those that read every file', () => {
    expect(touched('.env.example')).toContain('tests/unit/environment.test.ts');
    expect(touched('docs/rules.md')).toContain('tests/unit/documents.test.ts');
  });

  test('all tests, where it is what every test runs with', () => {
    expect(touched('vitest.config.ts').length).toBeGreaterThan(250);
  });

  test('far from all tests, where it is a document', () => {
    expect(touched('docs/rules.md').length).toBeLessThan(60);
    expect(touched()).toEqual([]);
  });
});
