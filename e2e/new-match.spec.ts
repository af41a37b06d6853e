import { expect, type Page, test } from '@playwright/test';
import type { MatchCard } from '~/live/protocol';
import { ask } from './support/api';

async function tabTo(page: Page, name: string | RegExp, role: 'radio' | 'textbox' | 'button' | 'slider') {
  const target = page.getByRole(role, { name }).first();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${String(name)}`);
}

test.describe('the seed', () => {
  for (const [typed, sentence] of [
    ['-1', 'A seed cannot be negative. The smallest is 0.'],
    ['1.5', 'A seed is a whole number: leave the fraction out.'],
    ['9007199254740992', 'This seed is too large. The largest is 9,007,199,254,740,991 (2⁵³ − 1).'],
    ['', 'Type a seed: a whole number from 0 to 9,007,199,254,740,991.'],
    ['five', 'A seed is a whole number, written in digits only.'],
  ] as const) {
    test(`${typed === '' ? 'nothing' : typed} is refused in words, and nothing is started`, async ({ page }) => {
      const posts: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
      await page.goto('/play/bots');
      const seed = page.getByRole('textbox', { name: 'Seed' });
      await seed.fill(typed);
      await page.getByRole('button', { name: 'Start the match' }).click();
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
      await expect(seed).toBeFocused();
      await expect(seed).toHaveAttribute('aria-invalid', 'true');
      expect(posts).toEqual([]);
      await seed.fill('7');
      await expect(seed).not.toHaveAttribute('aria-invalid');
    });
  }

  test('says which range it lies in', async ({ page }) => {
    await page.goto('/play/bots?seed=40000');
    await expect(page.getByText('This is a validation seed: for choosing between agents, not for learning.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Seed' }).fill('50003');
    await expect(page.getByText(/This is a test seed/)).toBeVisible();
    await page.getByRole('button', { name: 'train', exact: true }).click();
    await expect(page.getByText(/This is a train seed/)).toBeVisible();
  });
});

test('the form begins with the game in which every seat is a player', async ({ page }) => {
  await page.goto('/play/bots');
  await expect(page.getByRole('radio', { name: /^GPU market, open Any lab/ })).toBeChecked();
  await expect(page.getByText(/ plays all 6 seats in Coalition market/)).toBeVisible();
});

test('a match is set up and started by keyboard alone', async ({ page }) => {
  await page.goto('/play/bots?game=gpu-market/classic');
  await expect(page.getByRole('button', { name: 'Start the match' })).toBeVisible();
  await tabTo(page, /^Coalition market/, 'radio');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: /^Market round/ })).toBeChecked();
  await tabTo(page, 'Seed', 'textbox');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('12');
  await tabTo(page, /^Rule-based expert/, 'radio');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /^Always accept/ })).toBeChecked();
  await tabTo(page, /^No judge/, 'radio');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'Pace', 'slider');
  await page.keyboard.press('Home');
  await expect(page.getByText('instant')).toBeVisible();
  await tabTo(page, 'Start the match', 'button');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/matches\/[^/]+$/);
  const id = page.url().split('/').at(-1) ?? '';
  expect(await ask<MatchCard>(page.request, 'match.get', { id })).toMatchObject({
    task: 'market_round',
    seed: 12,
    judgeMode: 'rule',
    pace: 0,
    seats: [{ seat: 'lab_0', policy: 'always_accept' }],
  });
});

test('a refusal of the server is shown in its own words', async ({ page }) => {
  await page.route('**/api/trpc/match.create**', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      json: {
        error: {
          message: 'x',
          code: -32603,
          data: { code: 'SERVICE_UNAVAILABLE', mandi: { code: 'disk_full', message: 'The disk is full.' } },
        },
      },
    }),
  );
  await page.goto('/play/bots');
  await page.getByRole('button', { name: 'Start the match' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The disk is full.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start the match' })).toBeEnabled();
});

test('where the server is open to others, starting asks for the operator’s token', async ({ page }) => {
  await page.route('**/api/trpc/**system.status**', async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replace('"operatorNeeded":false,"isOperator":true', '"operatorNeeded":true,"isOperator":false');
    await route.fulfill({ response: answer, body: text });
  });
  await page.goto('/play/bots');
  await expect(page.getByText('needs the operator’s token. It is the value of MANDI_ADMIN_TOKEN')).toBeVisible();
  await page.getByLabel('Operator’s token').fill('not the token');
  await page.getByRole('button', { name: 'Unlock this browser' }).click();
  await expect(page.getByRole('alert').filter({ hasText: "That is not the operator's token." })).toBeVisible();
});
