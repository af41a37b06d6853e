import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { exportPlayed } from './testing/export-played';

const base = mkdtempSync(join(tmpdir(), 'mandi-foreign-'));
afterAll(() => rmSync(base, { recursive: true }));
let folders = 0;

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(base, String(folders++));
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const into = (folder: string) => exportPlayed({ folder, format: 'sft', form: 'jsonl', matches: 3 });

it.each([
  [{ 'notes.txt': 'mine' }, 'it contains notes.txt'],
  [{ 'part-00000.jsonl': '{"text":"of another tool"}\n' }, 'it contains part-00000.jsonl'],
  [{ 'journal.jsonl': '{"day":1}\n' }, 'it contains journal.jsonl'],
  [{ 'journal.jsonl': 'Dear diary\n', 'a.txt': '' }, 'it contains a.txt'],
  [{ 'journal.jsonl': '', 'notes.txt': '', 'part-00000.jsonl': '{}' }, 'it contains notes.txt'],
  [{ 'journal.jsonl': '', 'part-00000.jsonl': '{}' }, 'it contains part-00000.jsonl'],
  [{ 'manifest.json': '{}' }, 'already contains a complete dataset'],
  [{ 'journal.jsonl': '', 'manifest.json': '{"files":[]}', 'part-00003.jsonl': '{}' }, 'already contains a complete dataset'],
])('a folder of somebody else is refused, and stays as it is: %j', async (files, sentence) => {
  const folder = folderWith(files);
  await expect(into(folder)).rejects.toMatchObject({ name: 'OtherRun', message: expect.stringContaining(sentence) as string });
  expect(Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))).toEqual(files);
});

const FREE: Record<string, string>[] = [
  {},
  { '.gitkeep': '' },
  { 'seen.bin': 'x', 'job.json': '{}' },
  { 'seen.bin': 'x', 'journal.jsonl': '' },
  { 'seen.bin': 'x', 'journal.jsonl': '{"req', 'part-00000.jsonl': '' },
];

it('an empty folder will do, one with hidden files, and what a run left that was killed at its very beginning', async () => {
  for (const files of FREE) expect((await into(folderWith(files))).rows).toBeGreaterThan(0);
});

it('what a run left that was killed after its manifest is taken away, and nothing else', async () => {
  const folder = join(base, 'killed-late');
  const { files } = await exportPlayed({ folder, format: 'sft', form: 'parquet', matches: 3 });
  const whole = readdirSync(folder);
  for (const name of ['journal.jsonl', 'seen.bin', 'part-00000.jsonl', 'notes.txt'])
    writeFileSync(join(folder, name), name === 'journal.jsonl' ? '{"request":"x"}\n' : '');
  await expect(into(folder)).rejects.toThrow('already contains a complete dataset');
  expect(files.map(({ name }) => name)).toEqual(['part-00000.parquet']);
  expect(readdirSync(folder).toSorted()).toEqual([...whole, 'notes.txt'].toSorted());
});

it('a file where the folder should be is said to be one', async () => {
  const folder = join(base, 'file');
  writeFileSync(folder, 'x');
  await expect(into(folder)).rejects.toThrow(`${folder} is not a folder; name another.`);
});
