// Like report-vitest.mjs, for the browser journeys.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

const path = process.env.MANDI_TEST_LINES;

function write(line) {
  if (path) appendFileSync(path, `${JSON.stringify(line)}\n`);
}

function about(test) {
  const file = relative(process.cwd(), test.location.file).replaceAll('\\', '/');
  return { file, name: `${file} > ${test.titlePath().slice(3).join(' ')}` };
}

const STATUS = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' };

export default class Lines {
  onTestBegin(test) {
    write({ at: 'begin', ...about(test) });
  }

  onTestEnd(test, result) {
    const outcome = test.outcome();
    if (outcome === 'unexpected' && result.retry < test.retries && result.status !== 'interrupted') return;
    if (result.status === 'interrupted') return; // it was running when the run was cut short
    write({ at: 'end', ...about(test), status: STATUS[outcome], ms: Math.round(result.duration), again: outcome === 'flaky' });
  }

  onError(error) {
    write({ at: 'error', name: String(error.message ?? error.value ?? 'an error outside of all tests').split('\n')[0] });
  }

  printsToStdio() {
    return false;
  }
}
