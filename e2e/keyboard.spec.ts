import { expect, type Locator, type Page, test } from '@playwright/test';

/** Tab until the wanted control has the focus; a control that Tab never reaches fails the test. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error('Tab never reached it');
}

test('a match is created, watched and scrubbed by keyboard alone', async ({ page }) => {
  await page.goto('/play/bots?game=gpu-market/classic');
  const start = page.getByRole('button', { name: 'Start the match' });
  await expect(start).toBeVisible();
  const pace = page.getByRole('slider', { name: /pace/i });
  await tabTo(page, pace);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, start);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/matches\/[^/]+/);

  const scrubber = page.getByRole('slider', { name: 'Position in the match' });
  await expect(scrubber).toBeVisible();
  await expect(page.getByText('Over', { exact: true })).toBeVisible();

  await tabTo(page, scrubber);
  await page.keyboard.press('Home');
  await expect(scrubber).toHaveAttribute('aria-valuenow', '1');
  await page.keyboard.press('ArrowRight');
  await expect(scrubber).toHaveAttribute('aria-valuenow', '2');
  await expect(scrubber).toHaveAttribute('aria-valuetext', /^Round 0, event 2 of \d+: /);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByText(/^Round 1 \(last: /)).toBeVisible();

  await tabTo(page, page.getByRole('combobox', { name: 'Playback speed' }), 'Shift+Tab');
  await page.keyboard.press('ArrowDown'); // fast
  await tabTo(page, scrubber);
  await page.keyboard.press('Space');
  await expect(page.getByText('Over', { exact: true })).toBeVisible();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.keyboard.press('Home');
  await tabTo(page, page.locator('[data-stop]')); // the board is one stop; arrows go on inside it
  await expect(async () => {
    await page.keyboard.press('ArrowUp');
    await expect(page.locator(':focus')).toHaveAccessibleName(/Block /, { timeout: 500 });
  }).toPass();
  await expect(page.getByRole('tooltip')).toContainText('reliability');
  await tabTo(page, page.getByRole('log'));
});
