import { type Browser, expect, type Page, test } from '@playwright/test';
import { complaintsOf } from './support/api';
import { expectAccessible } from './support/axe';

/** A world in which Labs A, B and C make a joint plan that is paid in mid-match; the host may choose it, and then nothing is rated. */
const SEED = '2';
const ROUNDS = 12;

interface Person {
  name: string;
  page: Page;
  complaints: string[];
}

interface MarketEvent {
  type: string;
  [field: string]: unknown;
}

/** Everybody has a browser of their own, as at home. */
async function come(browser: Browser, name: string, address: string): Promise<Person> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(address);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.getByRole('button', { name: 'I am ready' }).click();
  await expect(page.getByRole('button', { name: 'Not ready after all' })).toBeVisible();
  return { name, page, complaints };
}

async function round({ page }: Person, number: number): Promise<void> {
  await expect(page.getByRole('main').getByText(`Round ${number}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit turn' })).toBeVisible();
}

async function handIn({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Submit turn' }).click();
}

async function allHandIn(people: readonly Person[]): Promise<void> {
  for (const person of people) await handIn(person);
}

async function tab({ page }: Person, name: RegExp): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

async function addToTurn(page: Page, dialog: string): Promise<void> {
  const form = page.getByRole('dialog', { name: dialog });
  await form.getByRole('button', { name: 'Add to the turn' }).click();
  await expect(form).toBeHidden();
}

/** Pledges all that can be pledged, for nothing less than its part of the surplus. */
async function pledgeAll({ page }: Person, dialog: string): Promise<void> {
  const form = page.getByRole('dialog', { name: dialog });
  const things = form.getByRole('checkbox', { disabled: false });
  for (let index = 0; index < (await things.count()); index += 1) await things.nth(index).check();
  await form.getByLabel('At least (reserve)').fill('0');
  await form.getByLabel('Pledged through').selectOption('4');
  await addToTurn(page, dialog);
}

test('three people and three policies play a coalition market of version 1', async ({ browser }) => {
  test.setTimeout(600_000);
  const hosting = await browser.newContext({ viewport: { width: 1300, height: 1000 } });
  const host = await hosting.newPage();
  const hostComplaints = complaintsOf(host);
  await host.goto('/play/people?game=gpu-market%2Fopen&version=1');
  await host.getByRole('radio', { name: /^Coalition market/ }).check();
  await host.getByRole('radio', { name: /^Rule judge/ }).check();
  await host.getByLabel('Seed').fill(SEED);
  await host.getByRole('button', { name: 'Create the table' }).click();
  await host.waitForURL(/\/matches\/[a-z0-9]{12}$/);
  const address = host.url();
  const id = address.slice(-12);
  await expectAccessible(host);

  const anna = await come(browser, 'Anna', address);
  const ben = await come(browser, 'Ben', address);
  const cleo = await come(browser, 'Cleo', address);
  const people = [anna, ben, cleo];
  for (const name of ['Anna', 'Ben', 'Cleo']) {
    const seat = host.getByRole('list', { name: 'Seats' }).getByRole('listitem').filter({ hasText: name });
    await expect(seat.getByText('here', { exact: true })).toBeVisible();
    await expect(seat.getByText('ready', { exact: true })).toBeVisible();
  }
  await expect(host.getByText('Everybody is ready.')).toBeVisible();
  await expect(host.getByText(/^No seat is free\. Stay on this page/)).toBeVisible();
  await host.getByRole('button', { name: 'Start the match' }).click();
  for (const [place, { page }] of people.entries()) {
    await expect(page.getByRole('heading', { level: 1, name: `Lab ${'ABC'[place]}` })).toBeVisible();
    expect(page.url()).toBe(address); // one address from the lobby to the result
  }

  await test.step('round 0: Anna founds a coalition', async () => {
    await round(anna, 0);
    await tab(anna, /^Coalitions/);
    await anna.page.getByRole('button', { name: 'Start a coalition' }).click();
    for (const lab of [/^Lab B:/, /^Lab C:/]) await anna.page.getByRole('checkbox', { name: lab }).check();
    await addToTurn(anna.page, 'Start a coalition');
    await handIn(anna);
    await expect(anna.page.getByRole('status', { name: 'Where your turn is' })).toContainText('Waiting for 2 labs');
    await round(ben, 0);
    await round(cleo, 0);
    await allHandIn([ben, cleo]);
  });

  await test.step('round 1: Ben and Cleo join and pledge', async () => {
    for (const person of [ben, cleo]) {
      await round(person, 1);
      await tab(person, /^Coalitions/);
      await person.page.getByRole('button', { name: /^Join / }).click();
      await pledgeAll(person, 'Join a coalition');
    }
    await round(anna, 1);
    await allHandIn(people);
  });

  await test.step('round 2: Anna pledges as well', async () => {
    await round(anna, 2);
    await anna.page.getByRole('button', { name: /^Pledge to / }).click();
    await pledgeAll(anna, 'Pledge to a coalition');
    await round(ben, 2);
    await round(cleo, 2);
    await allHandIn(people);
  });

  await test.step('round 3: a joint plan, its split seen before it is signed; Cleo pitches; a shock has struck', async () => {
    for (const person of people) await round(person, 3);
    await anna.page.getByRole('button', { name: /^Joint plan of / }).click();
    const form = anna.page.getByRole('dialog', { name: 'Joint plan' });
    await expect(form.getByRole('status', { name: 'Preview' })).toContainText('Lab B');
    await addToTurn(anna.page, 'Joint plan');
    await tab(cleo, /^Talk/);
    await cleo.page.getByRole('button', { name: 'Make a pitch' }).click();
    for (const fact of [/^hours/, /^deadline/]) await cleo.page.getByRole('dialog').getByRole('button', { name: fact }).click();
    await expect(cleo.page.getByRole('dialog').getByText('true', { exact: true }).first()).toBeVisible();
    await addToTurn(cleo.page, 'Make a pitch');
    await allHandIn(people);
  });

  await test.step('round 4: the plan is told; Cleo reloads, and what she was composing is still there', async () => {
    for (const person of people) await round(person, 4);
    await expect(anna.page.getByRole('region', { name: 'What happened' })).toContainText(/plan/i);
    await tab(cleo, /^Talk/);
    await cleo.page.getByRole('button', { name: 'Write a message' }).click();
    await cleo.page.getByRole('dialog').getByLabel('Message').fill('Back in a moment.');
    await addToTurn(cleo.page, 'Write a message');
    await cleo.page.reload();
    await round(cleo, 4);
    await expect(cleo.page.getByRole('list', { name: 'Actions of this turn' })).toContainText('Back in a moment.');
    await allHandIn(people);
  });

  await test.step('round 5: Ben hands his seat to a policy; the host fires a shock', async () => {
    for (const person of people) await round(person, 5);
    await ben.page.getByRole('button', { name: 'Autopilot' }).click();
    await ben.page.getByLabel('Agent', { exact: true }).selectOption('planner');
    await ben.page.getByRole('button', { name: 'Turn on' }).click();
    await expect(ben.page.getByRole('button', { name: 'Take the seat back' })).toBeVisible();
    await host.getByLabel('Kind').selectOption('energy_spike');
    await host.getByRole('button', { name: 'Fire…' }).click();
    await host
      .getByRole('dialog', { name: /^Fire / })
      .getByRole('button', { name: 'Fire it' })
      .click();
    await expect(host.getByText('A shock was fired: energy spike in round 6.')).toBeVisible();
    await allHandIn([anna, cleo]);
  });

  await test.step('round 6: Ben takes it back', async () => {
    await round(anna, 6);
    await ben.page.getByRole('button', { name: 'Take the seat back' }).click();
    await expect(ben.page.getByRole('button', { name: 'Take the seat back' })).toBeHidden();
    await round(cleo, 6);
    await allHandIn([anna, cleo]);
  });

  // In round 6 the policy may have spoken for Ben already; from round 7 on he plays himself.
  for (let number = 7; number < ROUNDS; number += 1) {
    await test.step(`round ${number}`, async () => {
      for (const person of people) await round(person, number);
      await allHandIn(people);
    });
  }
  for (const { page } of people) await expect(page.getByText('Over', { exact: true })).toBeVisible();
  for (const { page } of people) await expect(page.getByRole('button', { name: 'Rematch' })).toBeVisible();
  await anna.page.goto(`${address}?seat=lab_0`);
  await expect(anna.page.getByRole('region', { name: 'What happened' })).toContainText(`The match ended after round ${ROUNDS - 1}.`);

  const events = await eventsOf(host, id);
  const plan = events.find((event) => event.type === 'plan_executed');
  expect(plan?.participants).toEqual(['lab_0', 'lab_1', 'lab_2']);
  expect(events.some((event) => event.type === 'job_settled' && (event.payouts as unknown[]).length > 0)).toBe(true);
  const verdict = events.find((event) => event.type === 'pitches_judged')?.verdict as { pitches: { lab_id: string; score: number }[] };
  expect(verdict.pitches.map((pitch) => pitch.lab_id)).toContain('lab_2');
  const struck = events.filter((event) => event.type === 'shock_struck').map((event) => event.shock as { live: boolean });
  expect(struck.filter((shock) => shock.live)).toHaveLength(1);
  expect(struck.length).toBe(4);
  await accountsAddUp(host, id, events);
  expect([...people.flatMap(({ complaints }) => complaints), ...hostComplaints]).toEqual([]);
});

async function eventsOf(page: Page, id: string): Promise<MarketEvent[]> {
  const answer = await page.request.get(`/api/matches/${id}/events.jsonl`);
  expect(answer.ok()).toBe(true);
  const lines = (await answer.text()).trim().split('\n');
  return lines.map((line) => {
    const stored = JSON.parse(line) as { event?: MarketEvent } & MarketEvent;
    return stored.event ?? stored;
  });
}

/** Every coin that the log tells of, lab by lab, against what the screen says each has made. */
async function accountsAddUp(page: Page, id: string, events: readonly MarketEvent[]): Promise<void> {
  const books = new Map<string, number>();
  const pay = (lab: unknown, cents: unknown, sign = 1) => books.set(String(lab), (books.get(String(lab)) ?? 0) + sign * Number(cents));
  const bonds = new Map<string, number>();
  for (const event of events) book(event, pay, bonds);
  const ended = events.at(-1);
  expect(ended?.type).toBe('match_ended');
  const profits = ended?.profits_cents as Record<string, number>;
  for (const [lab, profit] of Object.entries(profits)) expect(books.get(lab) ?? 0, lab).toBe(profit);
  await page.goto(`/matches/${id}`);
  for (const [index, letter] of ['A', 'B', 'C', 'D', 'E', 'F'].entries()) {
    const profit = Math.abs(profits[`lab_${index}`] ?? 0) / 100;
    const shown = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 }).format(profit); // exact on hover
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: `Lab ${letter}` })
        .first(),
    ).toContainText(shown);
  }
}

type Pay = (lab: unknown, cents: unknown, sign?: number) => void;

/** Bonds and deposits are held by the market in between: here they move when they are paid in, out or over. */
function book(event: MarketEvent, pay: Pay, bonds: Map<string, number>): void {
  switch (event.type) {
    case 'offer_accepted':
      pay(event.from_lab_id, event.payment_cents, -1);
      pay(event.to_lab_id, event.payment_cents);
      pay(event.to_lab_id, event.requested_payment_cents, -1);
      pay(event.from_lab_id, event.requested_payment_cents);
      if (event.deposit) pay(event.to_lab_id, (event.deposit as { amount_cents: number }).amount_cents, -1);
      return;
    case 'deposit_settled':
      pay(event.kept_word ? event.from_lab_id : event.to_lab_id, event.amount_cents);
      return;
    case 'capacity_delivered':
      for (const { energy_cents } of event.deliveries as { energy_cents: number | null }[]) pay(event.lab_id, energy_cents ?? 0, -1);
      return;
    case 'job_settled':
      pay(event.lab_id, event.value_cents);
      for (const { lab_id, amount_cents } of event.payouts as { lab_id: string; amount_cents: number }[]) {
        pay(event.lab_id, amount_cents, -1);
        pay(lab_id, amount_cents);
      }
      return;
    case 'coalition_formed': {
      const { coalition_id, founder, bond_cents } = event.coalition as { coalition_id: string; founder: string; bond_cents: number };
      bonds.set(coalition_id, bond_cents);
      pay(founder, bond_cents, -1);
      return;
    }
    case 'coalition_joined':
      pay(event.lab_id, bonds.get(String(event.coalition_id)), -1);
      return;
    case 'coalition_left':
      pay(event.lab_id, event.refund_cents);
      for (const { lab_id, amount_cents } of event.forfeits as { lab_id: string; amount_cents: number }[]) pay(lab_id, amount_cents);
      return;
    case 'coalition_ended':
      for (const { lab_id, amount_cents } of event.refunds as { lab_id: string; amount_cents: number }[]) pay(lab_id, amount_cents);
      return;
    default:
  }
}
