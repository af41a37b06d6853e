/** Two steps of TRL's SFTTrainer and DPOTrainer on exported sets, one as JSON lines, one as Parquet. Needs a Python with torch and trl. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '~/config';
import { exportDataset } from '~/dataset/export-dataset';
import { playedStore } from '~/dataset/testing/played-store';

const MINUTES = 20;
const NEEDED = 'import torch, trl, transformers, datasets';
/** Named, made as examples/python/README.md says, or whatever stands first in the path. */
const PYTHONS = [
  process.env.MANDI_TRAINER_PYTHON ?? '',
  join(REPOSITORY, '.python', 'examples', 'bin', 'python'),
  join(REPOSITORY, 'examples', 'python', 'venv', 'bin', 'python'),
  'python3',
];

const python = PYTHONS.find((one) => (existsSync(one) || one === 'python3') && spawnSync(one, ['-c', NEEDED]).status === 0);
const name = 'two steps of SFTTrainer and DPOTrainer on exported sets';

if (python === undefined) it.skip(`${name} (skipped: no Python with torch and trl; see examples/python/README.md)`, () => undefined);
else
  it(
    name,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'mandi-trl-'));
      const [chats, pairs] = [join(folder, 'chats'), join(folder, 'pairs')];
      const classic = { ruleset: 'classic', split: 'train' } as const;
      try {
        await exportDataset(playedStore(20), { format: 'sft', ...classic }, { folder: chats, code: 'test' });
        await exportDataset(playedStore(20), { format: 'preferences', ...classic }, { folder: pairs, form: 'parquet', code: 'test' });
        const env = { ...process.env, OMP_NUM_THREADS: '1', PYTHONDONTWRITEBYTECODE: '1' };
        const { stdout, stderr } = spawnSync(python, [join(REPOSITORY, 'tests', 'python', 'trl_check.py'), chats, pairs], {
          encoding: 'utf8',
          env,
        });
        expect(stdout, stderr.slice(-2000)).toContain('2 passed, 0 failed');
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    MINUTES * 60_000,
  );
