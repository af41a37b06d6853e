// `scripts/planted-faults.mjs` plants faults in a copy of the sources: each has to fit what the sources say today.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAULTS } from '../../scripts/faults.mjs';
import { home, readText } from './repository';

test('there are ten and more, for every tier that finds faults', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(10);
  expect(new Set(FAULTS.map(({ tier }) => tier))).toEqual(
    new Set(['unit', 'properties', 'types', 'circles', 'lint', 'integration', 'browser']),
  );
});

test.each(FAULTS.map((fault) => [fault.name, fault] as const))('can be planted: %s', (_, { file, find, put, tests = [] }) => {
  const text = readText(file);
  if (find !== undefined) expect(text.split(find)).toHaveLength(2);
  expect(put).not.toBe(find);
  expect(tests.filter((path) => !existsSync(join(home, path)))).toEqual([]);
});
