import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../config';
import { type Inference, type InferenceOptions, openInference } from './open-inference';
import { chatRequest } from './test-request';
import type { ToWorker, WorkerLine } from './worker-protocol';

const KEY = 'verysecretkey-42';
const log = { info: () => {}, warn: () => {} };
const opened: Inference[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const inference of opened.splice(0)) await inference.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** `file`: what stands in inference.json of an otherwise empty home. */
async function open(
  environment: Record<string, string> = {},
  file: object = {},
  options: Partial<InferenceOptions> = {},
): Promise<Inference> {
  const home = mkdtempSync(join(tmpdir(), 'mandi-inference-'));
  folders.push(home);
  writeFileSync(join(home, 'inference.json'), JSON.stringify(file));
  const inference = await openInference(readConfig({ MANDI_HOME: home, ...environment }), { log, ...options });
  opened.push(inference);
  return inference;
}

const ids = ({ gateway }: Inference) => gateway.backends().map(({ id }) => id);

test('with nothing configured there are workers to come and the null models', async () => {
  const inference = await open();
  expect(ids(inference)).toEqual(['workers', 'null:random', 'null:constant']);
  expect(inference.endpoint).toBeNull();
  const reply = await inference.gateway.chat(chatRequest({ model: 'null:constant', schema: { enum: ['pass'] } }));
  expect(reply).toMatchObject({ text: '"pass"', backend: 'null:constant' });
});

test('servers come from the file and from the environment, in the order that the file wishes', async () => {
  const backends = [
    { id: 'far', url: 'http://127.0.0.1:9/v1', models: [{ name: 'large' }] },
    { id: 'near', url: 'http://127.0.0.1:9/v1' },
  ];
  const environment = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_API_KEY: KEY, OPENAI_MODEL: 'hosted' };
  const inference = await open(environment, { backends, order: ['near', 'workers'] });
  expect(ids(inference)).toEqual(['near', 'workers', 'far', 'openai', 'null:random', 'null:constant']);
  const served = inference.gateway.backends().flatMap(({ serves }) => serves.map(({ name }) => name));
  expect(served).toEqual(['large', 'hosted', 'null:random', 'null:constant']);
});

test('a key alone asks nobody for anything, and no state shows it', async () => {
  expect(ids(await open({ OPENAI_API_KEY: KEY }))).not.toContain('openai');
  const inference = await open({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
  await inference.gateway.chat(chatRequest({ timeoutMs: 3_000 }), { backends: ['openai'] }).catch(() => {});
  expect(JSON.stringify(inference.state())).not.toContain(KEY);
  expect(inference.state().backends.find(({ id }) => id === 'openai')).toMatchObject({ place: '127.0.0.1:9/v1' });
});

test("the file's budgets hold", async () => {
  const inference = await open({}, { budgets: { match: { calls: 1 } } });
  const ask = () => inference.gateway.chat(chatRequest({ model: 'null:random', account: { match: 'm' } }));
  await ask();
  await expect(ask()).rejects.toMatchObject({ code: 'over_budget' });
});

test('a file that cannot be used stops the start with a sentence', async () => {
  await expect(open({}, { backends: [{ id: 'x' }] })).rejects.toMatchObject({ name: 'InferenceFileError', code: 'bad_config' });
});

test('MANDI_MODEL=off is said; without it the default model is missing until somebody says otherwise', async () => {
  expect((await open({ MANDI_MODEL: 'off' })).state().model).toMatchObject({ status: 'off' });
  expect((await open()).state().model).toMatchObject({ status: 'missing' });
});

test('the local worker is started when there is something to start, once, and again when it dies', async () => {
  const lines: { die(): void; heard: ToWorker[] }[] = [];
  let isThere = false;
  const local = (): WorkerLine | null => {
    if (!isThere) return null;
    let leave: (why: string) => void = () => {};
    const heard: ToWorker[] = [];
    lines.push({ heard, die: () => leave('it crashed') });
    return {
      send: (message) => heard.push(message),
      onMessage: () => {},
      onClose: (hear) => {
        leave = hear;
      },
      close: () => {},
    };
  };
  const inference = await open({}, {}, { local });
  expect(lines).toHaveLength(0);
  isThere = true;
  inference.wake();
  inference.wake();
  expect(lines).toHaveLength(1);
  expect(lines[0]?.heard).toEqual([]); // it has not said hello yet: it is asked to look after that (worker-pool.test.ts)
  lines[0]?.die();
  await expect.poll(() => lines.length, { timeout: 45_000 }).toBe(2);
  await inference.close();
  lines[1]?.die();
  inference.wake();
  expect(lines).toHaveLength(2);
});

test.each(['MANDI_ADMIN_TOKEN', 'MANDI_WORKER_TOKEN', 'DATABASE_URL', 'PGPASSWORD'])(
  'a backend is never sent %s: the file that names it is refused',
  async (keyName) => {
    const backends = [{ id: 'far', url: 'http://127.0.0.1:9/v1', keyName }];
    await expect(open({}, { backends })).rejects.toThrow(`backends.0.keyName cannot be used: ${keyName} `);
  },
);

test('a backend whose key is not set is down, says which key, and is asked nothing', async () => {
  const backends = [{ id: 'far', url: 'http://127.0.0.1:9/v1', keyName: 'FAR_API_KEY', models: [{ name: 'large' }] }];
  const inference = await open({}, { backends });
  const why = 'far cannot be used: its key FAR_API_KEY is not set in the environment.';
  await expect.poll(() => inference.gateway.backends().find(({ id }) => id === 'far')).toMatchObject({ health: 'down', why });
  await expect(inference.gateway.chat(chatRequest({ model: 'large' }))).rejects.toMatchObject({ code: 'refused', message: why });
});
