import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { home } from './repository';

/** Two worlds of two labs: in seed 1000 the farmer is lab_0, in 1001 lab_1. */
const SMALL = ['--task', 'single_trade', '--worlds', '2', '--from', '1000', '--rules', '2', '--others', 'wait', '--bases', 'wait'];

function table(...more: string[]) {
  const command = ['--import', 'tsx', 'bench/farming-table.ts', ...SMALL, '--farmers', 'repeater', '--json', ...more];
  const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: home, encoding: 'utf8' });
  return { rows: stdout === '' ? [] : (JSON.parse(stdout) as { worlds: number }[]), stderr };
}

test('the farming table leaves out worlds in which the farmer has that seat', () => {
  expect(table('--skip-seat', '0').rows).toMatchObject([{ farmer: 'repeater', worlds: 1 }]);
});

test.each([
  [['--skip-seat', 'lab_0'], '--skip-seat lab_0: the number of a seat, 0 to 1'],
  [['--skip-seat', '0', '--worlds', '1'], 'no world is left: in all of them the farmer is lab_0'],
])('%j is refused', (options, why) => {
  const { rows, stderr } = table(...options);
  expect(rows).toEqual([]);
  expect(stderr).toContain(why);
});
