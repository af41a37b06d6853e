import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

/** What the Citation File Format 1.2.0 requires, and what Mandi adds. */
const citation = z.looseObject({
  'cff-version': z.literal('1.2.0'),
  message: z.string().min(1),
  title: z.literal('Mandi'),
  type: z.literal('software'),
  authors: z.array(z.object({ name: z.string().min(1) })).min(1),
  version: z.string(),
  license: z.string(),
});

test('who cites Mandi cites this version and license', () => {
  const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
  const about = z.object({ version: z.string(), license: z.string() }).parse(JSON.parse(read('package.json')));
  expect(citation.parse(parse(read('CITATION.cff')))).toMatchObject(about);
});
