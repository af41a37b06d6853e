/** A first start as a user has it: nothing was played, and a minute or two later every table has figures that lead to their matches. */
import { expect, type Page, test } from '@playwright/test';
import { complaintsOf } from './support/api';
import { expectAccessible } from './support/axe';
import { type OwnServer, startServer } from './support/own-server';

const PATIENCE = { timeout: 400_000 };

let server: OwnServer;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  server = await startServer({ MANDI_LEAGUE: undefined });
});

test.afterAll(() => server.end());

function go(page: Page, path: string) {
  return page.goto(new URL(path, server.address).href);
}

test('rankings, tournaments, home and agents have real figures by themselves, called demo, and each opens its matches', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await go(page, '/rankings/tournaments');
  const list = page.getByRole('table', { name: 'Tournaments' });
  await expect(list.getByRole('link', { name: /^Demo league: / }).first()).toBeVisible(PATIENCE);
  await expect(list.getByText('demo, unrated').first()).toBeVisible();
  await expect(list.getByText('finished')).toHaveCount(await list.getByRole('link', { name: /^Demo league: / }).count(), PATIENCE);

  await go(page, '/rankings');
  await expect(page.getByText('No rated match has been played')).toBeVisible(); // it counts for no board
  const table = page.getByRole('table', { name: /^Demo league: / }).first();
  const rows = table.getByRole('row');
  await expect(rows.nth(1)).toContainText('1');
  await expect(page.getByText('It does not count in rankings').first()).toBeVisible();
  await expectAccessible(page);
  await rows
    .nth(1)
    .getByRole('button', { name: /^The \d+ matches of / })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Matches of / });
  await expect(dialog.getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page);
  await dialog
    .getByRole('link', { name: /: open it$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/matches\/[a-z0-9]{12}$/);
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /^Demo league: / })
      .first(),
  ).toBeVisible();

  await page
    .getByRole('main')
    .getByRole('link', { name: /^Demo league: / })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('demo, unrated');
  await page
    .getByRole('table', { name: 'Standings' })
    .getByRole('button', { name: /^The \d+ matches of / })
    .first()
    .click();
  await expect(
    page
      .getByRole('dialog')
      .getByRole('link', { name: /: open it$/ })
      .first(),
  ).toBeVisible();

  await go(page, '/rankings/why');
  await expect(page.getByText('leads with a mean gain of')).toBeVisible();
  await expect(page.getByText('demo, unrated')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Paired differences' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Actions in a match by entrant' })).toContainText('Offer created');
  await expectAccessible(page);
  await page.getByLabel('Game').selectOption({ index: 1 });
  await expect(page).toHaveURL(/rankings\/why\?game=/);
  await expect(page.getByText('leads with a mean gain of')).toBeVisible();
  await page.getByRole('region', { name: 'Matches to watch' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/matches\/[a-z0-9]{12}$/);

  await go(page, '/');
  const top = page.getByRole('region', { name: 'Leaderboard' });
  await expect(top.getByRole('table', { name: /^Demo league: / })).toBeVisible();
  await expect(top).toContainText('demo, unrated');

  await go(page, '/agents/planner');
  await expect(page.getByRole('region', { name: 'Results by task' }).getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByText('Mandi played them automatically when it first started').first()).toBeVisible();

  await go(page, '/rankings/tournaments');
  await list
    .getByRole('link', { name: /^Demo league: / })
    .last()
    .click();
  await page.getByRole('link', { name: 'Export its data' }).click();
  await expect(page.getByRole('list', { name: 'Sample rows' }).getByRole('listitem').first()).toBeVisible();
  expect(complaints).toEqual([]);
});
