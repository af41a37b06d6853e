/** `mandi_trainer learn` killed in every stage, and the notebooks of examples/notebooks executed, on a tiny model. Need a Python with torch, trl and peft. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '~/config';
import { NOTEBOOK_PACKAGES, pythonWith, TRAINER_PACKAGES } from './support/python-with';

const MINUTES = 25;

const CASES = [
  {
    name: 'a run of learn that is killed in every stage ends with the weights of one that was not, and one that gets worse ends early',
    wanted: TRAINER_PACKAGES,
    words: ['trainer_learn_check.py', `${process.execPath} --import tsx ${join(REPOSITORY, 'bench', 'bazaar-arena.ts')}`],
    passed: '4 passed, 0 failed',
  },
  {
    name: 'the notebooks run from their first cell to their last',
    wanted: NOTEBOOK_PACKAGES,
    words: ['notebooks_check.py'],
    passed: '2 passed, 0 failed',
  },
] as const;

for (const { name, wanted, words, passed } of CASES) {
  const python = await pythonWith(wanted);
  if (python === undefined) it.skip(`${name} (skipped: no Python with the packages; see workers/trainer/README.md)`, () => undefined);
  else
    it(
      name,
      async () => {
        const [script, ...more] = words;
        expect(await collect(python, [join(REPOSITORY, 'tests', 'python', script), ...more])).toContain(passed);
      },
      MINUTES * 60_000,
    );
}

function collect(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { cwd: REPOSITORY, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += String(chunk);
    });
  }
  return new Promise((resolve, reject) => child.on('error', reject).on('close', () => resolve(text)));
}
