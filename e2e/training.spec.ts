/** The training page: published runs, an imported log, two runs in one chart, and a run of this machine as it goes on. */
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { complaintsOf, isFinished } from './support/api';
import { ALL_BUT_MINOR, expectAccessibleInBoth, expectAccessibleInBothAndNarrow } from './support/axe';
import { post } from './support/table';

const home = process.env.MANDI_E2E_HOME ?? '';
const PANELS = ['Loss', 'Reward', 'KL and entropy', 'Gradient norm and learning rate', 'Valid and own actions', 'Gain on validation seeds'];

const panel = (page: Page, name: string) => page.getByRole('figure', { name, exact: true });
const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

test('published runs: six panels, what the logs lack, and two of them overlaid with an axis for each reward', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto('/agents');
  await page.getByRole('link', { name: 'Training', exact: true }).click();
  await expect(page).toHaveURL(/\/agents\/training$/);
  const published = page.getByRole('region', { name: 'Published by others', exact: true });
  await expect(published).toContainText('None of these ran here.');
  for (const name of ['Sauda v2', 'Sauda v2-tells', 'Sauda v3', 'GPU Budget Negotiation Arena'])
    await expect(published.getByRole('link', { name, exact: true })).toBeVisible();

  await published.getByRole('link', { name: 'Sauda v2', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sauda v2' })).toBeVisible();
  await expect(page.getByText('not run here').first()).toBeVisible();
  for (const name of PANELS) await expect(panel(page, name)).toBeVisible();
  await expect(panel(page, 'Reward').getByRole('img')).toHaveAccessibleName(/^Reward: .* at step 30$/);
  await expect(panel(page, 'KL and entropy')).toContainText('The log has no KL.');
  await expect(panel(page, 'Gain on validation seeds')).toContainText('The log has no gain on validation seeds.');
  await panel(page, 'Reward').getByRole('button', { name: 'Table' }).click();
  await expect(panel(page, 'Reward').getByRole('row', { name: 'Sauda v2 1 0.9663' })).toBeVisible();
  await panel(page, 'Reward').getByRole('button', { name: 'Chart' }).click();

  await page.getByLabel('Compare with').selectOption({ label: 'Sauda v2-tells (GRPO)' });
  await expect(page.getByRole('list', { name: 'Runs in the panels' })).toContainText('B: Sauda v2-tells');
  await expect(page).toHaveURL(/with=published\.sauda-v2-tells-grpo/);
  await expect(panel(page, 'Loss').getByRole('img')).toHaveAccessibleName(/A .* at step 30; B .* at step 30/);
  await expect(panel(page, 'Reward').getByRole('img')).toHaveCount(2);
  await expect(panel(page, 'Reward')).toContainText('do not say that their rewards are on one scale');
  await expectAccessibleInBothAndNarrow(page, ALL_BUT_MINOR);
  expect(complaints).toEqual([]);
});

test('an import: a broken log is refused with its line, the right one is drawn, and can be removed', async ({ page }) => {
  const step = (number: number) => ({ loss: 1 / number, grad_norm: 2, learning_rate: 1e-6, reward: number / 10, kl: 0.01, step: number });
  const log = (text: string) => ({ name: 'trl log.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(text) });
  await page.goto('/agents/training');
  const form = page.getByRole('region', { name: 'Import a log', exact: true });
  await form.getByLabel('Choose a log').setInputFiles(log(`${lines(step(1), step(2))}{"loss": 0.3, "step"\n`));
  await expect(form.getByLabel('Name')).toHaveValue('trl-log');
  await form.getByRole('button', { name: 'Import log' }).click();
  await expect(form.getByRole('alert')).toContainText('This log cannot be imported: line 3: not JSON');

  await form.locator('input[type=file]').setInputFiles(log(lines(step(1), step(2), step(3))));
  await form.getByLabel('Name').fill('e2e-trl');
  await form.getByRole('button', { name: 'Import log' }).click();
  await expect(page).toHaveURL(/\/agents\/training\/imported\.e2e-trl$/);
  await expect(page.getByText('An imported log.')).toBeVisible();
  await expect(panel(page, 'KL and entropy').getByRole('img')).toHaveAccessibleName('KL: 0.01 at step 3');
  await expect(page.getByText('Source: trl log.jsonl')).toBeVisible();

  await page.getByRole('link', { name: 'All runs' }).click();
  await page.getByRole('button', { name: 'Remove e2e-trl' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByRole('link', { name: 'e2e-trl' })).toHaveCount(0);
});

test('a run of this machine: its log grows while the page is open, and its end is told; a link leads nowhere', async ({ page }) => {
  const complaints = complaintsOf(page);
  const run = join(home, 'runs', 'e2e-live');
  const step = (number: number) => ({
    event: 'step',
    kind: 'grpo',
    step: number,
    loss: 0.5 / number,
    reward: number / 100,
    valid_actions: 0.9,
    own_actions: 0.8,
    tokens: number * 100,
    seconds: number,
  });
  const outside = join(home, 'outside-the-runs');
  try {
    mkdirSync(run, { recursive: true });
    mkdirSync(outside);
    writeFileSync(join(outside, 'log.jsonl'), lines(step(1)));
    symlinkSync(outside, join(home, 'runs', 'e2e-link'));
    const card = {
      format: 1,
      name: 'e2e-live',
      kind: 'grpo',
      status: 'running',
      pid: process.pid,
      steps: 8,
      command: ['mandi_trainer', 'grpo', '--out', 'x'],
    };
    writeFileSync(join(run, 'run.json'), JSON.stringify({ ...card, versions: { torch: '2.13.0' }, base: `sha256:${'a'.repeat(64)}` }));
    writeFileSync(join(run, 'log.jsonl'), lines({ event: 'begin', resumed: false }, step(1), step(2)));

    await page.goto('/agents/training');
    await expect(page.getByRole('link', { name: 'e2e-link' })).toHaveCount(0);
    await page.getByRole('link', { name: 'e2e-live', exact: true }).click();
    await expect(page.getByText('running', { exact: true })).toBeVisible();
    await expect(panel(page, 'Loss').getByRole('img')).toHaveAccessibleName(/at step 2$/);
    await expect(page.getByRole('region', { name: 'Command of this run' })).toContainText('mandi_trainer grpo --out x');
    await expect(page.getByText('2.13.0')).toBeVisible();
    await page.evaluate(() => Object.assign(window, { isTheSamePage: true }));

    appendFileSync(join(run, 'log.jsonl'), lines(step(3)));
    await expect(panel(page, 'Loss').getByRole('img')).toHaveAccessibleName(/at step 3$/);
    appendFileSync(
      join(run, 'log.jsonl'),
      lines(step(4), { event: 'validation', step: 4, gain: 0.6, interval: [0.5, 0.7], nulls: { random: 0.1 }, seeds: '40000-40149' }),
    );
    await expect(panel(page, 'Gain on validation seeds').getByRole('img')).toHaveAccessibleName(/model 0.6 at step 4; null: random 0.1/);
    await expect(page.getByText('of 8 planned')).toBeVisible();
    await expectAccessibleInBoth(page);

    appendFileSync(join(run, 'log.jsonl'), lines({ event: 'failed', reason: 'The rewards of all groups were equal.' }));
    await expect(page.getByRole('alert').filter({ hasText: 'This run failed.' })).toContainText('The rewards of all groups were equal.');
    expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true);
    expect(complaints).toEqual([]);
  } finally {
    rmSync(join(home, 'runs'), { recursive: true, force: true });
    rmSync(outside, { recursive: true, force: true });
  }
});

test('an adapter that comes with Mandi: its card, and one seed before and after, side by side', async ({ page, request }) => {
  const id = 'shipped.smollm2-classic';
  // No model is fetched for these tests: the turns are the agents' fallback's, and the page says that neither can be asked.
  const wish = { id, after: 'smollm2-classic@1', task: 'single_trade', seed: 40_002 };
  const played = await post<{ before: string; after: string }>(request, 'training.playBoth', wish);
  for (const match of Object.values(played)) await expect.poll(() => isFinished(request, match)).toBe(true);

  await page.goto('/agents/training');
  await page
    .getByRole('region', { name: 'Comes with Mandi', exact: true })
    .getByRole('link', { name: 'SmolLM2 135M, taught classic' })
    .click();
  await expect(page.getByText('59,422', { exact: true })).toBeVisible();
  await expect(panel(page, 'Valid and own actions')).toContainText('Right answers: all tokens as taught');
  await expect(page.getByRole('region', { name: 'Command of this run' })).toContainText('python -m mandi_trainer train');
  await expect(page.getByText('A seed cannot be played with both now.')).toBeVisible();
  const pair = page.getByRole('row', { name: /single_trade 40002/ });
  await pair.getByRole('link', { name: 'Side by side' }).click();
  await expect(page).toHaveURL(`/watch/compare?left=${played.before}&right=${played.after}`);
  await expect(page.getByRole('figure').first()).toContainText('right, solid: smollm2-classic@1');
});
