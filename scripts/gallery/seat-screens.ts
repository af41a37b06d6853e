/** Tables as those see them who sit at them: lobby, seat, console, result. */
import type { Page } from '@playwright/test';
import type { Screen } from './screens';
import { type Stage, until } from './stage';

const ROUND = { ruleset: 'open', task: 'coalition_market', seed: 2, policy: 'planner_with_coalitions', judgeMode: 'rule' };
const yourTurn = (page: Page) => page.getByRole('region', { name: 'Your turn' });

async function lobby(stage: Stage): Promise<string> {
  return stage.once('lobby', async () => `/matches/${await stage.seated({ ...ROUND, open: ['lab_0', 'lab_1', 'lab_2'], start: false })}`);
}

/** A seat of the GPU market after some turns in which it did nothing. */
async function laterTurn(stage: Stage): Promise<string> {
  return stage.once('later', async () => {
    const id = await stage.seated({ ...ROUND, seed: 3, open: ['lab_0'] });
    for (let turn = 0; turn < 4; turn += 1) {
      const seen = () => stage.ask<{ turn: number; handedIn: boolean }>('seat.observe', { id, seat: 'lab_0' });
      await until(async () => (await seen()).turn >= turn && !(await seen()).handedIn);
      await stage.post('seat.submit', { id, seat: 'lab_0', round_index: turn, key: `lab_0-${turn}`, actions: [] });
    }
    return `/matches/${id}`;
  });
}

const GPU: readonly Screen[] = [
  { name: 'lobby', about: 'a lobby, for its host', at: lobby },
  { name: 'lobby-stranger', about: 'a lobby, for somebody who comes by', at: lobby, stranger: true },
  {
    name: 'invited',
    about: 'an invitation to a private table',
    stranger: true,
    at: (stage) =>
      stage.once('invited', async () => {
        const id = await stage.seated({ ...ROUND, seed: 12, open: ['lab_0', 'lab_1'], start: false, isPrivate: true });
        return (await stage.post<{ path: string }>('table.invitation', { id })).path;
      }),
  },
  {
    name: 'seat-first',
    about: 'a seat before its first turn',
    at: async (stage) => stage.once('first', async () => `/matches/${await stage.seated({ ...ROUND, open: ['lab_0'] })}`),
  },
  { name: 'seat-later', about: 'a seat in the middle of a match', at: laterTurn },
  {
    name: 'seat-draft',
    about: 'a turn with an offer',
    at: laterTurn,
    act: async (page) => {
      await offerForm(page);
      const form = page.getByRole('dialog', { name: 'Make an offer' });
      await form.getByRole('button', { name: 'Add to the turn' }).click();
    },
  },
  { name: 'seat-offer', about: 'the form of an offer', at: laterTurn, fold: true, act: offerForm },
  { name: 'seat-coalition', about: 'the form of a coalition', at: laterTurn, fold: true, act: openCoalition },
  { name: 'seat-talk', about: 'what is said to a seat', at: laterTurn, act: (page) => page.getByRole('tab', { name: /^Talk/ }).click() },
  {
    name: 'seat-market',
    about: 'the market tab of a seat',
    at: laterTurn,
    act: (page) => page.getByRole('tab', { name: /^Market/ }).click(),
  },
  {
    name: 'seat-offers',
    about: 'the offers tab of a seat',
    at: laterTurn,
    act: (page) => page.getByRole('tab', { name: /^Offers/ }).click(),
  },
  {
    name: 'console',
    about: 'the console of a host',
    at: laterTurn,
    fold: true,
    act: (page) => page.getByRole('button', { name: 'Host console' }).click(),
  },
  {
    name: 'seat-over',
    about: 'the result for who played',
    at: (stage) =>
      stage.once('seat-over', async () => {
        const id = await stage.seated({ ...ROUND, seed: 6, task: 'single_trade', open: ['lab_0'] });
        for (let turn = 0; turn < 12 && (await stage.statusOf(id)) !== 'finished'; turn += 1) {
          await until(async () => {
            if ((await stage.statusOf(id)) === 'finished') return true;
            const seen = await stage.ask<{ turn: number; handedIn: boolean }>('seat.observe', { id, seat: 'lab_0' });
            return seen.turn >= turn && !seen.handedIn;
          });
          if ((await stage.statusOf(id)) !== 'finished')
            await stage.post('seat.submit', { id, seat: 'lab_0', round_index: turn, key: `lab_0-${turn}`, actions: [] });
        }
        await until(async () => (await stage.statusOf(id)) === 'finished');
        return `/matches/${id}`;
      }),
  },
];

async function offerForm(page: Page): Promise<void> {
  const narrow = (page.viewportSize()?.width ?? 0) < 800;
  if (narrow) await page.getByRole('tab', { name: /^Offers/ }).click();
  await page.getByRole('button', { name: 'Make an offer' }).first().click();
  const form = page.getByRole('dialog', { name: 'Make an offer' });
  await form.getByRole('checkbox').first().check();
  await form.getByLabel('You are paid').fill('30');
  await form
    .getByText(/If it is taken/)
    .first()
    .waitFor();
}

async function openCoalition(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Coalitions/ }).click();
  await page
    .getByRole('button', { name: /^Found a coalition|^Joint plan|^Join / })
    .first()
    .click();
}

/** The price above which the buyer at this page loses. */
async function limitAt(page: Page): Promise<number> {
  const words = await yourTurn(page)
    .getByText(/Paying more than/)
    .first()
    .textContent();
  return Number(/than ([\d,.]*\d)/.exec(words ?? '')?.[1]?.replaceAll(',', ''));
}

async function offerPrice(page: Page, price: string, message: string): Promise<void> {
  await yourTurn(page).getByLabel('Price', { exact: true }).fill(price);
  await yourTurn(page).getByLabel('Message (optional)').fill(message);
  await yourTurn(page)
    .getByRole('button', { name: /^Offer this price/ })
    .click();
  await page.getByRole('list', { name: 'Conversation' }).getByText(price).first().waitFor();
}

/** From home, and two prices named. */
function bazaarSeat(stage: Stage): Promise<string> {
  return stage.once('bazaar-seat', () =>
    stage.byHand('/', async (page) => {
      await page.getByRole('button', { name: 'Play now: Buy in the bazaar' }).click();
      await yourTurn(page).waitFor();
      const limit = await limitAt(page);
      for (const [part, message] of [
        [0.55, 'It is not new, so I start low.'],
        [0.65, 'I can go a little higher.'],
      ] as const) {
        await offerPrice(page, (part * limit).toFixed(2), message);
        await yourTurn(page)
          .getByRole('button', { name: /^Take / })
          .first()
          .waitFor();
      }
    }),
  );
}

const BAZAAR: readonly Screen[] = [
  {
    name: 'bazaar-first',
    about: 'a buyer before the first turn',
    at: (stage) =>
      stage.once('bazaar-first', () =>
        stage.byHand('/', async (page) => {
          await page.getByRole('button', { name: 'Play now: Buy in the bazaar' }).click();
          await yourTurn(page).waitFor();
        }),
      ),
  },
  { name: 'bazaar-seat', about: 'a buyer in the middle of a haggle', at: bazaarSeat },
  {
    name: 'bazaar-reveal',
    about: 'what both sides kept to themselves',
    at: (stage) =>
      stage.once('bazaar-reveal', async () => {
        const at = await bazaarSeat(stage);
        return stage.byHand(at, async (page) => {
          const take = yourTurn(page)
            .getByRole('button', { name: /^Take / })
            .first();
          const over = page.getByRole('region', { name: 'What was hidden' });
          const limit = await limitAt(page);
          // A dearer one is a loss.
          for (let part = 0.73; part < 0.95 && /\(−/.test((await take.textContent()) ?? ''); part += 0.08) {
            await offerPrice(page, (part * limit).toFixed(2), 'This is a fair price for both of us.');
            await take.or(over).first().waitFor();
            if (await over.isVisible()) return;
          }
          const isLoss = /\(−/.test((await take.textContent()) ?? '');
          await take.click();
          if (isLoss) {
            await page
              .getByText(/Not submitted yet/)
              .first()
              .waitFor();
            await take.click();
          }
          await over.waitFor();
        });
      }),
  },
  {
    name: 'duel-lobby',
    about: 'the table of a duel',
    at: (stage) =>
      stage.once('duel', () =>
        stage.byHand('/g/bazaar/open/duel', async (page) => {
          await page.getByRole('button', { name: 'Duel a friend' }).click();
          await page.waitForURL(/\/matches\//);
        }),
      ),
  },
  {
    name: 'duel-seat',
    about: 'the first match of a duel against a bot',
    at: (stage) =>
      stage.once('duel-bot', () =>
        stage.byHand('/g/bazaar/open/duel', async (page) => {
          await page.getByRole('button', { name: 'Duel this bot' }).click();
          await yourTurn(page).waitFor();
        }),
      ),
  },
  {
    name: 'series',
    about: 'a series that goes on',
    at: async (stage) => {
      const id = await stage.once('series', async () => {
        const players = ['planner', 'linear'];
        return (await stage.post<{ id: string }>('series.create', { game: 'bazaar/open', kind: 'duel', task: 'quick', players })).id;
      });
      return `/series/${id}`;
    },
  },
  {
    name: 'hall-seat',
    about: 'a buyer in a hall',
    at: (stage) =>
      stage.once('hall-seat', () =>
        stage.byHand('/g/bazaar/open/hall', async (page) => {
          await page.getByRole('button', { name: 'Join as a buyer' }).click();
          await yourTurn(page).waitFor();
        }),
      ),
  },
  {
    name: 'classic-seat',
    about: 'a classic haggle after one offer',
    at: (stage) =>
      stage.once('classic-seat', () =>
        stage.byHand('/', async (page) => {
          await page.getByRole('button', { name: 'Play now: Haggle over a price' }).click();
          const side = page.getByRole('complementary', { name: 'Your side' });
          await side.getByLabel('Price', { exact: true }).fill('24');
          await side.getByLabel('Message (optional)').fill('My best price.');
          await side.getByRole('button', { name: 'Make this offer' }).click();
          await page.getByRole('list', { name: 'Conversation' }).getByText('My best price.').waitFor();
        }),
      ),
    act: (page) => page.getByText('What it reads').first().click(),
  },
  {
    name: 'classic-reveal',
    about: 'the reveal of a classic haggle',
    at: (stage) =>
      stage.once('classic-reveal', () =>
        stage.byHand('/', async (page) => {
          await page.getByRole('button', { name: 'Play now: Haggle over a price' }).click();
          const side = page.getByRole('complementary', { name: 'Your side' });
          await side.getByRole('button', { name: /^Half the price/ }).click();
          await side.getByRole('button', { name: 'Make this offer' }).click();
          await side.getByRole('button', { name: /^Accept 5\d/ }).click();
          await page.getByRole('region', { name: 'What was hidden' }).waitFor();
        }),
      ),
  },
  {
    name: 'career-seat',
    about: 'a career in its first deal',
    at: (stage) =>
      stage.once('career', () =>
        stage.byHand('/g/bazaar/classic/career', async (page) => {
          await page.getByRole('button', { name: /^Career of ten/ }).click();
          const side = page.getByRole('complementary', { name: 'Your side' });
          await side.getByRole('button', { name: /^Half the price/ }).click();
          await side.getByRole('button', { name: 'Make this offer' }).click();
          await side.getByRole('button', { name: /^Accept/ }).click();
          await side.getByRole('region', { name: 'Deals so far' }).waitFor();
        }),
      ),
  },
  { name: 'career', about: 'careers, after one was begun', at: '/g/bazaar/classic/career' },
];

const TINY: readonly Screen[] = [
  {
    name: 'offers-seat',
    about: 'a seat of the tiny game',
    at: (stage) =>
      stage.once('offers-seat', () =>
        stage.byHand('/', async (page) => {
          await page.getByRole('button', { name: 'Play now: Haggle', exact: true }).click();
          await yourTurn(page).getByLabel('Price').fill('95');
          await yourTurn(page).getByLabel('Message').fill('It is as good as new.');
          await yourTurn(page).getByRole('button', { name: 'Name price' }).click();
          await page.getByRole('list', { name: 'Conversation' }).getByText('as good as new').waitFor();
        }),
      ),
  },
];

export const SEAT_SCREENS: readonly Screen[] = [...GPU, ...BAZAAR, ...TINY];
