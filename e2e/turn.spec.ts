/** A turn as a receipt: what it brings, how blocks get to jobs, and what needs an answer. */
import { expect, test } from '@playwright/test';
import { complaintsOf } from './support/api';
import { playByProgram, startTable, tableWithProgram, takeSeat } from './support/table';

test('a block is dragged to a job, another’s is asked for at a suggested price, an offer that pays is one click away, and the turn says what it brings', async ({
  page,
  baseURL,
}) => {
  const complaints = complaintsOf(page);
  const { id, program, token } = await tableWithProgram(page, baseURL, { task: 'single_trade', seed: 3 });
  await startTable(page, id);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/matches/${id}/seat/lab_0`);
  const turn = page.getByRole('region', { name: 'Your turn' });
  const profit = async (name: string) => {
    const text = await turn.locator('dl > div').filter({ hasText: name }).textContent();
    return Number((/[+−±][\d.]+/.exec(text ?? '')?.[0] ?? '').replace('−', '-').replace('±', ''));
  };
  const job = page.getByRole('list', { name: 'Your jobs' }).getByRole('listitem').first();
  const block = page.getByRole('region', { name: 'Your blocks by round' }).getByRole('button', { name: /put to work$/ });
  await block.first().dragTo(job);
  const dragged = turn.getByRole('listitem').or(page.getByRole('dialog', { name: 'Put blocks to work' }));
  await expect(dragged.first()).toBeVisible();
  await expect(turn.getByRole('listitem')).toContainText('to work for');
  await expect(turn.getByText('With this turn')).toBeVisible();
  await turn.getByRole('button', { name: /^Remove: / }).click();
  await expect(turn.getByText('With this turn')).toBeHidden();

  await page
    .getByRole('tabpanel', { name: /^Market/ })
    .getByRole('button', { name: /of Lab B,/ })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: 'Make an offer' });
  await expect(form.getByLabel('To', { exact: true })).toHaveValue('lab_1');
  await expect(form.getByRole('group', { name: /^You want from Lab B/ }).getByRole('checkbox', { checked: true })).toHaveCount(1);
  await page.keyboard.press('Escape');

  await turn.getByRole('button', { name: 'Submit turn' }).click();
  const bid = { action_type: 'send_offer', target_lab_id: 'lab_0', requested_block_ids: ['b_0_0'], payment: 90 };
  await playByProgram(program, { id, seat: 'lab_1', token, round: 0, actions: [bid] });
  await expect(page.getByRole('main').getByText('Round 1', { exact: true })).toBeVisible();
  const alert = page.getByRole('region', { name: 'Needs your answer' });
  const pass = await profit('If you pass');
  await alert.getByRole('button', { name: /^Accept, \+[\d.]+ cr/ }).click();
  await expect(alert).toBeHidden();
  await expect(turn.getByRole('listitem')).toContainText('Take');
  expect(await profit('With this turn')).toBeGreaterThan(pass);
  await program.dispose();
  expect(complaints).toEqual([]);
});

test('on a desktop the jobs, the market and the whole turn are in sight together, and the page does not scroll', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await takeSeat(page, { task: 'market_round', seed: 21, policy: 'wait' });
  const isStill = () => page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight);
  const inSight = async () => {
    await expect(page.getByRole('list', { name: 'Your jobs' }).getByRole('listitem').first()).toBeInViewport();
    await expect(page.getByRole('group', { name: 'Capacity by lab and round' })).toBeInViewport();
    await expect(page.getByRole('region', { name: 'Your turn' }).getByRole('button', { name: 'Submit turn' })).toBeInViewport({ ratio: 1 });
    expect(await isStill()).toBe(true);
  };
  await inSight();
  await page.getByRole('button', { name: 'Got it' }).click();
  await inSight();
  await page.setViewportSize({ width: 1280, height: 720 });
  await inSight();
});

test('one button puts to work what the best plan starts now, and the receipt says what it brings before the turn is submitted', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await takeSeat(page, { task: 'market_round', seed: 21, policy: 'wait' });
  const turn = page.getByRole('region', { name: 'Your turn' });
  const jobs = page.getByRole('region', { name: 'Your jobs' });
  const fill = jobs.getByRole('button', { name: 'Put blocks to work', exact: true });
  for (let round = 0; round < 3; round++) {
    await expect(page.getByRole('main').getByText(`Round ${round}`, { exact: true })).toBeVisible();
    await expect(fill).toBeDisabled();
    await expect(jobs).toContainText('Until then you can still sell or swap');
    await turn.getByRole('button', { name: 'Submit turn' }).click();
  }
  await expect(page.getByRole('main').getByText('Round 3', { exact: true })).toBeVisible();
  await fill.click();
  await expect(turn.getByRole('listitem').first()).toContainText(/^1Put .* to work for A\d/);
  await expect(turn.getByText('With this turn')).toBeVisible();
  await expect(fill).toBeDisabled();
  await turn.getByRole('button', { name: 'Submit turn' }).click();
  await expect(page.getByRole('main').getByText('Round 4', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Your last turn' })).toContainText('done');
  await expect(page.getByRole('list', { name: 'Your last turn' })).not.toContainText('refused');
});

test('a block on the market is dragged to the turn or to a job: its offer is taken, or its owner is asked; a click and the keyboard do the same', async ({
  page,
  baseURL,
}) => {
  const complaints = complaintsOf(page);
  const { id, program, token } = await tableWithProgram(page, baseURL, { task: 'single_trade', seed: 3 });
  await startTable(page, id);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/matches/${id}/seat/lab_0`);
  const turn = page.getByRole('region', { name: 'Your turn' });
  const job = page.getByRole('list', { name: 'Your jobs' }).getByRole('listitem').first();
  const theirs = page.getByRole('group', { name: 'Blocks', exact: true }).getByRole('button', { name: /of Lab B,/ });
  const form = page.getByRole('dialog', { name: 'Make an offer' });
  for (const place of [turn, job]) {
    await theirs.first().dragTo(place);
    await expect(form.getByLabel('To', { exact: true })).toHaveValue('lab_1');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  }
  await turn.getByRole('button', { name: 'Submit turn' }).click();
  const gift = { action_type: 'send_offer', target_lab_id: 'lab_0', block_ids: ['b_1_0'], requested_payment: 0 };
  await playByProgram(program, { id, seat: 'lab_1', token, round: 0, actions: [gift] });
  await expect(page.getByRole('main').getByText('Round 1', { exact: true })).toBeVisible();
  const offered = page.getByRole('group', { name: 'Blocks', exact: true }).locator('button[data-is="block:b_1_0"]');
  // The heading says the new round a moment before the turn can be changed.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await offered.dragTo(turn);
    await expect(turn.getByRole('listitem')).toContainText('Take', { timeout: 5_000 });
  }).toPass();
  await turn.getByRole('button', { name: /^Remove: / }).click();
  await offered.focus();
  await page.keyboard.press('Enter');
  const choice = page.getByRole('dialog', { name: 'Block on the market' });
  await expect(choice.getByRole('radio')).toBeChecked();
  await expect(choice.getByRole('button', { name: 'Ask Lab B at your own price' })).toBeVisible();
  await choice.getByRole('button', { name: 'Add to the turn' }).click();
  await expect(turn.getByRole('listitem')).toContainText('Take');
  await program.dispose();
  expect(complaints).toEqual([]);
});
