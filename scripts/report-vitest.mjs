// Writes each test's start and end at once as a line of JSON, and why one failed, so that a run that is cut short still shows what passed,
// what failed and what was running.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

const path = process.env.MANDI_TEST_LINES;

function write(line) {
  if (path) appendFileSync(path, `${JSON.stringify(line)}\n`);
}

function fileOf(module) {
  return relative(process.cwd(), module.moduleId).replaceAll('\\', '/');
}

function nameOf(test) {
  return `${fileOf(test.module)} > ${test.fullName}`;
}

/** Message, difference and the lines of the project's own files. */
function whyOf(test, { message, diff, stack }) {
  const own = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'));
  return [`failed: ${nameOf(test)}`, message, ...(diff ? [diff] : []), ...own].join('\n');
}

export default class Lines {
  onTestModuleStart(module) {
    write({ at: 'file', file: fileOf(module) });
  }

  onTestCaseReady(test) {
    write({ at: 'begin', name: nameOf(test), file: fileOf(test.module) });
  }

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    if (path && state === 'failed') for (const error of errors) console.log(whyOf(test, error));
    write({
      at: 'end',
      name: nameOf(test),
      file: fileOf(test.module),
      status: state,
      ms: Math.round(test.diagnostic()?.duration ?? 0),
      again: test.diagnostic()?.flaky === true,
    });
  }

  onTestModuleEnd(module) {
    const broken = module.errors().length > 0 || (module.state() === 'failed' && ![...module.children.allTests('failed')].length);
    write({ at: 'file-end', file: fileOf(module), broken });
  }
}
