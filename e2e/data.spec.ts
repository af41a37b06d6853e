import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { complaintsOf, finishedMatch } from './support/api';
import { expectAccessibleEverywhere } from './support/axe';

const CHOSEN = { task: 'market_round', policy: 'rule_based_expert' };

test('rows are seen before they are written; an export of chats is a file of the rows that the manifest says', async ({
  page,
  request,
}) => {
  await finishedMatch(request, { ...CHOSEN, seed: 31_001 });
  await page.goto('/data');
  await page.getByLabel('Task').selectOption(CHOSEN.task);
  await page.getByLabel('Player').selectOption(CHOSEN.policy);
  const first = page.getByRole('list', { name: 'Sample rows' }).getByRole('listitem').first();
  await expect(first.getByRole('region', { name: 'Action' })).toContainText('"action_type"');
  await expect(page.getByText(/seats? in \d+ finished match/)).toBeVisible();
  await expect(page.getByText(/^Prompts are written in version classic-1,/)).toBeVisible();

  await page.getByRole('button', { name: 'Start the export' }).click();
  const done = page.getByRole('listitem', { name: `Export sft, classic/${CHOSEN.task}, train, jsonl` });
  await expect(done.getByRole('status')).toContainText('finished');
  await expect(done.getByText(/^npx mandi export --format sft --ruleset classic --split train --task market_round/)).toBeVisible();
  const saved = async (name: string) => {
    const downloading = page.waitForEvent('download');
    await done.getByRole('link', { name }).click();
    return readFile(await (await downloading).path(), 'utf8');
  };
  const manifest = JSON.parse(await saved('manifest.json')) as { rows: number; licence: string };
  expect(await saved('README.md')).toContain('license: cc0-1.0');
  const rows = (await saved('part-00000.jsonl')).trim().split('\n');
  expect(rows).toHaveLength(manifest.rows);
  for (const row of rows) {
    const { messages, player, trainable } = JSON.parse(row) as { messages: { role: string }[]; player: string; trainable: boolean };
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
    expect([player, trainable]).toEqual([CHOSEN.policy, true]);
  }
});

test('pairs say who plays on; an export that follows takes what ends meanwhile, until it is finished from the screen; removing it is asked twice', async ({
  page,
  request,
}, { retry }) => {
  // A second try finds the export of the first still following.
  const chosen = { task: ['coalition_market', 'market_round', 'single_trade'][retry] ?? 'single_trade', policy: 'coalition_former' };
  await finishedMatch(request, { ...chosen, seed: 31_011 });
  await page.goto('/data');
  await page.getByRole('radio', { name: /^Preferences/ }).check();
  await page.getByLabel('Task').selectOption(chosen.task);
  await page.getByLabel('Player').selectOption(chosen.policy);
  await page.getByLabel('Policy after the action').selectOption('greedy_hoarder');
  await page.getByRole('checkbox', { name: /^Keep adding matches/ }).check();
  await page.getByRole('button', { name: 'Start the export' }).click();

  const followed = page.getByRole('listitem', { name: `Export preferences, classic/${chosen.task}, train, jsonl` });
  const status = followed.getByRole('status');
  // Other journeys' matches are looked at too, and give no rows: nobody else plays with this policy.
  const rows = async () => Number(/: (\d+) rows? of \d+ match(?:es)?$/.exec((await status.textContent()) ?? '')?.[1] ?? 0);
  await expect.poll(rows).toBeGreaterThan(0);
  const first = await rows();
  await expect(followed.getByText(/--rest greedy_hoarder --out DIR --follow$/)).toBeVisible();
  await finishedMatch(request, { ...chosen, seed: 31_012 });
  await expect.poll(rows).toBeGreaterThan(first);

  await followed.getByRole('button', { name: 'Stop' }).click();
  await expect(status).toHaveText(/^stopped: \d+ rows? of /);
  const both = await rows();
  expect(both).toBeGreaterThan(first);
  await followed.getByRole('button', { name: 'Resume' }).click();
  await expect(status).toHaveText(/^following/);
  await followed.getByRole('button', { name: 'Finish' }).click();
  await expect(status).toHaveText(/^finished: \d+ rows of /);
  expect(await rows()).toBeGreaterThanOrEqual(both);
  const downloading = page.waitForEvent('download');
  await followed.getByRole('link', { name: 'manifest.json' }).click();
  const manifest = JSON.parse(await readFile(await (await downloading).path(), 'utf8')) as { request: object; command: string };
  expect(manifest.request).toMatchObject({ format: 'preferences', rest: 'greedy_hoarder' });
  expect(manifest.command).not.toContain('--follow');

  await followed.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await expect(status).toHaveText(/^finished/);
  await followed.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the export' }).click();
  await expect(followed).toHaveCount(0);
});

test('/data: nothing serious by axe in light, dark and at 390 px, no scrolling sideways, no complaint in the console', async ({
  page,
  request,
}) => {
  const complaints = complaintsOf(page);
  await finishedMatch(request, { ...CHOSEN, seed: 31_002 });
  await expectAccessibleEverywhere(page, { path: '/data', ready: 'Action' });
  expect(complaints).toEqual([]);
});
