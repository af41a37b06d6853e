import { expect, test } from '@playwright/test';
import { complaintsOf, createMatch, finishedMatch } from './support/api';
import { expectAccessible, expectAccessibleInBoth } from './support/axe';
import { tapWire } from './support/socket';

function upTo(head: number): number[] {
  return Array.from({ length: head }, (_, place) => place + 1);
}

test('a match is watched to its end over the socket, through a reload, and nothing is polled', async ({ page, request }) => {
  const complaints = complaintsOf(page);
  const wire = tapWire(page);
  const id = await createMatch(request, { task: 'coalition_market', seed: 5, policy: 'rule_based_expert', pace: 4 });
  await page.goto(`/matches/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rule-based expert');
  await expect(page.getByRole('main').getByText('Coalition market').first()).toBeVisible();
  await expect(page.getByText(/^Round [2-6] \(last: 8\)/)).toBeVisible();
  await page.getByRole('tab', { name: 'All events' }).click();
  await expect(page.getByRole('log')).toContainText('offer_closed');

  await page.reload();
  await expect(page.getByRole('banner').or(page.getByRole('main')).getByText('finished').first()).toBeVisible({ timeout: 300_000 });
  await expect(page.getByRole('log')).toContainText('The match ended in round 9.');
  await expect(page.getByText('Lab 0: 1.341').first()).toBeAttached();

  const [before = [], after = []] = wire.seqs();
  expect(before.length).toBeGreaterThan(1);
  expect(before).toEqual(upTo(before.length));
  expect(after.length).toBeGreaterThan(before.length);
  expect(after).toEqual(upTo(after.length));
  // Each time the page opens: who sits there, and of which tournament it is.
  const once = ['GET /api/trpc/table.get', 'GET /api/trpc/tournament.ofMatch'];
  expect(wire.asked.filter((one) => !one.includes('/api/trpc/match.create'))).toEqual([...once, ...once]);
  expect(complaints).toEqual([]);
});

test('a lost connection is said, and what was missed is fetched once, without a gap', async ({ page, request }) => {
  const asked: number[] = [];
  const lines: { close: () => void }[] = [];
  let cut = false;
  await page.routeWebSocket(/\/socket\.io\//, (line) => {
    if (cut) return void line.close({ code: 1001 });
    const server = line.connectToServer();
    lines.push({ close: () => void line.close({ code: 1001 }) });
    line.onMessage((message) => {
      const since = /"since":(\d+)/.exec(String(message))?.[1];
      if (since !== undefined) asked.push(Number(since));
      server.send(message);
    });
  });
  const id = await createMatch(request, { task: 'market_round', seed: 11, policy: 'always_accept', pace: 4 });
  await page.goto(`/matches/${id}`);
  await expect(page.getByText(/^Round [1-3] \(last: 4\)/)).toBeVisible();
  cut = true; // until the screen has said so
  lines.at(-1)?.close();
  await expect(page.getByText('Connection lost. Reconnecting…')).toBeVisible();
  cut = false;
  await expect(page.getByRole('log')).toContainText('A market round opened');
  await expect(page.getByText('Connection lost. Reconnecting…')).toBeHidden();
  await expect(page.getByText('Over', { exact: true })).toBeVisible();
  expect(asked[0]).toBe(0);
  expect(asked.at(-1)).toBeGreaterThan(1);
});

test('who runs the match pauses it, plays one move, lets it go and ends it', async ({ page, request }) => {
  const id = await createMatch(request, { task: 'coalition_market', seed: 12, policy: 'always_accept', pace: 20 });
  await page.goto(`/matches/${id}`);
  await page.getByRole('button', { name: 'Pause match' }).click();
  await expect(page.getByText('paused', { exact: true })).toBeVisible();
  const round = page.getByText(/^Round \d+ \(last: 8\)/);
  const held = await round.textContent();
  await page.waitForTimeout(5000);
  expect(await round.textContent()).toBe(held);
  await page.getByRole('button', { name: 'Step' }).click();
  await expect(round).not.toHaveText(held ?? '');
  await page.getByRole('button', { name: 'Resume match' }).click();
  await expect(page.getByText('live', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Abort' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Abort the match' }).click();
  await expect(page.getByText('aborted', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause match' })).toBeHidden();
});

test('where the server is open to others, running a match asks for the operator’s token once', async ({ page, request }) => {
  let locked = true;
  await page.route('**/api/trpc/match.control**', (route) => {
    if (!locked) return route.continue();
    const mandi = { code: 'operator_needed', message: "This needs the operator's token." };
    const error = { message: mandi.message, code: -32001, data: { code: 'UNAUTHORIZED', httpStatus: 401, mandi } };
    return route.fulfill({ status: 401, contentType: 'application/json', json: { error } });
  });
  await page.route('**/api/trpc/system.unlock**', (route) => {
    locked = false;
    // This server has no token: `lock`, which answers alike, stands in for `unlock`.
    return route.continue({ url: route.request().url().replace('system.unlock', 'system.lock'), postData: '{}' });
  });
  const id = await createMatch(request, { task: 'coalition_market', seed: 14, policy: 'always_accept', pace: 20 });
  await page.goto(`/matches/${id}`);
  await page.getByRole('button', { name: 'Pause match' }).click();
  const dialog = page.getByRole('dialog', { name: "Operator's token" });
  await dialog.getByLabel('Token').fill('a token of sixteen letters');
  await dialog.getByRole('button', { name: 'Unlock this browser' }).click();
  await expect(page.getByText('paused', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('of a public match the private things are called private until it ends, then everything is shown', async ({ page, request }) => {
  const id = await createMatch(request, {
    task: 'market_round',
    seed: 424_242,
    policy: 'rule_based_expert',
    pace: 3,
    visibility: 'public',
  });
  await page.goto(`/matches/${id}`);
  await expect(page.getByText('seed private')).toBeVisible();
  await expect(page.getByText('Rewards of this match stay private until it ends.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Capacity by lab and round' })).toContainText('private');
  expect(await page.content()).not.toContain('424242');
  await expect(page.getByText('seed 424242', { exact: true })).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Cumulative reward' })).toBeVisible();
});

test('an unknown match says so and leads on', async ({ page }) => {
  for (const path of ['/matches/new', '/matches/nosuchmatch/judge', '/table/nosuchmatch', '/matches/nosuchmatch']) {
    expect((await page.goto(path))?.status()).toBe(404);
  }
  await expect(page.getByRole('alert').filter({ hasText: 'There is no such match here' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'All matches' })).toBeVisible();
});

test('an unknown agent or tournament is answered with 404, and says what there is', async ({ page, request }) => {
  for (const path of ['/agents/nobody', '/agents/smollm2@99', '/rankings/tournaments/nosuchcup'])
    expect([path, (await request.get(path)).status()]).toEqual([path, 404]);
  for (const path of ['/agents/planner', '/agents/new', '/agents/owners', '/rankings/tournaments/new'])
    expect([path, (await request.get(path)).status()]).toEqual([path, 200]);
  await page.goto('/agents/smollm2@99');
  await expect(page.getByRole('alert').filter({ hasText: 'has no version 99' })).toBeVisible();
  await page.goto('/agents/smollm2@2');
  await expect(page.getByText(/^Its prompt for “GPU market, open” is open-3: .* New agents get open-4\.$/)).toBeVisible();
  await page.goto('/rankings/tournaments/nosuchcup');
  await expect(page.getByRole('link', { name: 'All tournaments' })).toBeVisible();
});

test('judge mode shows every lab’s pitch with its score, the winner and why, and the contest as a curve', async ({ page, request }) => {
  const id = await finishedMatch(request, { task: 'coalition_market', seed: 3, policy: 'pitching_expert', judgeMode: 'rule' });
  await page.goto(`/matches/${id}?at=1`);
  const table = page.getByRole('region', { name: 'Pitches before the judge' });
  await expect(table).toContainText('Nobody has pitched yet.');
  await page.keyboard.press('End');
  const newest = table.getByRole('group').first();
  await expect(newest).toContainText(/Round \d+/);
  const labs = await page.getByRole('group', { name: 'Capacity by lab and round' }).getByRole('region', { name: /^Lab / }).count();
  await expect(newest.getByRole('listitem')).toHaveCount(labs);
  await expect(newest.getByText('winner')).toHaveCount(1);
  for (const pitch of await newest.getByRole('listitem').all()) await expect(pitch).toContainText(/0\.\d{3}|1\.000/);
  const contest = table.getByRole('figure', { name: 'Lab 0 against the best other' });
  await contest.getByRole('button', { name: 'Table' }).click();
  await expect(contest.getByRole('row')).toHaveCount(1 + (await table.getByRole('group').count()));
  await page.getByRole('tab', { name: 'All events' }).click();
  await expect(page.getByRole('log')).toContainText('pitches_judged');
});

test.describe('what a match looks like to everybody', () => {
  test('axe finds nothing serious on a live match, light and dark', async ({ page, request }) => {
    const id = await createMatch(request, {
      task: 'coalition_market',
      seed: 8,
      policy: 'rule_based_expert',
      judgeMode: 'rule',
      pace: 20,
    });
    await page.goto(`/matches/${id}`);
    await expect(page.getByRole('log')).toContainText('opened');
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: 'Abort' }).click();
    await expectAccessibleInBoth(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Abort the match' }).click();
  });

  test('at 390 px the page never scrolls sideways, and every part is a tab away', async ({ page, request }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const id = await finishedMatch(request, { task: 'coalition_market', seed: 5, policy: 'rule_based_expert' });
    await page.goto(`/matches/${id}`);
    for (const tab of ['Story', 'Chat', 'All events', 'Labs', 'Market']) {
      await page.getByRole('tab', { name: tab }).click();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    }
    const floor = page.getByRole('group', { name: 'Blocks' });
    expect(await floor.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
    await expectAccessible(page);
  });
});
