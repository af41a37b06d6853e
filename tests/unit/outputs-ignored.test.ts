// What the documents tell people to run writes to one folder that no check reads.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { home, ownFiles, readText } from './repository';

const WRITES = /--(?:out|html|md|csv|scores|resume|checkpoint|manifest) +([^\s`\\|)]+)/g;
const GUIDES = ownFiles().filter((path) => path.endsWith('.md') && !/^docs\/decisions\/|^CHANGELOG/.test(path));

describe('commands of the documents', () => {
  test('write to out/ or to the runs of the Training page, which git and every check ignore', () => {
    const targets = GUIDES.flatMap((path) =>
      codeOf(readText(path)).flatMap((code) => [...code.matchAll(WRITES)].map(([, to = '']) => `${path}: ${to}`)),
    );
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.filter((target) => !/: (?:out\/|\.mandi\/runs\/|\/|\$|[A-Z-])/.test(target) && !target.endsWith(': --out'))).toEqual([]);
  });

  test.each(['out/published.html', '.mandi/runs/first/run.json', 'examples/python/venv/lib/x.py', '.python/trainer/x.py'])(
    '%s is ignored',
    (path) => {
      expect(execFileSync('git', ['check-ignore', path], { cwd: home, encoding: 'utf8' }).trim()).toBe(path);
    },
  );
});

test('the check of types reads nothing that a build has left, and everything else that tsconfig.json names', () => {
  const [whole, checked] = ['tsconfig.json', 'tsconfig.check.json'].map(
    (path) => (JSON.parse(readText(path)) as { include: string[] }).include,
  );
  expect(checked).toEqual(whole?.filter((path) => !path.startsWith('.next/') && path !== 'next-env.d.ts'));
  for (const run of readText('scripts/check.mjs').match(/command\('tsc'[^)]*/g) ?? ['none']) expect(run).toContain('...project');
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython)('the trainer finds the models of its clone from any working folder (needs python3)', () => {
  const script = 'from mandi_trainer.models_folder import models_folder; print(models_folder())';
  const { MANDI_HOME: _home, MANDI_MODELS: _models, ...rest } = process.env;
  const env = { ...rest, PYTHONPATH: join(home, 'workers', 'trainer'), PYTHONDONTWRITEBYTECODE: '1' };
  const folders = [home, join(home, 'workers', 'trainer'), '/'].map((cwd) =>
    execFileSync('python3', ['-c', script], { cwd, env, encoding: 'utf8' }).trim(),
  );
  expect(new Set(folders)).toEqual(new Set([join(home, '.mandi', 'models')]));
});

/** What stands in fences for a shell. Fences of other languages are skipped whole. */
function codeOf(text: string): string[] {
  return [...text.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].flatMap(([, language = '', code = '']) =>
    ['', 'sh', 'bash', 'console'].includes(language) ? [code] : [],
  );
}
