// The package in python/: its wheel as a user gets it, its types, and its own tests, run from a folder without its sources.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { home } from './steps.mjs';

const SOURCE = join(home, 'python');
const PIP = ['-m', 'pip', '--quiet', '--disable-pip-version-check'];

/** `collect`: runs a program, shows its output, and returns the output and the exit code. `tests`: files in python/tests. */
export async function packaged(python, collect, { tests: files, types: isTyped = false }) {
  const folder = mkdtempSync(join(tmpdir(), 'mandi-wheel-'));
  try {
    await collect(python, [...PIP, 'wheel', '--no-deps', '--no-build-isolation', '--wheel-dir', folder, SOURCE]);
    const wheel = readdirSync(folder).find((name) => name.endsWith('.whl')) ?? 'no wheel';
    const put = await collect(python, [...PIP, 'install', '--no-deps', '--force-reinstall', join(folder, wheel)]);
    if (put.code !== 0) return { passed: 0, failed: 1 };
    const tests = files.map((name) => join(SOURCE, 'tests', name));
    const found = countsOf(await collect(python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', ...tests], { cwd: folder }));
    if (!isTyped) return found;
    const types = await collect(python, ['-m', 'mypy', '--cache-dir', folder], { cwd: SOURCE });
    return types.code === 0 ? { ...found, passed: found.passed + 1 } : { ...found, failed: found.failed + 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** From pytest's last line, e.g. `2 failed, 30 passed in 12.3s`. */
function countsOf({ output, code }) {
  const last = output.trim().split('\n').at(-1) ?? '';
  const many = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(last)?.[1] ?? 0);
  const failed = many('failed') + many('error');
  return { passed: many('passed'), failed: failed === 0 && code !== 0 ? 1 : failed };
}
