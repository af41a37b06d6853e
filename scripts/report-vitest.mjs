// Writes each test's start and end at once as a line of JSON, so that a run that is cut short still shows what passed and what was running.
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

export default class Lines {
  onTestModuleStart(module) {
    write({ at: 'file', file: fileOf(module) });
  }

  onTestCaseReady(test) {
    write({ at: 'begin', name: nameOf(test), file: fileOf(test.module) });
  }

  onTestCaseResult(test) {
    const { state } = test.result();
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
