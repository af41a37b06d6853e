import { expect, type Page, test } from '@playwright/test';
import { complaintsOf } from './support/api';
import { playByProgram, startTable, tableWithProgram } from './support/table';

const NARROW = { width: 390, height: 844 };
/** The program's own plan in the third round: it makes something, and less than the best. */
const POOR = { seed: 26, plan: [{ job_id: 'j_0_0', block_ids: ['b_1_4'] }] };

test.describe.configure({ timeout: 900_000 });

interface Seen {
  wants: { want_id: string; lab_id: string }[];
  promises: { promise_id: string }[];
  active_coalitions: { coalition_id: string }[];
  legal_actions: { action_type: string; block_ids?: string[] }[];
  owned_blocks: { block_id: string; hours_left: number; status: string }[];
  private_jobs: { job_id: string; settled: boolean }[];
}

async function expectRound(page: Page, round: number): Promise<void> {
  await expect(page.getByRole('main').getByText(`Round ${round}`, { exact: true })).toBeVisible();
}

/** No part of the screen names a want, a promise or a plan by its id, and none is wider than the phone. */
async function expectInWords(page: Page): Promise<void> {
  await expect(page.getByRole('main')).not.toContainText(/\b[whcbj]_\d/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width);
}

test('on 390 px a person posts a want, is answered, promises a block and counters a plan', async ({ page, baseURL }) => {
  const complaints = complaintsOf(page);
  const { id, program, token } = await tableWithProgram(page, baseURL, { policy: 'wait', seed: POOR.seed, judgeMode: 'off' });
  await startTable(page, id);
  const answer = (round: number, ...actions: object[]) => playByProgram(program, { id, seat: 'lab_1', token, round, actions });
  const seen = async (): Promise<Seen> => {
    const input = encodeURIComponent(JSON.stringify({ id, seat: 'lab_1' }));
    const answered = await program.get(`/api/trpc/seat.observe?input=${input}`, { headers: { authorization: `Bearer ${token}` } });
    return ((await answered.json()) as { result: { data: { observation: Seen } } }).result.data.observation;
  };
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  const add = () => page.getByRole('dialog').getByRole('button', { name: 'Add to the turn' }).click();
  const handIn = async (...words: string[]) => {
    await page.getByRole('button', { name: 'Your turn' }).click();
    const turn = page.getByRole('dialog', { name: 'Your turn' });
    for (const [place, text] of words.entries()) await expect(turn.getByRole('listitem').nth(place)).toContainText(text);
    await turn.getByRole('button', { name: 'Submit turn' }).click();
    await page.keyboard.press('Escape');
  };

  await page.setViewportSize(NARROW);
  await page.goto(`/matches/${id}?seat=lab_0`);
  await expectRound(page, 0);
  await tab('Wants');
  await page.getByRole('button', { name: 'Post a want' }).click();
  const wanting = page.getByRole('dialog', { name: 'Post a want' });
  await wanting.getByLabel('GPU-hours').fill('1');
  await wanting.getByLabel('You pay').fill('20');
  await wanting.getByLabel('From', { exact: true }).selectOption('1');
  await wanting.getByLabel('Through', { exact: true }).selectOption('7');
  await wanting.getByLabel('Minimum reliability').fill('0');
  await wanting.getByLabel('Message').fill('One hour, any time.');
  await expect(wanting.getByRole('status')).toContainText('You want 1 GPU-hour in rounds 1 to 7, and pay 20.00 cr.');
  await add();
  await handIn('Post a want: 1 GPU-hour for 20.00 cr.');
  await answer(
    0,
    { action_type: 'form_coalition', members: ['lab_0'], bond: 5 },
    { action_type: 'post_want', hours: 1, payment: 12, expires_in: 3 },
  );

  await expectRound(page, 1);
  const mine = page.getByRole('list', { name: 'You want' });
  await expect(mine).toContainText('You want 1 GPU-hour in rounds 1 to 7, and pay 20.00 cr.');
  await expect(mine.getByRole('button', { name: 'Withdraw your want of 1 GPU-hour in rounds 1 to 7' })).toBeVisible();
  await expectInWords(page);
  await page
    .getByRole('list', { name: 'Other labs want' })
    .getByRole('button', { name: /^Promise blocks for Lab B’s want of 1 GPU-hour/ })
    .click();
  const promising = page.getByRole('dialog', { name: 'Promise blocks' });
  await promising.getByRole('checkbox').last().check();
  await promising.getByLabel('At a price of').fill('15');
  await add();
  await tab('Coalitions');
  await page.getByText(/^Adjust coalition/).click();
  await page.getByRole('button', { name: /^Join coalition/ }).click();
  const joining = page.getByRole('dialog', { name: 'Join a coalition' });
  for (const box of await joining.getByRole('checkbox').all()) if (await box.isEnabled()) await box.check();
  await add();
  await handIn('Promise Lab B', 'Join coalition');
  const before = await seen();
  const want = before.wants.find((one) => one.lab_id === 'lab_0')?.want_id;
  const [bought] = before.legal_actions.find((one) => one.action_type === 'fill_want')?.block_ids ?? [];
  await answer(1, { action_type: 'fill_want', want_id: want, block_ids: [bought] });

  await expectRound(page, 2);
  await tab('Your lab');
  const story = page.getByRole('region', { name: 'What happened' });
  await expect(story.getByRole('list', { name: 'What affects you' })).toContainText('Your want of 1 GPU-hour in rounds 1 to 7 was filled.');
  await expect(story).toContainText('You promised to hold');
  await expectInWords(page);
  await tab('Wants');
  await expect(page.getByRole('list', { name: 'Promises' })).toContainText(
    /You hold \d× GPU \(rounds? .*\) for Lab B until round \d, at 15\.00 cr/,
  );
  await handIn();
  const {
    active_coalitions: [venture],
    owned_blocks,
    private_jobs,
    promises: [promise],
  } = await seen();
  const coalition_id = venture?.coalition_id;
  const block_ids = owned_blocks.filter((one) => one.hours_left > 0 && one.status === 'available').map(({ block_id }) => block_id);
  const job_ids = private_jobs.filter(({ settled }) => !settled).map(({ job_id }) => job_id);
  await answer(
    2,
    { action_type: 'commit_to_coalition', coalition_id, block_ids, job_ids },
    { action_type: 'take_promise', promise_id: promise?.promise_id },
  );

  await expectRound(page, 3);
  await tab('Your lab');
  await expect(story).toContainText('Lab B accepted the promise of');
  await handIn();
  await answer(3, { action_type: 'propose_plan', coalition_id, plan: POOR.plan });

  await expectRound(page, 4);
  await tab('Coalitions');
  const plans = page.getByRole('list', { name: /^Plans of coalition A \+ B/ });
  await expect(plans).toContainText('Plan 1: Lab B proposes');
  await expect(plans).toContainText('more than the labs could make separately');
  await expectInWords(page);
  await plans.getByRole('button', { name: 'Counter plan 1 of coalition A + B' }).click();
  const counter = page.getByRole('dialog', { name: 'Joint plan' });
  await expect(counter.getByRole('status')).toContainText(
    'It uses some of the same items as plan 1, so it has to make more than that plan',
  );
  await add();
  await handIn('Propose a plan to coalition A + B');
  await answer(4);

  await expectRound(page, 5);
  await tab('Your lab');
  await expect(story).toContainText('You proposed plan 2 to A + B');
  await expect(story).toContainText('carried out a joint plan');
  await expectInWords(page);
  expect(complaints).toEqual([]);
  await program.dispose();
});
