import { expect, type Page, test } from '@playwright/test';
import { complaintsOf, createMatch, finishedMatch } from './support/api';
import { expectAccessibleInBoth, expectNoSideways } from './support/axe';

const VENTURE = { ruleset: 'open', task: 'coalition_market', seed: 3, policy: 'planner_with_coalitions', judgeMode: 'rule' };

function scrubber(page: Page) {
  return page.getByRole('slider', { name: 'Position in the match' });
}

async function openReplay(page: Page, id: string, at?: number) {
  await page.goto(`/matches/${id}${at === undefined ? '' : `?at=${at}`}`);
  await expect(scrubber(page)).toBeVisible();
}

/** The figures of the strip, from left to right. */
function figures(page: Page): Promise<number[]> {
  return page
    .getByRole('region', { name: 'Who is ahead' })
    .getByRole('listitem')
    .evaluateAll((chips) =>
      chips.map((chip) =>
        Number(
          /([+−±])([\d.]+) cr/
            .exec(chip.textContent ?? '')
            ?.slice(1)
            .join('')
            .replace('−', '-')
            .replace('±', ''),
        ),
      ),
    );
}

test('the score is sorted, follows the scrubber, marks who leads, and opens what there is to know of a seat', async ({ page, request }) => {
  const complaints = complaintsOf(page);
  await openReplay(page, await finishedMatch(request, VENTURE));
  const strip = page.getByRole('region', { name: 'Who is ahead' });
  await expect(strip.getByRole('listitem')).toHaveCount(6);
  await expect(strip.getByRole('listitem').last()).toContainText(/gain −?[\d.]+/); // the score, which is computed after the match
  const chips = await strip.getByRole('listitem').allTextContents();
  const atEnd = chips.map((text) => Number(/gain (−?\d+\.\d\d)/.exec(text)?.[1]?.replace('−', '-')));
  expect(atEnd).toEqual([...atEnd].sort((a, b) => b - a));
  await expect(strip.getByRole('listitem').first().getByLabel('leads')).toBeVisible();
  await expect(strip.getByLabel('leads')).toHaveCount(1);
  await page.keyboard.press('Home');
  await expect(strip.getByLabel('leads')).toHaveCount(0);
  expect(await figures(page)).toEqual([0, 0, 0, 0, 0, 0]);
  await strip.getByRole('button', { name: /Lab C/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Lab C' });
  await expect(sheet).toContainText('Planner with coalitions');
  await expect(sheet).toContainText('reputation');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  expect(complaints).toEqual([]);
});

test('a chapter is gone to, and the caption says what happens there and what came of it', async ({ page, request }) => {
  await openReplay(page, await finishedMatch(request, VENTURE), 1);
  const chapters = page.getByRole('combobox', { name: 'Go to chapter' });
  await chapters.selectOption({ label: (await chapters.locator('option', { hasText: 'Joint plan' }).first().textContent()) ?? '' });
  const caption = page.getByRole('region', { name: 'What happens now' });
  await expect(caption).toContainText(/^Coalition .* carried out a joint plan/);
  await page.keyboard.press(']');
  await page.keyboard.press('[');
  await expect(caption).toContainText(/carried out a joint plan/);
  await page.keyboard.press('End');
  await expect(caption).toContainText('The match ended after round 11.');
  const earns = chapters.locator('option', { hasText: 'earns' }).first();
  await chapters.selectOption({ label: (await earns.textContent()) ?? '' });
  await expect(caption).toContainText(/earned .*Lab [A-F] \+[\d.]+ cr/);
});

test('the story has no ids and no refusals in it; every event and every line’s instant are a click away', async ({ page, request }) => {
  await openReplay(page, await finishedMatch(request, VENTURE));
  const log = page.getByRole('log');
  await expect(log).toContainText('The match ended after round 11.');
  await log.evaluate((box) => box.scrollTo({ top: 0 }));
  await expect(log).toContainText('A coalition market opened');
  expect(await log.textContent()).not.toMatch(/\b[bjocwh]_\d/);
  const line = log.getByRole('link', { name: /^Show this moment: .*founded coalition/ }).first();
  const seq = Number(/at=(\d+)/.exec((await line.getAttribute('href')) ?? '')?.[1]);
  await line.click();
  await expect(scrubber(page)).toHaveAttribute('aria-valuenow', String(seq));
  await page.getByRole('tab', { name: 'All events' }).click();
  await expect(log).toContainText('coalition_formed');
});

test('a block, a job and an offer are inspected by click, by Enter and from each other; on a phone from below', async ({
  page,
  request,
}) => {
  await openReplay(page, await finishedMatch(request, VENTURE), 245);
  const block = page.getByRole('button', { name: /Block b_1_0 of Lab B/ });
  await expect(block).toContainText('1× GPU r2–3');
  await block.click();
  const sheet = page.getByRole('dialog', { name: '1× GPU (rounds 2 and 3)' });
  await expect(sheet).toContainText('b_1_0');
  await expect(sheet).toContainText('at work');
  await sheet.getByRole('button', { name: /^F1 \(/ }).click();
  await expect(page.getByRole('dialog', { name: /^F1 \(/ })).toContainText('due');
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await block.focus();
  await page.keyboard.press('ArrowDown');
  await expect(block).not.toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('id');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('[data-is="block:b_1_2"]').first().click();
  const box = await page.getByRole('dialog').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(844);
  await expectAccessibleInBoth(page);
  await expectNoSideways(page);
});

test('the board draws three offers at a time, jobs from arrival to deadline, and keeps a coalition after its end', async ({
  page,
  request,
}) => {
  const board = page.getByRole('group', { name: 'Capacity by lab and round' });
  const arcs = board.locator('g.arc[data-is^="offer:"]');
  await openReplay(page, await finishedMatch(request, { ...VENTURE, policy: 'planner' }), 200);
  await expect(board.getByText(/^offers 3\/\d+$/)).toBeVisible(); // more stand than are drawn
  await expect(arcs).toHaveCount(3);
  await board.getByRole('region', { name: 'Lab C' }).hover();
  await expect.poll(() => arcs.evaluateAll((all) => all.every((arc) => /Lab C/.test(arc.ariaLabel ?? '')))).toBe(true);
  await expect(board.getByRole('button', { name: /bought from Lab/ }).first()).toBeVisible();

  await openReplay(page, await finishedMatch(request, VENTURE));
  await page.getByRole('button', { name: 'Show the board' }).click();
  await expect(page.locator('.coalition-stands')).toHaveCount(0);
  expect(await board.locator('.coalition-band').count()).toBeGreaterThan(1);
  await board.getByRole('button', { name: /^Job A1 \(/ }).click();
  await expect(page.getByRole('dialog', { name: /^A1 \(/ })).toContainText('pays');
});

test('the board is one stop of the Tab key', async ({ page, request }) => {
  await openReplay(page, await finishedMatch(request, VENTURE), 245);
  await expect(page.locator('[data-stop]')).toHaveCount(1);
  const stops = await page
    .getByRole('group', { name: 'Capacity by lab and round' })
    .evaluate(
      (board) => [...board.querySelectorAll<HTMLElement>('*')].filter((one) => one.tabIndex >= 0 && one.hasAttribute('data-is')).length,
    );
  expect(stops).toBe(1);
});

test('a match ends with who won, what decided it and what could have been; a rematch begins from there', async ({ page, request }) => {
  const id = await finishedMatch(request, { ...VENTURE, task: 'market_round', policy: 'planner' });
  await openReplay(page, id);
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByRole('heading', { level: 2 })).toHaveText(
    /^Lab [A-D]( and Lab [A-D])* (wins|share first place) with a gain of [−\d.]+/,
  );
  await expect(result.getByText(/^gain −?[\d.]+$/)).toHaveCount(4);
  await expect(result).toContainText(/[\d.]+% of the best possible/);
  const points = result.getByRole('link', { name: /^Show this moment/ });
  expect(await points.count()).toBeGreaterThanOrEqual(2);
  await expectAccessibleInBoth(page);
  await expect(result.getByRole('link', { name: 'Analysis' })).toHaveAttribute('href', `/matches/${id}/explain`);
  const seq = Number(/at=(\d+)/.exec((await points.first().getAttribute('href')) ?? '')?.[1]);
  await points.first().click();
  await expect(scrubber(page)).toHaveAttribute('aria-valuenow', String(seq));
  await expect(result).toBeHidden();
  await page.keyboard.press('End');
  await result.getByRole('button', { name: 'Rematch' }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(page).toHaveURL(/\/matches\/[a-z0-9]{12}/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Planner ×4');
});

test('the picture of a match and of a moment are made here; of a lobby one that shows nothing, of a private table none', async ({
  request,
}) => {
  const id = await finishedMatch(request, { ...VENTURE, task: 'market_round', policy: 'planner' });
  const picture = async (path: string) => {
    const answer = await request.get(path);
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toBe('image/png');
    return answer.body();
  };
  const [end, moment, again] = [
    await picture(`/matches/${id}/picture`),
    await picture(`/matches/${id}/picture?at=9`),
    await picture(`/matches/${id}/picture?at=9`),
  ];
  expect(end.equals(moment)).toBe(false);
  expect(moment.equals(again)).toBe(true);
  expect((await request.get('/matches/nosuchmatch1/picture')).status()).toBe(404);
  const table = async (seed: number, isPrivate: boolean) => {
    const made = await request.post('/api/trpc/match.create', {
      data: { ruleset: 'open', task: 'single_trade', seed, policy: 'planner', seats: { lab_0: 'open' }, isPrivate },
    });
    const { result } = (await made.json()) as { result: { data: { id: string } } };
    return `/matches/${result.data.id}/picture`;
  };
  expect((await picture(await table(1, false))).equals(await picture(await table(2, false)))).toBe(true);
  expect((await request.get(await table(3, true))).status()).toBe(404);
  const page = await (await request.get(`/matches/${id}?at=9`)).text();
  expect(page).toContain(`/matches/${id}/picture?at=9`);
  expect(page).toMatch(/property="og:title" content="[^"]*Planner/);
});

test('on a phone the title, the round and what can be done stay in two lines, and nothing scrolls sideways', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openReplay(page, await finishedMatch(request, VENTURE), 245);
  const strip = await page.getByRole('region', { name: 'Who is ahead' }).boundingBox();
  expect(strip?.y ?? 999).toBeLessThanOrEqual(140);
  expect(
    await page
      .getByRole('region', { name: 'Who is ahead' })
      .getByRole('list')
      .evaluate((box) => box.scrollWidth > box.clientWidth),
  ).toBe(true);
  const cut = (spans: Element[]) => spans.flatMap((span) => (span.scrollWidth > span.clientWidth ? (span.textContent ?? '') : []));
  expect(await page.getByRole('region', { name: 'Who is ahead' }).locator('.truncate').evaluateAll(cut)).toEqual([]);
  await expectNoSideways(page);
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByText('seed 3', { exact: true })).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('tab', { name: 'Result' })).toHaveAttribute('aria-selected', 'true');
  await expectAccessibleInBoth(page);
  await expectNoSideways(page);
});

test('who watches live is told what happens, and then how it ended', async ({ page, request }) => {
  const id = await createMatch(request, { ruleset: 'open', task: 'single_trade', seed: 12, policy: 'planner', pace: 2 });
  await page.goto(`/matches/${id}`);
  await expect(page.getByRole('region', { name: 'What happens now' })).toContainText(/opened|Lab [AB]/);
  await expect(page.getByRole('region', { name: 'Result' })).toBeVisible({ timeout: 300_000 });
});
