/** Two steps of TRL's SFTTrainer and DPOTrainer on exported sets, one as JSON lines, one as Parquet. Needs a Python with torch and trl. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '~/config';
import { exportDataset } from '~/dataset/export-dataset';
import { playedStore } from '~/dataset/testing/played-store';
import { pythonWith, TRL_PACKAGES } from './support/python-with';

const MINUTES = 20;

const python = await pythonWith(TRL_PACKAGES);
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
