/** Not a test of anything: takes every screen's picture into test-results/look, to be looked at. LOOK=1 npx playwright test look */
import { test } from '@playwright/test';
import { ask, createMatch, finishedMatch } from './support/api';
import { post, setTable, sitDown, startTable } from './support/table';

test.skip(!process.env.LOOK, 'pictures are taken when asked: LOOK=1');
test.describe.configure({ mode: 'serial' });

test('every screen, light and dark, wide and narrow', async ({ page, request }) => {
  test.setTimeout(1_800_000);
  const open = { ruleset: 'open', task: 'coalition_market' };
  const replay = await finishedMatch(request, { ...open, seed: 5, policy: 'planner', judgeMode: 'rule' });
  const expert = await finishedMatch(request, { task: 'coalition_market', seed: 5, policy: 'rule_based_expert' });
  const random = await finishedMatch(request, { task: 'coalition_market', seed: 5, policy: 'random_validish' });
  const live = await createMatch(request, { ...open, seed: 8, policy: 'planner', judgeMode: 'rule', pace: 40 });
  const file = 'name: Spring cup\nkind: rated\ntask: single_trade\nentrants: [house, greedy, planner]\nworlds: 2';
  const { id: cup } = await post<{ id: string }>(request, 'tournament.create', { text: file });
  const lobby = await setTable(page, { open: ['lab_0', 'lab_1'] });
  await sitDown(page, lobby);
  const seat = await setTable(page, { seed: 2, judgeMode: 'rule' });
  await sitDown(page, seat);
  await startTable(page, seat);
  const hosted = await setTable(page, { open: ['lab_0'] });
  await startTable(page, hosted);
  const over = await setTable(page, { open: ['lab_0'] });
  await sitDown(page, over);
  await startTable(page, over);
  await post(page.request, 'table.control', { id: over, command: 'abort' });
  await test.expect.poll(async () => (await ask<{ status: string }>(request, 'match.get', { id: over })).status).toBe('aborted');
  const screens = {
    home: '/',
    watch: '/watch',
    duels: '/watch/duels',
    compare: `/watch/compare?left=${random}&right=${expert}`,
    play: '/play',
    people: '/play/people',
    bots: '/play/bots',
    rankings: '/rankings',
    tournaments: '/rankings/tournaments',
    'new-tournament': '/rankings/tournaments/new',
    tournament: `/rankings/tournaments/${cup}`,
    benchmark: '/rankings/benchmark',
    reports: '/rankings/reports',
    agents: '/agents',
    agent: '/agents/planner',
    'add-agent': '/agents/new',
    inference: '/agents/inference',
    training: '/agents/training',
    owners: '/agents/owners',
    data: '/data',
    connect: '/data/connect',
    operations: '/data/operations',
    live: `/matches/${live}`,
    replay: `/matches/${replay}`,
    explain: `/matches/${replay}/explain`,
    judges: `/matches/${replay}/judge`,
    classic: `/matches/${expert}`,
    lobby: `/matches/${lobby}`,
    seat: `/matches/${seat}`,
    console: `/matches/${hosted}`,
    over: `/matches/${over}`,
    'not-found': '/nothing-here',
  };
  const only = process.env.LOOK_AT?.split(',');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: width > 800 ? 900 : 844 });
    for (const [name, path] of Object.entries(screens).filter(([one]) => only?.includes(one) ?? true)) {
      await page.goto(path);
      await test.expect(page.getByText(/^Loading/)).toHaveCount(0);
      await page.waitForLoadState('networkidle').catch(() => null);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished))); // colors fade over
        await page.screenshot({ path: `test-results/look/${name}-${width}-${colorScheme}.png` });
      }
    }
  }
});
