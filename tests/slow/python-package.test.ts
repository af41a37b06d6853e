/** The package in python/ with TRL: two steps of GRPO on whole matches, and tools. Needs a Python with torch and trl. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '~/config';
import { pythonWith, TRL_PACKAGES } from './support/python-with';

const MINUTES = 20;
const python = await pythonWith(TRL_PACKAGES);
const name = 'two steps of GRPO on whole matches by rollout_func, and tools by environment_factory';

if (python === undefined) it.skip(`${name} (skipped: no Python with torch and trl; see examples/python/README.md)`, () => undefined);
else
  it(
    name,
    () => {
      const env = {
        ...process.env,
        PYTHONPATH: join(REPOSITORY, 'python', 'src'),
        MANDI_HOME: REPOSITORY,
        OMP_NUM_THREADS: '1',
        PYTHONDONTWRITEBYTECODE: '1',
        TRL_EXPERIMENTAL_SILENCE: '1',
      };
      const { stdout, stderr } = spawnSync(python, [join(REPOSITORY, 'tests', 'python', 'mandi_trl_check.py')], { encoding: 'utf8', env });
      expect(stdout, stderr.slice(-2000)).toContain('4 passed, 0 failed');
    },
    MINUTES * 60_000,
  );
