// The line of counts that `npm test` ends with: a runner that broke is never counted as a pass.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { conclude } from '../../scripts/steps.mjs';
import { countLines, runningIn } from '../../scripts/test-lines.mjs';

const well = { ok: true };
const badly = { ok: false };

afterEach(() => vi.restoreAllMocks());

const file = 'a.test.ts';
const begun = { at: 'begin', name: 'a deal is late', file };
const lines = [
  { at: 'file', file },
  { at: 'end', name: 'a deal is done', file, status: 'passed' },
  { at: 'end', name: 'a deal is refused', file, status: 'failed' },
  { at: 'end', name: 'the moon is full', file, status: 'skipped' },
];

describe('tests', () => {
  test('passed, failed and skipped are told apart', () => {
    expect(countLines(badly, lines)).toEqual({ passed: 1, failed: 1, skipped: ['the moon is full'], again: [] });
  });

  test('a file that does not even load is a failure', () => {
    expect(countLines(badly, [...lines.slice(0, 2), { at: 'file-end', file: 'b.test.ts', broken: true }])).toMatchObject({
      passed: 1,
      failed: 1,
    });
  });

  test('an error outside of all tests is a failure', () => {
    expect(countLines(badly, [lines[1], { at: 'error', name: 'no server' }])).toMatchObject({ passed: 1, failed: 1 });
  });

  test('no line at all is a failure, whatever the exit says', () => {
    expect(countLines(well, [])).toMatchObject({ passed: 0, failed: 1 });
  });

  test('a bad exit behind clean lines is a failure', () => {
    expect(countLines(badly, [lines[1]])).toMatchObject({ passed: 1, failed: 1 });
  });

  test('a run that was cut short keeps what passed and says what was running', () => {
    const cut = [lines[0], lines[1], begun];
    expect(countLines(badly, cut)).toMatchObject({ passed: 1, failed: 1 });
    expect(runningIn(cut)).toBe('1 tests over, running: a deal is late');
    expect(runningIn([{ at: 'file', file }])).toBe('0 tests over, running: a.test.ts');
  });
});

describe('the last line', () => {
  const said = async (steps: object[]): Promise<[number, string]> => {
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
    const code = (await conclude(steps)) as number;
    return [code, String(log.mock.lastCall?.[0])];
  };

  test('adds up and is green', async () => {
    expect(
      await said([
        { passed: 2, failed: 0, skipped: ['x'] },
        { passed: 1, failed: 0, skipped: [] },
      ]),
    ).toEqual([0, '3 passed, 0 failed']);
  });

  test('is red with one failure', async () => {
    expect(await said([{ passed: 2, failed: 1, skipped: [] }])).toEqual([1, '2 passed, 1 failed']);
  });

  test('is red when nothing ran', async () => {
    expect(await said([{ passed: 0, failed: 0, skipped: [] }])).toEqual([1, '0 passed, 0 failed']);
  });
});
