// The style check of `npm run check` sees a planted offender, and leaves code and measured tables alone.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { home } from './repository';

test('words of the list, repeated words and a wrong article are found by line; code is not read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mandi-prose-'));
  const file = join(folder, 'page.md');
  const lines = [
    'The match runs beside the server.',
    '',
    'It has an colour of its own, and and ends.',
    '',
    'The field `colour` stays.',
    '',
    '<!-- measured: begin -->',
    'beside',
    '<!-- measured: end -->',
    '',
    'A line a match.',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const ran = spawnSync(process.execPath, [join(home, 'scripts/prose.mjs'), relative(home, file)], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const found = ran.stdout.split('\n').map((line) => line.replace(/^.*page\.md:/, ''));
  expect(found).toEqual(expect.arrayContaining([expect.stringMatching(/^1 .*beside/), expect.stringMatching(/^3 .*colour/)]));
  expect(found).toEqual(expect.arrayContaining([expect.stringMatching(/^3 .*and/), expect.stringMatching(/^3 .*an/)]));
  expect(found).toEqual(expect.arrayContaining([expect.stringMatching(/^11 .*A line a match/)]));
  expect(found.filter((line) => /^(5|8) /.test(line))).toEqual([]);
  expect(ran.status).toBe(1);
});
