import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { REFERENCE, referenceText } from '../../scripts/reference';

it('the reference says what commands, settings and procedures there are (npx tsx scripts/reference.ts --write)', async () => {
  expect(readFileSync(REFERENCE, 'utf8')).toBe(await referenceText());
});

it('only the operator’s procedures are marked as such', () => {
  const rows = readFileSync(REFERENCE, 'utf8').split('\n');
  const isOperators = (name: string) => rows.find((row) => row.startsWith(`| \`${name}\``))?.split(' | ')[2] === 'yes';
  expect(['match.create', 'match.fork', 'data.begin'].filter((name) => !isOperators(name))).toEqual([]);
  expect(['match.get', 'match.list', 'seat.claim', 'seat.submit'].filter(isOperators)).toEqual([]);
});
