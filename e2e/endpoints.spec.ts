import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { WebSocket } from 'ws';
import { createMatch, finishedMatch } from './support/api';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
const env = { ...process.env, MANDI_HOME: process.env.MANDI_E2E_HOME, FORCE_COLOR: '0' };

/** Runs an example as the page shows it, in the folder of Mandi. */
async function runExample(page: Page, endpoint: string): Promise<string> {
  const code = await page.getByRole('region', { name: `Example: ${endpoint}`, exact: true }).innerText();
  const [program, ...args] = code.startsWith('import json')
    ? ['python3', '-c']
    : code.startsWith('import ')
      ? ['node', '--input-type=module', '-e']
      : ['sh', '-ec'];
  const { stdout } = await run(program ?? '', [...args, code], { cwd: root, env, timeout: 300_000, maxBuffer: 32 * 1024 * 1024 });
  return stdout;
}

test.describe('every example runs as it is shown', () => {
  let page: Page;
  test.beforeAll(async ({ browser, request, baseURL }) => {
    page = await browser.newPage();
    const id = await finishedMatch(request, { task: 'market_round', seed: 90_101, policy: 'rule_based_expert' });
    await page.goto('/data/connect');
    await expect(page.getByRole('region', { name: 'Example: Plain files' })).toContainText(`${baseURL}/api/matches/`);
    await expect(page.getByRole('region', { name: 'Example: Plain files' })).not.toContainText('MATCH_ID');
    expect(id).not.toBe('');
  });
  test.afterAll(() => page.close());

  test('asking over HTTP', async () => {
    const answers = (await runExample(page, 'Ask over HTTP')).split(/(?<=\})(?=\{"result")/);
    expect(answers).toHaveLength(3);
    const [overview, list, events] = answers.map(dataOf);
    expect(overview).toHaveProperty('actions.length', 14);
    expect(list).toHaveProperty('items.0.status', 'finished');
    expect(events).toHaveProperty('events.length', 2);
  });

  test('starting a match', async () => {
    expect(dataOf(await runExample(page, 'Start a match over HTTP'))).toMatchObject({
      task: 'coalition_market',
      seed: 5,
      seats: [{ policy: 'rule_based_expert' }],
    });
  });

  test('watching over Socket.IO', async () => {
    const lines = (await runExample(page, 'Watch over Socket.IO')).trim().split('\n');
    expect(lines[0]).toBe('1 match_opened round 0');
    expect(lines.at(-1)).toMatch(/^\d+ \w+ round \d+$/);
  });

  test('playing from Python', async () => {
    expect(await runExample(page, 'Play from any language')).toMatch(/^cumulative reward -?[\d.]+\n$/);
  });

  test('OpenEnv', async () => {
    const [health, opening] = (await runExample(page, 'OpenEnv')).split(/(?<=\})(?=\{"observation")/);
    expect(JSON.parse(health ?? '')).toEqual({ status: 'healthy' });
    expect(JSON.parse(opening ?? '')).toMatchObject({ reward: null, done: false, observation: { task_id: 'market_round-7' } });
  });

  test('MCP', async () => {
    const [, json] = /^data: (.*)$/m.exec(await runExample(page, 'MCP')) ?? [];
    expect(JSON.parse(json ?? '')).toMatchObject({ id: 1, result: { structuredContent: { done: false, episode: expect.any(String) } } });
  });

  test('models in OpenAI’s form', async () => {
    const [list, answer] = (await runExample(page, 'Models, through OpenAI’s API')).trim().split(/(?<=\})\s*(?=\{"(?:id|error)")/);
    const { object, data } = JSON.parse(list ?? '') as { object: string; data: { id: string }[] };
    expect(object).toBe('list');
    const isServed = data.some(({ id }) => id === 'smollm2-135m-instruct');
    expect(JSON.parse(answer ?? '')).toMatchObject(isServed ? { object: 'chat.completion' } : { error: { code: 'model_not_found' } });
  });

  test('the command line', async () => {
    test.setTimeout(600_000);
    const text = await runExample(page, 'Command line');
    expect(text).toContain('1.3412');
    expect(text).toContain('rule_based_expert');
    expect(text).toContain('market_round');
  });

  test('plain files', async () => {
    const text = await runExample(page, 'Plain files');
    expect(text).toContain('"type":"match_opened"');
    expect(text).toMatch(/^# /m);
  });
});

test('a socket of OpenEnv answers after pages have been shown', async ({ page, baseURL }) => {
  await page.goto('/');
  const socket = new WebSocket(`${baseURL?.replace(/^http/, 'ws')}/openenv/ws`);
  try {
    await once(socket, 'open');
    for (let asked = 0; asked < 3; asked += 1) {
      const answer = Promise.race([once(socket, 'message'), once(socket, 'close').then(() => 'closed')]);
      socket.send(JSON.stringify({ type: 'state' }));
      expect(String(await answer)).toContain('"step_count":0');
    }
  } finally {
    socket.terminate();
  }
});

test('an example is copied as it stands', async ({ page, context, request }) => {
  await finishedMatch(request, { task: 'single_trade', seed: 90_102, policy: 'wait' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/data/connect');
  const endpoint = page.getByRole('region', { name: 'Plain files', exact: true });
  await expect(endpoint).not.toContainText('MATCH_ID');
  await endpoint.getByRole('button', { name: 'Copy' }).click();
  await expect(endpoint.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await endpoint.getByRole('region', { name: /^Example/ }).innerText(),
  );
});

test('a match’s events and transcript are taken from the table', async ({ page, request }) => {
  const id = await createMatch(request, { task: 'single_trade', seed: 90_103, policy: 'greedy_hoarder' });
  await page.goto('/data/connect');
  for (const [file, beginning] of [
    ['events.jsonl', '{'],
    ['transcript.md', '# '],
  ] as const) {
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: `${file} of match ${id}` }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toContain(file.split('.').at(-1) ?? '');
    expect((await readFile(await download.path(), 'utf8')).startsWith(beginning)).toBe(true);
  }
});

function dataOf(answer: string): unknown {
  const { result } = JSON.parse(answer) as { result: { data: unknown } };
  return result.data;
}
