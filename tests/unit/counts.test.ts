// The line of counts that `npm test` ends with: a runner that broke is never counted as a pass.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { conclude, countPlaywright, countVitest } from '../../scripts/steps.mjs';

const well = { name: 'tests', ok: true, seconds: 1, output: '' };
const badly = { ...well, ok: false };

afterEach(() => vi.restoreAllMocks());

describe('Vitest', () => {
  const test1 = { fullName: 'a deal is done', status: 'passed' };
  const test2 = { fullName: 'a deal is refused', status: 'failed' };
  const test3 = { fullName: 'the moon is full', status: 'pending' };

  test('passed, failed and skipped are told apart', () => {
    const report = { testResults: [{ status: 'failed', assertionResults: [test1, test2, test3] }] };
    expect(countVitest(badly, report)).toEqual({ passed: 1, failed: 1, skipped: ['the moon is full'] });
  });

  test('a file that does not even load is a failure', () => {
    const report = {
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [test1] },
      ],
    };
    expect(countVitest(badly, report)).toEqual({ passed: 1, failed: 1, skipped: [] });
  });

  test('no report at all is a failure', () => {
    expect(countVitest(well, null)).toEqual({ passed: 0, failed: 1, skipped: [] });
  });

  test('a bad exit behind a clean report is a failure', () => {
    expect(countVitest(badly, { testResults: [{ status: 'passed', assertionResults: [test1] }] }).failed).toBe(1);
  });
});

describe('Playwright', () => {
  const stats = { expected: 3, flaky: 1, unexpected: 0, skipped: 1 };
  const suites = [{ specs: [], suites: [{ specs: [{ title: 'a person plays', tests: [{ status: 'skipped' }] }] }] }];

  test('passed and skipped are told apart', () => {
    expect(countPlaywright(well, { stats, errors: [], suites })).toEqual({ passed: 4, failed: 0, skipped: ['a person plays'] });
  });

  test('an error outside of all tests is a failure', () => {
    expect(countPlaywright(badly, { stats, errors: [{ message: 'no server' }], suites }).failed).toBe(1);
  });
});

describe('the last line', () => {
  const said = (steps: object[]): [number, string] => {
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
    const code: number = conclude(steps);
    return [code, String(log.mock.lastCall?.[0])];
  };

  test('adds up and is green', () => {
    expect(
      said([
        { passed: 2, failed: 0, skipped: ['x'] },
        { passed: 1, failed: 0, skipped: [] },
      ]),
    ).toEqual([0, '3 passed, 0 failed']);
  });

  test('is red with one failure', () => {
    expect(said([{ passed: 2, failed: 1, skipped: [] }])).toEqual([1, '2 passed, 1 failed']);
  });

  test('is red when nothing ran', () => {
    expect(said([{ passed: 0, failed: 0, skipped: [] }])).toEqual([1, '0 passed, 0 failed']);
  });
});
