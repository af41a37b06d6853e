import { expect, test } from '@playwright/test';
import { ask, complaintsOf } from './support/api';
import { expectAccessible } from './support/axe';
import { post } from './support/table';

test('the operator adds an owner, confirms an agent as theirs, releases it and removes the owner', async ({ page, request }) => {
  const complaints = complaintsOf(page);
  const plays = ['gpu-market/open'];
  const spec = { kind: 'model', model: 'null:random' };
  await post(request, 'agent.add', { name: 'e2e-owned', title: 'Owned', owner: 'Ada', plays, spec });

  await page.goto('/agents');
  await page.getByRole('link', { name: 'Owners' }).click();
  await expect(page).toHaveURL(/\/owners$/);
  await expect(page.getByRole('heading', { name: 'Owners' })).toBeVisible();
  await page.getByLabel("Owner's name").fill('Ada of the tests');
  await page.getByRole('button', { name: 'Add owner' }).click();
  const ada = page.getByRole('region', { name: 'Ada of the tests' });
  await expect(ada).toContainText('No agents confirmed.');

  // What looks the same is refused by name, whatever letters it is written in (here a Cyrillic A).
  await page.getByLabel("Owner's name").fill('\u0410da of the tests');
  await page.getByRole('button', { name: 'Add owner' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'looks like the owner "Ada of the tests"' })).toBeVisible();

  await ada.getByLabel('Agent of Ada of the tests').selectOption({ label: 'e2e-owned (its file says Ada)' });
  await ada.getByRole('button', { name: 'Confirm agent' }).click();
  await expect(ada.getByRole('list', { name: 'Agents of Ada of the tests' })).toContainText('e2e-owned');
  await expectAccessible(page);
  const owners = await ask<{ name: string; agents: string[] }[]>(request, 'owner.list');
  expect(owners).toContainEqual(expect.objectContaining({ name: 'Ada of the tests', agents: ['e2e-owned'] }));

  await ada.getByRole('button', { name: 'Release e2e-owned' }).click();
  await expect(ada).toContainText('No agents confirmed.');
  await ada.getByRole('button', { name: 'Remove Ada of the tests' }).click();
  await page.getByRole('button', { name: 'Keep owner' }).click();
  await expect(ada).toBeVisible();
  await ada.getByRole('button', { name: 'Remove Ada of the tests' }).click();
  await page.getByRole('button', { name: 'Remove owner' }).click();
  await expect(ada).toHaveCount(0);
  expect((await ask<{ name: string }[]>(request, 'owner.list')).map(({ name }) => name)).not.toContain('Ada of the tests');
  expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
});

test('where the server is open to others, adding an owner asks for the operator’s token', async ({ page }) => {
  await page.route('**/api/trpc/owner.add**', (route) => {
    const mandi = { code: 'operator_needed', message: "This needs the operator's token." };
    const error = { message: mandi.message, code: -32001, data: { code: 'UNAUTHORIZED', httpStatus: 401, mandi } };
    return route.fulfill({ status: 401, contentType: 'application/json', json: { error } });
  });
  await page.goto('/agents/owners');
  await page.getByLabel("Owner's name").fill('Locked out');
  await page.getByRole('button', { name: 'Add owner' }).click();
  await expect(page.getByRole('dialog', { name: "Operator's token" })).toBeVisible();
});
