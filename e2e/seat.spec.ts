import { expect, type Page, test } from '@playwright/test';
import { complaintsOf } from './support/api';
import { expectAccessibleInBoth } from './support/axe';
import { playByProgram, startTable, tableWithProgram, takeSeat } from './support/table';

const NARROW = { width: 390, height: 844 };

// Whole matches, round by round, on a machine that may be busy.
test.describe.configure({ timeout: 900_000 });

/** In the first round after a look at the turn, then with one tap. */
async function handInOnNarrow(page: Page, round: number): Promise<void> {
  await expect(page.getByRole('button', { name: /^Your turn: .* expected [+−±][\d.]+ cr$/ })).toBeVisible();
  if (round > 0) return page.getByRole('button', { name: 'Submit turn' }).click();
  await page.getByRole('button', { name: 'Your turn' }).click();
  const turn = page.getByRole('dialog', { name: 'Your turn' });
  await expect(turn.getByText('With this turn')).toBeVisible();
  await turn.getByRole('button', { name: 'Submit turn' }).click();
}

async function expectRound(page: Page, round: number): Promise<void> {
  await expect(page.getByRole('main').getByText(`Round ${round}`, { exact: true })).toBeVisible();
}

/** Presses Tab until what is focused has this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 250; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const here = document.activeElement;
      const labelled = here instanceof HTMLInputElement || here instanceof HTMLSelectElement ? here.labels?.[0]?.textContent : null;
      return here?.getAttribute('aria-label') ?? labelled ?? here?.textContent ?? '';
    });
    if (name.test(focused.trim())) return;
  }
  throw new Error(`Tab never came to ${String(name)}`);
}

test('a whole market_round is played by one person on 390 px', async ({ page }) => {
  test.slow(); // eight rounds by hand
  const complaints = complaintsOf(page);
  await page.setViewportSize(NARROW);
  await takeSeat(page, { seed: 21 });
  let worked = 0;
  for (let round = 0; round < 8; round++) {
    await expectRound(page, round);
    await page.getByRole('tab', { name: /^Your lab/ }).click();
    const blocks = page.getByRole('list', { name: 'Your blocks' }).getByRole('listitem');
    const idle = blocks.filter({ hasText: 'runs now, idle' }).filter({ hasText: 'Your plan uses it for' }).first();
    // On a busy machine the blocks of the round before may still be on the screen: such a one goes before it can be clicked.
    const toWork = idle.getByRole('button', { name: /to work$/ });
    const opened =
      (await idle.isVisible()) &&
      (await toWork.click({ timeout: 15_000 }).then(
        () => true,
        () => false,
      ));
    if (opened) {
      worked += 1;
      const form = page.getByRole('dialog', { name: 'Put blocks to work' });
      await expect(form.getByRole('status')).toContainText('Against your best plan');
      await form.getByRole('button', { name: 'Add to the turn' }).click();
    }
    await page.getByRole('tab', { name: /^Offers/ }).click();
    const accept = page
      .getByRole('list', { name: /^Offers: to/ })
      .getByRole('listitem')
      .filter({ hasText: /For you \+/ })
      .getByRole('button', { name: /^Accept/ });
    if (
      await accept
        .first()
        .isEnabled({ timeout: 500 })
        .catch(() => false)
    )
      await accept.first().click();
    if (round === 0) {
      await page.getByRole('button', { name: 'Make an offer' }).click();
      const form = page.getByRole('dialog', { name: 'Make an offer' });
      await form.getByRole('checkbox').first().check();
      await expect(form.getByRole('status')).toContainText('You ask for nothing in return');
      await form.getByLabel('You are paid').fill('30');
      await expect(form.getByRole('status')).not.toContainText('You ask for nothing in return');
      await expect(form.getByRole('status')).toContainText('If it is taken +');
      await form.getByRole('button', { name: 'Add to the turn' }).click();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width);
    await handInOnNarrow(page, round);
  }
  expect(worked).toBeGreaterThan(0);
  await expect(page.getByText('Over', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: /^Your lab/ }).click();
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('The match ended after round 7.');
  await expect(page.getByText('Profit so far')).toBeVisible();
  await expect(page.getByText('Your plan adds')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('a whole match is played by keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await takeSeat(page, { task: 'single_trade', seed: 3 });
  const turn = page.getByRole('region', { name: 'Your turn' });
  for (let round = 0; round < 6; round++) {
    await expectRound(page, round);
    if (round === 0) {
      await tabTo(page, /^Offer \d+× GPU/);
      await page.keyboard.press('Enter');
      await tabTo(page, /^You are paid/);
      await page.keyboard.type('8.5');
      await page.keyboard.press('Enter');
      await tabTo(page, /^Market/);
      for (const tab of [/^Offers/, /^Wants/, /^Talk/]) {
        await page.keyboard.press('ArrowRight');
        await expect(page.getByRole('tab', { name: tab })).toBeFocused();
      }
      await tabTo(page, /^Write a message/);
      await page.keyboard.press('Enter');
      await tabTo(page, /^Message/);
      await page.keyboard.type('Shall we trade?');
      await page.keyboard.press('Enter');
      await expect(turn.getByRole('listitem')).toHaveCount(2);
      await tabTo(page, /^Later: Offer to all/);
      await page.keyboard.press('Enter');
      await expect(turn.getByRole('listitem').first()).toContainText('Say to all');
      await tabTo(page, /^Remove: Offer to all/);
      await page.keyboard.press('Enter');
      await expect(turn.getByRole('listitem')).toHaveCount(1);
    }
    await tabTo(page, /^Submit turn/);
    await page.keyboard.press('Enter');
  }
  await expect(page.getByText('Over', { exact: true })).toBeVisible();
});

test('a draft survives a reload, and so does a turn that is submitted while others think', async ({ page, baseURL }) => {
  const { id, program, token } = await tableWithProgram(page, baseURL, { seed: 5 });
  await startTable(page, id);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/matches/${id}/seat/lab_0`);
  const turn = page.getByRole('region', { name: 'Your turn' });
  await page
    .getByRole('button', { name: /^Offer \d+× GPU/ })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('You are paid').fill('12.40');
  await page.getByRole('dialog').getByRole('button', { name: 'Add to the turn' }).click();
  await expect(turn.getByRole('listitem')).toContainText('for 12.40 cr');
  await page.reload();
  await expect(turn.getByRole('listitem')).toContainText('for 12.40 cr');

  await turn.getByRole('button', { name: 'Submit turn' }).click();
  await expect(turn.getByRole('status')).toContainText('Submitted. Waiting for 1 lab: Lab B (Program 1).');
  await page.reload();
  await expect(turn.getByRole('status')).toContainText('Submitted. Waiting for 1 lab: Lab B (Program 1).');
  await expect(turn.getByRole('listitem')).toContainText('for 12.40 cr');
  await expect(turn.getByRole('button', { name: 'Submit turn' })).toBeHidden();

  await playByProgram(program, { id, seat: 'lab_1', token, round: 0, actions: [] });
  await expectRound(page, 1);
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText(/You offered all labs \d+× GPU/);
  await expect(turn.getByRole('button', { name: 'Submit turn' })).toBeVisible();
  await program.dispose();
});

test('a turn that is submitted while the line is down goes out once when it is back', async ({ page, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await takeSeat(page, { task: 'single_trade', seed: 4 });
  const turn = page.getByRole('region', { name: 'Your turn' });
  await page
    .getByRole('button', { name: /^Offer \d+× GPU/ })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('You are paid').fill('7');
  await page.getByRole('dialog').getByRole('button', { name: 'Add to the turn' }).click();
  await context.setOffline(true);
  await turn.getByRole('button', { name: 'Submit turn' }).click();
  await expect(turn.getByRole('status')).toContainText('it counts only once');
  await expect(turn.getByRole('button', { name: 'Send it again' })).toBeVisible();
  await context.setOffline(false);
  await expectRound(page, 1);
  const story = page.getByRole('region', { name: 'What happened' });
  await expect(story.getByRole('list', { name: 'Your last turn' }).getByRole('listitem')).toHaveCount(1);
  await expect(story).toContainText(/offered all labs .* for 7 cr/);
});

test('who stays silent is told beforehand what it costs, and waits when the clock has run out', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await takeSeat(page, { task: 'single_trade', seed: 4, clockSeconds: 10 });
  await expect(page.getByRole('region', { name: 'Your turn' })).toContainText('If time runs out first, you wait');
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('You didn’t submit in time, so you passed this round.');
});

test('a seat is handed to a policy and taken back, and opened on another device by a one-time link', async ({ page, browser }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const id = await takeSeat(page, { task: 'coalition_market', seed: 9 });
  await page.getByRole('button', { name: 'Autopilot' }).click();
  const menu = page.getByRole('dialog', { name: 'Autopilot' });
  await menu.getByRole('button', { name: 'Make a one-time link' }).click();
  const path = await menu.getByText(/\/sit\//).textContent();
  await menu.getByLabel('Agent', { exact: true }).selectOption('planner');
  await menu.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('planner plays this seat.')).toBeVisible();
  await expect(page.getByRole('main').getByText(/^Round [1-9]\d*$/)).toBeVisible(); // it plays on at once, perhaps past the first
  await page.getByRole('button', { name: 'Take the seat back' }).click();
  await expect(page.getByText('planner plays this seat.')).toBeHidden();
  const log = page.getByRole('list', { name: 'What planner did for you' });
  await expect(log.getByRole('listitem').first()).toContainText(/^Round \d+/);
  await page.getByRole('button', { name: 'Got it' }).last().click();
  await expect(log).toBeHidden();
  const turn = page.getByRole('region', { name: 'Your turn' });
  await expect(turn.getByRole('button', { name: 'Submit turn' })).toBeVisible();

  const other = await browser.newContext();
  const phone = await other.newPage();
  await phone.goto(`/matches/${id}/seat/lab_0`);
  await expect(phone.getByRole('alert').filter({ hasText: 'not yours on this device' })).toBeVisible();
  await phone.goto(path ?? '');
  await phone.getByRole('button', { name: 'Open it here' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Lab A' })).toBeVisible();
  await phone.goto(path ?? '');
  await phone.getByRole('button', { name: 'Open it here' }).click();
  await expect(phone.getByRole('alert').filter({ hasText: 'no longer works' })).toBeVisible();
  await other.close();
});

test('under version 1 a coalition is founded, pledged to and planned with its split in sight', async ({ page, baseURL }) => {
  const { id, program, token } = await tableWithProgram(page, baseURL, { version: 1, seed: 14 });
  await startTable(page, id);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/matches/${id}/seat/lab_0`);
  const turn = page.getByRole('region', { name: 'Your turn' });
  const partner = (round: number, ...actions: object[]) => playByProgram(program, { id, seat: 'lab_1', token, round, actions });
  const handIn = () => turn.getByRole('button', { name: 'Submit turn' }).click();

  await page.getByRole('tab', { name: /^Coalitions/ }).click();
  await page.getByRole('button', { name: 'Start a coalition' }).click();
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /^Lab B:/ })
    .check();
  await page.getByRole('dialog').getByRole('button', { name: 'Add to the turn' }).click();
  await handIn();
  await partner(0);
  await expectRound(page, 1);
  await handIn();
  await partner(1, { action_type: 'join_coalition', coalition_id: 'c_1', block_ids: ['b_1_2'], until_round: 4 });
  await expectRound(page, 2);
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('joined coalition A + B');

  await page.getByRole('button', { name: 'Pledge to coalition A + B' }).click();
  const pledge = page.getByRole('dialog', { name: 'Pledge to a coalition' });
  for (const box of await pledge.getByRole('checkbox').all()) if (await box.isEnabled()) await box.check();
  await pledge.getByLabel('At least (reserve)').fill('0');
  await expect(pledge.getByRole('status')).toContainText('Under the agreed split (equal) you get');
  await pledge.getByRole('button', { name: 'Add to the turn' }).click();
  await handIn();
  await partner(2);
  await expectRound(page, 3);
  await page.getByRole('button', { name: 'Joint plan of coalition A + B' }).click();
  const plan = page.getByRole('dialog', { name: 'Joint plan' });
  await expect(plan.getByRole('status')).toContainText('The plan makes');
  await plan.getByRole('button', { name: 'Add to the turn' }).click();
  await handIn();
  await partner(3);
  await expectRound(page, 4);
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('carried out a joint plan');
  await program.dispose();
});

interface Seen {
  active_offers: { payment: number }[];
}

test('a turn that a guard would change is warned of beside the button; a second press submits it as it is', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const id = await takeSeat(page, { seed: 21, policy: 'wait' });
  const turn = page.getByRole('region', { name: 'Your turn' });
  const bid = async (payment: string) => {
    await page.getByRole('tab', { name: /^Offers/ }).click();
    await page.getByRole('button', { name: 'Make an offer' }).click();
    const form = page.getByRole('dialog', { name: 'Make an offer' });
    await form.getByLabel('To', { exact: true }).selectOption('lab_1');
    await form
      .getByRole('group', { name: /^You want from/ })
      .getByRole('checkbox')
      .first()
      .check();
    await form.getByLabel('You pay').fill(payment);
    await form.getByRole('button', { name: 'Add to the turn' }).click();
  };
  const handIn = turn.getByRole('button', { name: 'Submit turn' });
  await bid('20');
  await handIn.click();
  await expectRound(page, 1);
  await bid('5');
  await handIn.click();
  const warning = turn.getByRole('alert').filter({ hasText: 'You offered 20 for the same before; 5 goes back on that.' });
  await expect(warning).toBeVisible();
  await expectAccessibleInBoth(page);
  await bid('15');
  await expect(warning).toBeHidden(); // of the turn as it is now nobody has been warned yet
  await handIn.click();
  await expect(warning).toBeVisible();
  await turn.getByRole('button', { name: 'Submit anyway' }).click();
  await expectRound(page, 2);
  const input = encodeURIComponent(JSON.stringify({ id, seat: 'lab_0' }));
  const seen = (await (await page.request.get(`/api/trpc/seat.observe?input=${input}`)).json()) as {
    result: { data: { observation: Seen } };
  };
  const payments = seen.result.data.observation.active_offers.map(({ payment }) => payment);
  expect(payments).toEqual(expect.arrayContaining([5, 15]));
  await page.goto(`/matches/${id}?as=watcher`);
  await expect(page.getByText('guards models')).toBeVisible();
});

test('a seat and its forms have nothing that axe calls serious, light and dark', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await takeSeat(page, { seed: 2, judgeMode: 'rule' });
  await page.getByRole('region', { name: 'Your turn' }).getByRole('button', { name: 'Submit turn' }).click();
  await expectRound(page, 1);
  await expectAccessibleInBoth(page);
  for (const tab of ['Wants', 'Coalitions', 'Market', 'Talk']) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    await expectAccessibleInBoth(page);
  }
  for (const form of ['Reserve', 'Write a message']) {
    await page.getByRole('button', { name: form, exact: true }).click();
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('tab', { name: /^Offers/ }).click();
  await page.getByRole('button', { name: 'Make an offer' }).click();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize(NARROW);
  await expectAccessibleInBoth(page);
});
