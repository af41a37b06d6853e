/** Matches as watchers see them: live, over, at an instant, and what opens over them. */
import type { Page } from '@playwright/test';
import type { Screen } from './screens';
import { type Stage, until } from './stage';

const VENTURE = { ruleset: 'open', task: 'coalition_market', seed: 2, policy: 'planner_with_coalitions', judgeMode: 'rule' };
const venture = async (stage: Stage) => `/matches/${await stage.over(VENTURE)}`;
/** A busy machine may not have made the page answer clicks yet. */
const tab = (name: string | RegExp) => async (page: Page) => {
  const one = page.getByRole('tab', { name }).first();
  await until(async () => {
    await one.click();
    return (await one.getAttribute('aria-selected')) === 'true';
  });
};

/** Some rounds in, while it goes on. */
function live(stage: Stage, wish: Parameters<Stage['match']>[0]): Promise<string> {
  return stage.once(`live ${JSON.stringify(wish)}`, async () => {
    const id = await stage.match({ pace: 8, ...wish });
    await until(async () => ((await stage.ask<{ round: number | null }>('match.get', { id })).round ?? 0) >= 3);
    return `/matches/${id}`;
  });
}

const GPU: readonly Screen[] = [
  { name: 'gpu-live', about: 'a live match of scripts', at: (stage) => live(stage, { ...VENTURE, seed: 8 }) },
  { name: 'gpu-over', about: 'a finished match', at: venture },
  { name: 'gpu-middle', about: 'an instant of a finished match', at: async (stage) => `${await venture(stage)}?at=245` },
  { name: 'gpu-first', about: 'the first instant', at: async (stage) => `${await venture(stage)}?at=1` },
  { name: 'gpu-events', about: 'all events', at: venture, act: tab(/^All events|^Events/) },
  { name: 'gpu-chat', about: 'what was said', at: venture, act: tab(/^Chat/) },
  {
    name: 'gpu-inspector',
    about: 'a seat in the inspector',
    at: venture,
    fold: true,
    act: (page) => page.getByRole('region', { name: 'Who is ahead' }).getByRole('button', { name: /Lab C/ }).click(),
  },
  {
    name: 'gpu-details',
    about: 'details of a match',
    at: venture,
    fold: true,
    act: async (page) => {
      const details = page.getByRole('button', { name: 'Details' }).first();
      if (await details.isVisible()) await details.click(); // on a wide screen they are there anyway
    },
  },
  {
    name: 'gpu-share',
    about: 'share a match',
    at: venture,
    fold: true,
    act: (page) =>
      page
        .getByRole('button', { name: /^Share/ })
        .first()
        .click(),
  },
  {
    name: 'gpu-fork',
    about: 'fork a match',
    at: async (stage) => `${await venture(stage)}?at=245`,
    fold: true,
    act: (page) => page.getByRole('button', { name: /^Fork/ }).first().click(),
  },
  { name: 'gpu-explain', about: 'why it ended this way', at: async (stage) => `${await venture(stage)}/explain` },
  {
    name: 'gpu-panel',
    about: 'a panel of judges, for the host',
    at: async (stage) => {
      const id = await stage.over({ task: 'coalition_market', seed: 5, policy: 'pitching_expert', judgeMode: 'rule' });
      await stage.once('judge', async () => String(await stage.post('judge.invite', { id })));
      return `/matches/${id}/judge`;
    },
  },
  {
    name: 'gpu-classic',
    about: 'a finished match of the classic ruleset',
    at: async (stage) => `/matches/${await stage.over({ task: 'coalition_market', seed: 5, policy: 'rule_based_expert' })}`,
  },
  {
    name: 'gpu-eight',
    about: 'eight labs',
    at: async (stage) => `/matches/${await stage.over({ ...VENTURE, seed: 4, policy: 'planner', options: { labs: 8, rounds: 20 } })}`,
  },
  {
    name: 'gpu-model',
    about: 'a model that thinks, its trace',
    at: (stage) =>
      stage.once('model', async () => {
        await stage.post('agent.add', {
          name: 'slow-thinker',
          title: 'Slow thinker',
          plays: ['gpu-market/open'],
          spec: { kind: 'model', model: 'slow-writer' },
        });
        const id = await stage.match({
          ruleset: 'open',
          task: 'market_round',
          seed: 3,
          policy: 'planner',
          pace: 6,
          seats: { lab_0: 'slow-thinker@1' },
        });
        return `/matches/${id}`;
      }),
    act: tab('Model trace'),
  },
  {
    name: 'gpu-ended',
    about: 'a match that the operator ended',
    at: (stage) =>
      stage.once('ended', async () => {
        const id = await stage.match({ ...VENTURE, seed: 9, pace: 5 });
        await until(async () => ((await stage.ask<{ round: number | null }>('match.get', { id })).round ?? 0) >= 1);
        await stage.post('match.control', { id, command: 'abort' });
        await until(async () => (await stage.statusOf(id)) === 'aborted');
        return `/matches/${id}`;
      }),
  },
];

const BAZAAR: readonly Screen[] = [
  {
    name: 'bazaar-live',
    about: 'a live market',
    at: (stage) => live(stage, { game: 'bazaar/open', task: 'bulk', seed: 3, policy: 'linear' }),
  },
  {
    name: 'bazaar-over',
    about: 'a finished market',
    at: async (stage) => `/matches/${await stage.over({ game: 'bazaar/open', task: 'bulk', seed: 3, policy: 'linear' })}`,
  },
  {
    name: 'bazaar-quick-over',
    about: 'one seller, one buyer, over',
    at: async (stage) => `/matches/${await stage.over({ game: 'bazaar/open', task: 'haggle', seed: 5, policy: 'planner' })}`,
  },
  {
    name: 'bazaar-market',
    about: 'the market of a finished match',
    at: async (stage) => `/matches/${await stage.over({ game: 'bazaar/open', task: 'bulk', seed: 3, policy: 'linear' })}`,
    act: async (page) => {
      const isNarrow = (page.viewportSize()?.width ?? 0) < 800;
      if (isNarrow) return tab(/^Market/)(page);
      await page.getByRole('button', { name: 'Show the board' }).click();
    },
  },
  {
    name: 'bazaar-middle',
    about: 'an instant of a market',
    at: async (stage) => `/matches/${await stage.over({ game: 'bazaar/open', task: 'bulk', seed: 3, policy: 'linear' })}?at=30`,
  },
  {
    name: 'bazaar-explain',
    about: 'why a market ended this way',
    at: async (stage) => `/matches/${await stage.over({ game: 'bazaar/open', task: 'bulk', seed: 3, policy: 'linear' })}/explain`,
  },
  {
    name: 'hall',
    about: 'halls, after one was opened',
    at: async (stage) => {
      await hall(stage);
      return '/g/bazaar/open/hall';
    },
  },
  { name: 'hall-live', about: 'a hall', at: hall },
  {
    name: 'classic-haggle-over',
    about: 'a classic haggle that ended in a deal',
    at: async (stage) => `/matches/${await stage.over({ game: 'bazaar/classic', task: 'single_deal', seed: 1000, policy: 'linear' })}`,
  },
  {
    name: 'classic-haggle-middle',
    about: 'an instant of it',
    at: async (stage) => `/matches/${await stage.over({ game: 'bazaar/classic', task: 'single_deal', seed: 1000, policy: 'linear' })}?at=3`,
  },
  {
    name: 'classic-arena-over',
    about: 'an arena that is over',
    at: (stage) =>
      stage.once('arena', () =>
        stage.byHand('/g/bazaar/classic/arena', async (page) => {
          await page.getByRole('button', { name: 'Watch them bid' }).click();
          await page.getByRole('region', { name: 'Result' }).waitFor();
        }),
      ),
  },
];

function hall(stage: Stage): Promise<string> {
  return stage.once('hall', () =>
    stage.byHand('/g/bazaar/open/hall', async (page) => {
      await page.getByRole('button', { name: 'Watch the hall' }).click();
      await page.waitForURL(/\/matches\//);
    }),
  );
}

const TINY: readonly Screen[] = [
  {
    name: 'offers-over',
    about: 'the tiny game, over',
    at: async (stage) => `/matches/${await stage.over({ game: 'test/offers', task: 'haggle', seed: 7, policy: 'yielding_haggler' })}`,
  },
];

export const MATCH_SCREENS: readonly Screen[] = [...GPU, ...BAZAAR, ...TINY];
