import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { REFERENCE, referenceText } from '../../scripts/reference';

it('the reference says what commands, settings and procedures there are (npx tsx scripts/reference.ts --write)', async () => {
  expect(readFileSync(REFERENCE, 'utf8')).toBe(await referenceText());
});
