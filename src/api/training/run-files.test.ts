import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findRunFolder, LOG, LogFollower, listRunFolders, MOST_LINE_BYTES, readCard } from './run-files';

let home: string;
let runs: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'mandi-runs-'));
  runs = join(home, 'runs');
  mkdirSync(runs);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function makeRun(name: string, lines = '{"step": 1, "loss": 0.5}\n', root = runs): string {
  mkdirSync(join(root, name), { recursive: true });
  writeFileSync(join(root, name, LOG), lines);
  return join(root, name);
}

const names = async (root = runs) => (await listRunFolders(root)).map(({ name }) => name).sort();

test('runs are folders with a log or a card; links, pipes and other names are not looked at', async () => {
  makeRun('one');
  mkdirSync(join(runs, 'two'));
  writeFileSync(join(runs, 'two', 'run.json'), '{}');
  mkdirSync(join(runs, 'empty'));
  makeRun('.hidden');
  makeRun('with space');
  symlinkSync(makeRun('elsewhere', undefined, home), join(runs, 'linked'));
  mkdirSync(join(runs, 'linked-log'));
  symlinkSync(join(home, 'elsewhere', LOG), join(runs, 'linked-log', LOG));
  mkdirSync(join(runs, 'pipe'));
  execFileSync('mkfifo', [join(runs, 'pipe', LOG)]);
  expect(await names()).toEqual(['one', 'two']);
  expect(await names(join(home, 'nowhere'))).toEqual([]);
  symlinkSync(runs, join(home, 'moved'));
  expect(await names(join(home, 'moved'))).toEqual(['one', 'two']); // whoever set up the folder may have put it elsewhere
});

test.each(['..', '../elsewhere', '.', '', 'one/../../elsewhere', 'linked'])('no run is found by the name %j', async (name) => {
  makeRun('one');
  symlinkSync(makeRun('elsewhere', undefined, home), join(runs, 'linked'));
  expect(await findRunFolder(runs, name)).toBeNull();
});

test('a log that grows is read on; half a line waits for its end', async () => {
  const log = join(makeRun('live'), LOG);
  const follower = new LogFollower();
  expect((await follower.read(log))?.log.step).toBe(1);
  appendFileSync(log, '{"step": 2, "loss": 0.4}\n{"step": 3, "lo');
  expect((await follower.read(log))?.log).toMatchObject({ step: 2, unread: null });
  appendFileSync(log, 'ss": 0.3}\n');
  const read = await follower.read(log);
  expect(read?.log).toMatchObject({ step: 3, rows: 3, unread: null });
  expect(read?.log.curves.get('loss')?.whole.points).toEqual([
    [1, 0.5],
    [2, 0.4],
    [3, 0.3],
  ]);
});

test('a log that begins again is read from its beginning', async () => {
  const log = join(makeRun('again', '{"step": 1, "loss": 9}\n{"step": 2, "loss": 9}\n'), LOG);
  const follower = new LogFollower();
  await follower.read(log);
  writeFileSync(log, '{"step": 1, "loss": 1}\n');
  expect((await follower.read(log))?.log.curves.get('loss')?.whole.points).toEqual([[1, 1]]);
  rmSync(log);
  expect(await follower.read(log)).toBeNull();
});

test('who asks while a log is being read gets the same answer, and each line counts once', async () => {
  const log = join(makeRun('asked'), LOG);
  const follower = new LogFollower();
  const [one, other] = await Promise.all([follower.read(log), follower.read(log)]);
  expect(one?.log.rows).toBe(1);
  expect(other?.log).toBe(one?.log);
});

test('a line that is too long is left out by its number, and the rest is read', async () => {
  const long = `{"step": 2, "loss": 1, "stage": "${'x'.repeat(600_000)}"}`;
  const log = join(makeRun('long', `{"step": 1, "loss": 1}\n${long}\n{"step": 3, "loss": 1}\n`), LOG);
  const read = await new LogFollower().read(log);
  expect(read?.log).toMatchObject({ rows: 2, step: 3, unread: { lines: 1, first: `line 2: longer than ${MOST_LINE_BYTES / 1024} kB` } });
});

test('a card is a plain file with one JSON object', async () => {
  const path = join(runs, 'run.json');
  writeFileSync(path, '{"name": "x"}');
  expect(await readCard(path)).toEqual({ name: 'x' });
  symlinkSync(path, join(runs, 'link.json'));
  expect(await readCard(join(runs, 'link.json'))).toBeNull();
  for (const text of ['[]', 'half', '"text"', `{"long": "${'x'.repeat(300_000)}"}`]) {
    writeFileSync(path, text);
    expect(await readCard(path)).toBeNull();
  }
});
