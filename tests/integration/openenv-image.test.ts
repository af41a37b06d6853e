/** What the OpenEnv image holds is enough to play: its folder is made, and served from, without the image around it. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPOSITORY } from '~/config';
import { playEpisodes } from './support/openenv-client';
import { until } from './support/server';
import { freePort } from './support/spawned';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mandi-openenv-'));
  execFileSync(process.execPath, ['deploy/openenv/bundle.mjs', folder], { cwd: REPOSITORY });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('plays an episode of each ruleset from its own files', { timeout: 900_000 }, async () => {
  const port = await freePort();
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['deploy/openenv/serve.mjs', '--host', '127.0.0.1', '--port', String(port)], {
    cwd: folder,
    env: { NODE_ENV: 'production', PATH, MANDI_HOME: join(folder, 'home'), MANDI_MODEL: 'off', MANDI_URL: 'off' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => (said += String(text)));
  const gone = once(child, 'exit');
  try {
    const origin = `http://127.0.0.1:${port}`;
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`the endpoint ended: ${said}`);
      return (await fetch(`${origin}/health`).catch(() => null))?.ok;
    }, 60_000);
    await playEpisodes(origin, '/ws').catch((fault: unknown) => {
      throw new Error(`${String(fault)}\n${said}`);
    });
  } finally {
    child.kill();
    await gone;
  }
  expect(said).not.toMatch(/Error|failed/);
});
