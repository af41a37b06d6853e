// The server of the browser tests: `npm start` with a home of its own, which goes when the tests are over. With MANDI_E2E_CLUSTER=1 it is
// two web processes behind a proxy, with all that scripts/cluster.mjs starts.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCluster } from '../../scripts/cluster.mjs';
import { startSlowModel } from './slow-model.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const home = process.env.MANDI_HOME ?? mkdtempSync(join(tmpdir(), 'mandi-e2e-'));
// No model is fetched; one that can be watched while it writes is here, and null models always are.
const model = await startSlowModel('slow-writer');
const models = { MANDI_MODEL: 'off', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'slow-writer' };
const env = { ...process.env, ...models, MANDI_HOME: home, MANDI_SHOWCASE: 'off', MANDI_LEAGUE: 'off', HOST: '127.0.0.1' };
delete env.MANDI_INFERENCE;
delete env.OPENAI_API_KEY;
delete env.DATABASE_URL; // the tests never touch a database that somebody keeps

if (process.env.MANDI_E2E_CLUSTER === '1') await serveCluster();

const server = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], { cwd: root, env, stdio: 'inherit' });
let ending = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    ending = true;
    server.kill('SIGTERM');
  });
}
server.on('exit', (code) => {
  model.close();
  spawnSync(process.execPath, [join(root, 'bin', 'mandi.mjs'), 'db', 'stop'], { cwd: root, env, stdio: 'ignore' });
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  process.exit(ending ? 0 : (code ?? 1));
});

/** Never returns: this process ends with the cluster. */
async function serveCluster() {
  const stopping = new AbortController();
  const { signal } = stopping;
  const starting = startCluster({ port: Number(process.env.PORT), environment: { ...models, MANDI_HOME: home }, signal });
  const end = async () => {
    stopping.abort();
    await starting.then(
      (cluster) => cluster.stop(),
      () => undefined,
    );
    model.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end());
  await starting;
  await new Promise(() => undefined);
}
