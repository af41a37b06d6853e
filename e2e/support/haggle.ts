/** A person's seat in the bazaar's ruleset `open`, as journeys use it. */
import { expect, type Page } from '@playwright/test';

export const yourTurn = (page: Page) => page.getByRole('region', { name: 'Your turn' });

/** One turn, once it is this seat's: an open price. */
export async function offer(page: Page, price: number): Promise<void> {
  const turn = yourTurn(page);
  const send = turn.getByRole('button', { name: /^(Offer|Ask) this price/ });
  // What is typed in the very moment in which a turn begins belongs to the one before.
  await expect(async () => {
    await turn.getByLabel('Price', { exact: true }).fill(String(Math.round(100 * price) / 100)); // 1.11 + .02 is no price
    await expect(send).toBeEnabled({ timeout: 2_000 });
  }).toPass();
  await send.click();
}

/** The same where a loss may be meant, and the other side moves next. */
export async function offerAnyway(page: Page, price: number): Promise<void> {
  await offer(page, price);
  const warned = page.getByText(/Not submitted yet/);
  await expect(warned.or(yourTurn(page).getByText(/^(Submitted|Waiting for)/)).first()).toBeVisible();
  if (await warned.isVisible())
    await yourTurn(page)
      .getByRole('button', { name: /^(Offer|Ask) this price/ })
      .click();
}

/** What the seller asks by the list: the thing is drawn by chance, and no price far above its list price may be named. */
export async function listPrice(page: Page): Promise<number> {
  const told =
    (await page
      .getByText(/^List price: Seller 1: /)
      .first()
      .textContent()) ?? '';
  const price = Number(/: ([\d,]+(?:\.\d+)?)\.$/.exec(told)?.[1]?.replace(',', ''));
  expect(price, told).toBeGreaterThan(0);
  return Math.max(1, Math.floor(price));
}

/** What is on the table, taken; a loss is meant. */
export async function take(page: Page): Promise<void> {
  const button = yourTurn(page)
    .getByRole('button', { name: /^Take / })
    .first();
  await button.click();
  const warned = page.getByText(/Not submitted yet/);
  await expect(
    warned
      .or(page.getByText('The match is over', { exact: false }))
      .or(page.getByRole('region', { name: 'Result' }))
      .first(),
  ).toBeVisible();
  if (await warned.isVisible()) await button.click();
}
