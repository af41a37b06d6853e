/** `mandi_trainer dpo` and `grpo`: two steps each, killed and resumed, and runs that cannot have learned. Needs a Python with torch, trl, peft and openenv. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '~/config';
import { serveEndpoint } from '~/openenv/serve';
import { pythonWith, TRAINER_PACKAGES } from './support/python-with';

const MINUTES = 30;
const python = await pythonWith(TRAINER_PACKAGES);
const name = 'pairs of mandi, matches over OpenEnv: two steps of DPO and GRPO, kills between';

if (python === undefined)
  it.skip(`${name} (skipped: no Python with torch, trl, peft and openenv; see workers/trainer/README.md)`, () => undefined);
else
  it(
    name,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'mandi-trainer-trl-'));
      const endpoint = await serveEndpoint({
        host: '127.0.0.1',
        port: 0,
        sessions: 64,
        version: 'test',
        onFault: (fault) => console.error(fault),
      });
      try {
        const game = ['--game', 'bazaar/open', '--tasks', 'haggle', '--seeds', '0-39'];
        execFileSync(process.execPath, ['bin/mandi.mjs', 'pairs', ...game, '--out', folder], { cwd: REPOSITORY });
        const check = join(REPOSITORY, 'tests', 'python', 'trainer_trl_check.py');
        const said = await collect(python, [check, join(folder, 'pairs.jsonl'), `http://127.0.0.1:${endpoint.port}`]);
        expect(said).toContain('9 passed, 0 failed');
      } finally {
        await endpoint.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    MINUTES * 60_000,
  );

function collect(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += String(chunk);
    });
  }
  return new Promise((resolve, reject) => child.on('error', reject).on('close', () => resolve(text)));
}
