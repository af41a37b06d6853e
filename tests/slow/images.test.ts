/** Each image's steps, carried out without Docker in a folder for temporary files: what is installed there is all that there is to start from. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REPOSITORY } from '~/config';
import { stopEmbedded } from '~/store/embedded/embedded-server';
import { playEpisodes } from '../integration/support/openenv-client';
import { environmentOf, type ReplayedImage, replayDockerfile } from './support/replay-dockerfile';

const TRAINER = 'deploy/trainer/Dockerfile';
const DOCKERFILES = ['Dockerfile', 'deploy/openenv/Dockerfile', TRAINER];
const MINUTES = 60_000;

let into: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  into = mkdtempSync(join(tmpdir(), 'mandi-image-'));
  chmodSync(into, 0o755); // root's test runs the embedded database as somebody else
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  await stopEmbedded(join(into, 'home')).catch(() => undefined);
  rmSync(into, { recursive: true, force: true });
}, 5 * MINUTES);

/** The image's command, with its port and settings changed; what it says is for whoever reads a failure. */
function start(image: ReplayedImage, args: string[], environment: Record<string, string> = {}): { said(): string } {
  const [program = '', ...given] = args;
  const child = spawn(program === 'node' ? process.execPath : program, given, {
    cwd: image.folder,
    env: { ...environmentOf(image), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  child.stdout?.on('data', (text) => (said += String(text)));
  child.stderr?.on('data', (text) => (said += String(text)));
  return { said: () => said };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function answers(url: string, { said }: { said(): string }): Promise<unknown> {
  return vi.waitFor(
    async () => {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch((fault: unknown) => {
        throw new Error(`${url}: ${String(fault)}. It said:\n${said().slice(-3000)}`);
      });
      expect(answer.status, said().slice(-3000)).toBe(200);
      return (await answer.json()) as unknown;
    },
    { timeout: 5 * MINUTES, interval: 500 },
  );
}

test('every Dockerfile is tried here', () => {
  const all = execFileSync('git', ['ls-files', '*Dockerfile*'], { cwd: REPOSITORY, encoding: 'utf8' }).trim().split('\n');
  expect(all.filter((path) => !path.startsWith('tests/')).sort()).toEqual([...DOCKERFILES].sort());
});

/** Its packages, PyTorch among them, are those that the tests of the trainer install. */
test("the trainer's image holds what its command needs to start", () => {
  const steps = readFileSync(join(REPOSITORY, TRAINER), 'utf8');
  for (const [, from = '', to = ''] of steps.matchAll(/^COPY (\S+) (\S+)$/gm))
    cpSync(join(REPOSITORY, from), join(into, to), { recursive: true });
  expect(readFileSync(join(into, 'trainer', 'requirements.txt'), 'utf8')).toContain('torch');
  const [, module = ''] = /^ENTRYPOINT \["python", "-m", "(\w+)"\]$/m.exec(steps) ?? [];
  const env = { ...process.env, PYTHONPATH: join(into, 'trainer') };
  expect(execFileSync('python3', ['-m', module, '--help'], { cwd: into, env, encoding: 'utf8' })).toContain('grpo');
});

test('the OpenEnv image installs, starts, and plays an episode to its last answer', { timeout: 30 * MINUTES }, async () => {
  const image = replayDockerfile(REPOSITORY, 'deploy/openenv/Dockerfile', into);
  const port = await freePort();
  const args = image.command.map((word) => (word === '8000' ? String(port) : word === '0.0.0.0' ? '127.0.0.1' : word));
  const run = start(image, args);
  const origin = `http://127.0.0.1:${port}`;
  await answers(`${origin}/health`, run);
  await playEpisodes(origin, '/ws').catch((fault: unknown) => {
    throw new Error(`${String(fault)}\n${run.said()}`);
  });
  expect(run.said()).not.toMatch(/Error|failed/);
});

test("Mandi's image installs, builds its pages, starts, and is healthy", { timeout: 60 * MINUTES }, async () => {
  const image = replayDockerfile(REPOSITORY, 'Dockerfile', into);
  const port = await freePort();
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    MANDI_HOME: join(into, 'home'),
    MANDI_MODEL: 'off',
    MANDI_SHOWCASE: 'off',
    MANDI_LEAGUE: 'off',
  };
  const run = start(image, image.command, settings);
  expect(await answers(`http://127.0.0.1:${port}/api/health`, run)).toMatchObject({ ok: true });
  const page = await fetch(`http://127.0.0.1:${port}/`);
  expect(page.status).toBe(200);
  const check = spawn(process.execPath, ['deploy/healthcheck.mjs'], { cwd: image.folder, env: { ...environmentOf(image), ...settings } });
  expect((await once(check, 'exit'))[0]).toBe(0);
});
