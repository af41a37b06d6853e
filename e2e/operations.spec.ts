import { expect, test } from '@playwright/test';
import { complaintsOf, finishedMatch } from './support/api';
import { ALL_BUT_MINOR, expectAccessibleInBothAndNarrow } from './support/axe';
import { post } from './support/table';

test('the operator sees processes, queues, turns, failing agents, tables and disk, in light, dark and at 390 px', async ({
  page,
  request,
}) => {
  const complaints = complaintsOf(page);
  // No backend serves it: each of its turns is its fallback's.
  const spec = { kind: 'model', model: 'served-nowhere' };
  await post(request, 'agent.add', { name: 'e2e-away', title: 'Away', plays: ['gpu-market/classic'], spec });
  await finishedMatch(request, { task: 'single_trade', seed: 90_701, policy: 'rule_based_expert' });
  await finishedMatch(request, { task: 'single_trade', seed: 90_702, policy: 'e2e-away@1' });

  await page.goto('/data');
  await page.getByRole('link', { name: 'Operations', exact: true }).click();
  await expect(page).toHaveURL(/\/data\/operations$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();
  const part = (name: string) => page.getByRole('region', { name, exact: true });

  await expect(part('Web processes')).toContainText('this one');
  await expect(part('Web processes')).toContainText(/just now|min ago/);
  await expect(part('Queues')).toContainText('Models and programs');
  await expect(part('Turns').getByRole('row', { name: /^Scripts/ })).toBeVisible();
  // Other journeys seat models that answer.
  await expect(part('Turns').getByRole('row', { name: /^Models/ })).toContainText(/([1-9]\d*(\.\d+)?|0\.\d*[1-9])%/);
  const away = part('Failing agents').getByRole('row', { name: /e2e-away/ });
  await expect(away.getByRole('cell', { name: /^([1-9]\d*) of \1$/ })).toBeVisible();
  await expect(away).toContainText('No backend serves served-nowhere.');
  await expect(part('Largest tables').getByRole('row', { name: /^match_event/ })).toBeVisible();
  await expect(part('Archive')).toContainText('Empty. Set ARCHIVE_AFTER_DAYS');
  await expect(part('Slowest queries')).toContainText('pg_stat_statements is not installed');
  await expect(page.getByText('Disk left')).toBeVisible();
  await expect(page.getByText('PostgreSQL 1', { exact: false }).first()).toBeVisible();

  await expectAccessibleInBothAndNarrow(page, ALL_BUT_MINOR);
  expect(complaints).toEqual([]);
});
