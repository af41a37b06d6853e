/** The other players at a seat, and acting together with them. */
import { expect, type Page, test } from '@playwright/test';
import { complaintsOf } from './support/api';
import { expectAccessibleInBoth } from './support/axe';
import { startSlowModel } from './support/slow-model.mjs';
import { playByProgram, post, startTable, tableWithProgram } from './support/table';

const NARROW = { width: 390, height: 844 };

test.describe.configure({ timeout: 600_000 });

/** A promise that the test keeps. */
function later(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((keep) => {
    resolve = keep;
  });
  return { promise, resolve: () => resolve() };
}

async function expectRound(page: Page, round: number): Promise<void> {
  await expect(page.getByRole('main').getByText(`Round ${round}`, { exact: true })).toBeVisible();
}

test('a coalition is started, agreed to with one button, and its plan is carried out in the third round', async ({ page, baseURL }) => {
  const complaints = complaintsOf(page);
  const { id, program, token } = await tableWithProgram(page, baseURL, { policy: 'wait', seed: 26, judgeMode: 'off' });
  await startTable(page, id);
  await page.setViewportSize(NARROW);
  await page.goto(`/matches/${id}?seat=lab_0`);
  const partner = (round: number, ...actions: object[]) => playByProgram(program, { id, seat: 'lab_1', token, round, actions });
  const handIn = () => page.getByRole('button', { name: 'Submit turn' }).click();
  await page
    .getByRole('region', { name: 'Other players' })
    .getByRole('button', { name: /^Lab B Program 1/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Invite to a coalition' }).click();
  const form = page.getByRole('dialog', { name: 'Start a coalition' });
  await expect(form.getByRole('checkbox', { name: /^Lab B:/ })).toBeChecked();
  await expect(form.getByRole('checkbox', { name: /^Pledge your \d+ blocks and \d+ jobs with it/ })).toBeChecked();
  await expect(form.getByRole('checkbox', { name: /^Propose a plan with it: \d× GPU/ })).not.toBeChecked();
  await form.getByRole('button', { name: 'Add to the turn' }).click();
  await handIn();
  await partner(0);

  await expectRound(page, 1);
  await handIn();
  const input = encodeURIComponent(JSON.stringify({ id, seat: 'lab_1' }));
  const answered = await program.get(`/api/trpc/seat.observe?input=${input}`, { headers: { authorization: `Bearer ${token}` } });
  const { active_coalitions, owned_blocks, private_jobs } = ((await answered.json()) as { result: { data: { observation: Pledging } } })
    .result.data.observation;
  const block_ids = owned_blocks.filter((one) => one.hours_left > 0).map(({ block_id }) => block_id);
  const job_ids = private_jobs.map(({ job_id }) => job_id);
  const coalition_id = active_coalitions[0]?.coalition_id;
  await partner(1, { action_type: 'join_coalition', coalition_id, block_ids, job_ids, at_once: true });

  await expectRound(page, 2);
  await page.getByRole('tab', { name: /^Coalitions/ }).click();
  const card = page.getByRole('list', { name: 'Coalitions: yours' }).getByRole('listitem').first();
  await expect(card).toContainText(/Pledged together: \d+ blocks and \d+ jobs\./);
  await expect(card).toContainText(/It makes, beyond its costs\s*about \+[\d.]+ cr/);
  await expect(card).toContainText(/Your share \(equal, 50%\)\s*about \+[\d.]+ cr/);
  await expect(card).toContainText('It is carried out when this round closes.');
  await expect(card.getByRole('list', { name: /^Pledges to/ })).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width);
  await expectAccessibleInBoth(page);
  await card.getByRole('button', { name: 'Agree to coalition A + B' }).click();
  await expect(card).toContainText('Your turn agrees to it.');
  await handIn();
  await partner(2);
  await expectRound(page, 3);
  await page.getByRole('tab', { name: /^Your lab/ }).click();
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('carried out a joint plan');
  await program.dispose();
  expect(complaints).toEqual([]);
});

interface Pledging {
  active_coalitions: { coalition_id: string }[];
  owned_blocks: { block_id: string; hours_left: number }[];
  private_jobs: { job_id: string }[];
}

test('the others are seen at the seat: a program, a model that thinks; a tap says more and makes an offer', async ({ page, baseURL }) => {
  const { promise: asked, resolve: answerNow } = later();
  let before = Promise.resolve();
  const model = (await startSlowModel('deep-thinker', () => before)) as { url: string; close(): void };
  const spec = { kind: 'model', model: 'deep-thinker', server: { url: model.url, keyName: null }, turnSeconds: 250 };
  const { ref } = await post<{ ref: string }>(page.request, 'agent.add', {
    name: 'e2e-neighbor',
    title: 'Slow neighbor',
    plays: ['gpu-market/open'],
    spec,
  });
  before = asked;
  const { id, program, token } = await tableWithProgram(page, baseURL, { policy: ref, seed: 5 });
  await page.setViewportSize(NARROW);
  await page.goto(`/matches/${id}`);
  await startTable(page, id);
  const strip = page.getByRole('region', { name: 'Other players' });
  const chip = (name: RegExp) => strip.getByRole('button', { name });
  await expect(chip(/^Lab B Program 1 program away/)).toBeVisible();
  await expect(chip(/^Lab C Slow neighbor language model/)).toBeVisible();
  await expect(chip(/^Lab C Slow neighbor language model thinking, \d+ s/)).toBeVisible();
  const box = await strip.boundingBox();
  expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(140);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width);
  answerNow();
  await expect(chip(/^Lab C Slow neighbor language model ready/)).toBeVisible();
  await page.getByRole('button', { name: 'Submit turn' }).click();
  const want = { action_type: 'post_want', hours: 1, from_round: 3, to_round: 5, payment: 12, expires_in: 3 };
  await playByProgram(program, { id, seat: 'lab_1', token, round: 0, actions: [want] });
  await expectRound(page, 1);
  await expect(chip(/^Lab B Program 1 program away wants 1 GPU-hour in rounds 3 to 5 for 12\.00 cr/)).toBeVisible();
  await playByProgram(program, { id, seat: 'lab_1', token, round: 1, actions: [] });
  await expect(chip(/^Lab B Program 1 program ready, away/)).toBeVisible();
  await expectAccessibleInBoth(page);
  await chip(/^Lab C/).click();
  const sheet = page.getByRole('dialog', { name: 'Slow neighbor, Lab C' });
  await expect(sheet.getByRole('link', { name: ref })).toBeVisible();
  await expectAccessibleInBoth(page);
  await sheet.getByRole('button', { name: 'Make an offer' }).click();
  await expect(page.getByRole('dialog', { name: 'Make an offer' }).getByLabel('To', { exact: true })).toHaveValue('lab_2');
  await post(page.request, 'table.control', { id, command: 'abort' });
  await program.dispose();
  model.close();
});
