import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueWords } from './issue-words';

function wordsFor(shape: z.ZodType, value: unknown): string {
  const read = shape.safeParse(value);
  const [issue] = read.error?.issues ?? [];
  if (!issue) throw new Error('nothing is wrong');
  return issueWords(issue);
}

test.each<[z.ZodType, unknown, string]>([
  [z.int().min(2).max(64), 99, 'must be at most 64'],
  [z.int().min(2), 1, 'must be at least 2'],
  [z.number().positive(), 0, 'must be more than 0'],
  [z.number().max(9), 10, 'must be at most 9'],
  [z.int(), 2.5, 'must be a whole number'],
  [z.int(), 2 ** 60, 'must be at most 9007199254740991'],
  [z.boolean(), 1, 'must be true or false'],
  [z.string(), 3, 'must be text'],
  [z.string().min(1), '', 'is empty'],
  [z.string().max(3), 'four', 'must have at most 3 characters'],
  [z.array(z.string()), 'one', 'must be a list'],
  [z.array(z.string()).min(1), [], 'must have at least 1 entry'],
  [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  [z.strictObject({}), { x: 1 }, 'has no field "x"'],
  [z.strictObject({ x: z.int() }), {}, 'is missing'],
  [z.record(z.string(), z.int()), 7, 'must be an object of names and values'],
  [z.string().regex(/^a/, 'begins with a'), 'b', 'begins with a'],
])('what is wrong is said without a word of zod, case %#', (shape, value, words) => {
  expect(wordsFor(shape, value)).toBe(words);
});
