/** The screens of the five places, and what is shown where nothing is. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Screen } from './screens';
import { type Stage, until } from './stage';

const EMPTY: readonly Screen[] = [
  { name: 'empty-home', about: 'home of a new server', at: '/', empty: true },
  { name: 'empty-watch', about: 'nothing was played', at: '/watch', empty: true },
  { name: 'empty-duels', about: 'no pitches to compare', at: '/watch/duels', empty: true },
  { name: 'empty-rankings', about: 'no board', at: '/rankings', empty: true },
  { name: 'empty-why', about: 'nothing to explain', at: '/rankings/why', empty: true },
  { name: 'empty-tournaments', about: 'no tournament', at: '/rankings/tournaments', empty: true },
  { name: 'empty-reports', about: 'no report', at: '/rankings/reports', empty: true },
  { name: 'empty-agent', about: 'an agent that has not played', at: '/agents/planner', empty: true },
  { name: 'empty-data', about: 'nothing to export', at: '/data', empty: true },
  { name: 'empty-operations', about: 'a new database', at: '/data/operations', empty: true },
  { name: 'empty-career', about: 'no career yet', at: '/g/bazaar/classic/career', empty: true },
];

const GPU = { ruleset: 'open', task: 'coalition_market', seed: 2, policy: 'planner_with_coalitions', judgeMode: 'rule' };

async function tournament(stage: Stage, text: string, whole = true): Promise<string> {
  return stage.once(text, async () => {
    const { id } = await stage.post<{ id: string }>('tournament.create', { text });
    const sheet = async () => (await stage.ask<{ card: { status: string; counts: { done: number } } }>('tournament.get', { id })).card;
    await until(async () => (whole ? (await sheet()).status === 'finished' : (await sheet()).counts.done > 0));
    return `/rankings/tournaments/${id}`;
  });
}

async function agent(stage: Stage, name: string, more: object): Promise<string> {
  return stage.once(`agent ${name}`, async () => {
    await stage.post('agent.add', { name, plays: ['gpu-market/open', 'gpu-market/classic'], ...more });
    return `/agents/${name}`;
  });
}

async function report(stage: Stage): Promise<string> {
  return stage.once('report', async () => {
    const wish = { ruleset: 'open', policies: 'planner,greedy', tasks: 'single_trade', seeds: '40000-40003' };
    const more = { before: 'greedy', after: 'planner', robustness: {}, populations: { rotation: 'full' } };
    const { id } = await stage.post<{ id: string }>('report.create', { ...wish, ...more });
    await until(async () => {
      const kept = await stage.ask<{ items: { id: string }[] }>('report.list');
      return kept.items.some((one) => one.id === id);
    });
    return `/rankings/reports/${id}`;
  });
}

async function run(stage: Stage): Promise<string> {
  return stage.once('run', async () => {
    const folder = join(stage.home, 'runs', 'haggler-3');
    mkdirSync(folder, { recursive: true });
    const command = ['mandi_trainer', 'grpo', '--out', 'runs/haggler-3'];
    const card = { format: 1, name: 'haggler-3', kind: 'grpo', status: 'running', pid: process.pid, steps: 12, command };
    writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...card, versions: { torch: '2.13.0' }, base: `sha256:${'a'.repeat(64)}` }));
    const lines: object[] = [{ event: 'begin', resumed: false }];
    for (let step = 1; step <= 8; step += 1) {
      const loss = 0.5 / step;
      const shares = { valid_actions: 0.8 + step / 100, own_actions: 0.7 + step / 50 };
      lines.push({ event: 'step', kind: 'grpo', step, loss, reward: step / 100, ...shares, tokens: step * 4000, seconds: step * 31 });
    }
    lines.push({ event: 'validation', step: 8, gain: 0.6, interval: [0.5, 0.7], nulls: { random: 0.1 }, seeds: '40000-40149' });
    appendFileSync(join(folder, 'log.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { runs } = await stage.ask<{ runs: { id: string; name: string }[] }>('training.list').catch(() => ({ runs: [] }));
    return `/agents/training/${runs.find(({ name }) => name === 'haggler-3')?.id ?? 'local.haggler-3'}`;
  });
}

/** As many worlds and opponents as a rank needs. */
const CUP = 'name: Spring cup\nkind: rated\ntask: single_trade\nentrants: [house, greedy, planner, cooperative]\nworlds: 20\nnulls: [wait]';
const KNOCKOUT =
  'name: Winter knockout\nformat: knockout\ntask: single_trade\nentrants: [house, greedy, planner, wait, selfish, cooperative]\nworlds: 1\nnulls: []';
const LEAGUE = 'name: Evening league\nformat: league\ntask: single_trade\nentrants: [house, greedy]\nworlds: 1\nnulls: []';
const WITH_ADA = 'name: Ada comes\ntask: single_trade\nentrants: [{person: Ada}, greedy]\nworlds: 1\nrotation: none\nnulls: []';

const WATCH: readonly Screen[] = [
  { name: 'home', about: 'home', at: (stage) => tournament(stage, CUP).then(() => '/') },
  { name: 'watch', about: 'all matches', at: '/watch' },
  { name: 'watch-none', about: 'filters that find nothing', at: '/watch?status=failed&policy=planner' },
  {
    name: 'duels',
    about: 'two pitches to compare',
    at: async (stage) => {
      await stage.over({ task: 'coalition_market', seed: 5, policy: 'pitching_expert', judgeMode: 'rule' });
      return '/watch/duels';
    },
  },
  { name: 'compare', about: 'nothing chosen', at: '/watch/compare' },
  {
    name: 'compare-two',
    about: 'two matches side by side',
    at: async (stage) => {
      const left = await stage.over({ task: 'coalition_market', seed: 5, policy: 'random_validish' });
      const right = await stage.over({ task: 'coalition_market', seed: 5, policy: 'rule_based_expert' });
      return `/watch/compare?left=${left}&right=${right}`;
    },
  },
];

const PLAY: readonly Screen[] = [
  { name: 'play', about: 'ways to play', at: '/play' },
  { name: 'people', about: 'a table for friends', at: '/play/people' },
  { name: 'bots', about: 'a match of bots', at: '/play/bots' },
  {
    name: 'bots-fault',
    about: 'a wrong seed',
    at: '/play/bots',
    act: async (page) => {
      await page.getByLabel('Seed', { exact: true }).fill('-1');
      await page.getByRole('button', { name: 'Start the match' }).click();
    },
  },
  { name: 'haggle', about: 'choose an opponent', at: '/g/bazaar/classic/haggle' },
  { name: 'arena', about: 'the arena', at: '/g/bazaar/classic/arena' },
  { name: 'duel', about: 'a duel', at: '/g/bazaar/open/duel' },
  { name: 'offers-prices', about: 'a page of the tiny game', at: '/g/test/offers/prices' },
];

const RANKINGS: readonly Screen[] = [
  { name: 'rankings', about: 'the leaderboard', at: (stage) => tournament(stage, CUP).then(() => '/rankings') },
  { name: 'why', about: 'who leads, and why', at: (stage) => tournament(stage, CUP).then(() => '/rankings/why') },
  { name: 'tournaments', about: 'all tournaments', at: (stage) => tournament(stage, KNOCKOUT).then(() => '/rankings/tournaments') },
  { name: 'tournament', about: 'a rated round robin, finished', at: (stage) => tournament(stage, CUP) },
  {
    name: 'tournament-pair',
    about: 'the matches of two entrants',
    at: (stage) => tournament(stage, CUP),
    fold: true,
    act: (page) =>
      page
        .getByRole('button', { name: / against / })
        .first()
        .click(),
  },
  { name: 'knockout', about: 'a knockout', at: (stage) => tournament(stage, KNOCKOUT) },
  { name: 'league', about: 'a league that goes on', at: (stage) => tournament(stage, LEAGUE, false) },
  {
    name: 'tournament-person',
    about: 'a tournament that waits for a person',
    at: (stage) =>
      stage.once(
        'ada',
        async () => `/rankings/tournaments/${(await stage.post<{ id: string }>('tournament.create', { text: WITH_ADA })).id}`,
      ),
  },
  { name: 'new-tournament', about: 'the form of a tournament', at: '/rankings/tournaments/new' },
  { name: 'benchmark', about: 'the benchmark', at: '/rankings/benchmark' },
  { name: 'reports', about: 'saved reports', at: (stage) => report(stage).then(() => '/rankings/reports') },
  { name: 'report', about: 'a report with all its parts', at: report },
];

const AGENTS: readonly Screen[] = [
  { name: 'agents', about: 'all agents', at: '/agents' },
  { name: 'agent-script', about: 'a script with results', at: '/agents/planner' },
  {
    name: 'agent-model',
    about: 'a model with results beside nulls',
    at: async (stage) => {
      const address = await agent(stage, 'quiet-model', {
        title: 'Quiet model',
        owner: 'Ada',
        spec: { kind: 'model', model: 'null:random' },
      });
      for (const seed of [90_601, 90_602]) await stage.over({ task: 'single_trade', seed, policy: 'quiet-model@1' });
      return `${address}%401`;
    },
  },
  {
    name: 'agent-person',
    about: 'a person',
    at: (stage) =>
      agent(stage, 'ann-lee', { title: 'Ann Lee', owner: 'Evening club', plays: ['gpu-market/open'], spec: { kind: 'person' } }),
  },
  {
    name: 'agent-absent',
    about: 'a model that no backend serves',
    at: (stage) => agent(stage, 'far-away', { title: 'Far away', spec: { kind: 'model', model: 'served-nowhere' } }),
  },
  { name: 'new-agent', about: 'add a model', at: '/agents/new' },
  {
    name: 'new-agent-program',
    about: 'add a program',
    at: '/agents/new',
    act: (page) => page.getByRole('radio', { name: /^Remote program/ }).check(),
  },
  { name: 'inference', about: 'backends and meter', at: '/agents/inference' },
  { name: 'training', about: 'runs', at: (stage) => run(stage).then(() => '/agents/training') },
  { name: 'run', about: 'a run of this machine', at: run },
  {
    name: 'run-compared',
    about: 'two published runs',
    at: '/agents/training/published.sauda-v2-grpo?with=published.sauda-v2-tells-grpo',
  },
  { name: 'run-shipped', about: 'an adapter that comes with Mandi', at: '/agents/training/shipped.smollm2-classic' },
  {
    name: 'owners',
    about: 'owners of agents',
    at: async (stage) => {
      await stage.once('owner', async () => String(await stage.post('owner.add', { name: 'Evening club' })));
      return '/agents/owners';
    },
  },
];

const DATA: readonly Screen[] = [
  {
    name: 'data',
    about: 'an export with its preview, and one that was written',
    at: async (stage) => {
      await stage.over({ task: 'market_round', seed: 31_001, policy: 'rule_based_expert' });
      await stage.byHand('/data', async (page) => {
        await page.getByRole('button', { name: 'Start the export' }).click();
        await page
          .getByText(/^finished: /)
          .first()
          .waitFor();
      });
      return '/data';
    },
  },
  { name: 'connect', about: 'ways to connect code', at: '/data/connect' },
  { name: 'operations', about: 'operations', at: '/data/operations' },
  { name: 'docs', about: 'the documents', at: '/docs' },
  { name: 'doc', about: 'a document with tables', at: '/docs/tournaments' },
  { name: 'doc-rules', about: 'rules of a game', at: '/docs/bazaar-open' },
  {
    name: 'docs-search',
    about: 'a search in the documents',
    at: '/docs',
    act: (page) => page.getByRole('searchbox').first().fill('coalition'),
  },
];

const NOWHERE: readonly Screen[] = [
  { name: 'no-page', about: 'an address of nothing', at: '/nothing-here', fails: true },
  { name: 'no-match', about: 'no such match', at: '/matches/aaaaaaaaaaaa', fails: true },
  { name: 'no-agent', about: 'no such agent', at: '/agents/nobody', fails: true },
  { name: 'no-tournament', about: 'no such tournament', at: '/rankings/tournaments/aaaaaaaaaaaa', fails: true },
  { name: 'no-report', about: 'no such report', at: '/rankings/reports/none-of-ours', fails: true },
  { name: 'no-run', about: 'no such run', at: '/agents/training/local.none', fails: true },
  { name: 'no-doc', about: 'no such document', at: '/docs/none', fails: true },
  { name: 'no-series', about: 'no such series', at: '/series/aaaaaaaaaaaa', fails: true },
  { name: 'no-game-page', about: 'no such page of a game', at: '/g/bazaar/open/none', fails: true },
  { name: 'no-invitation', about: 'an invitation that is not valid', at: `/join/${'x'.repeat(32)}`, fails: true },
  { name: 'no-seat-link', about: 'a link to a seat that is not valid', at: `/sit/${'x'.repeat(32)}`, fails: true },
  { name: 'no-api', about: 'the server does not answer', at: '/watch', fails: true, act: breakApi },
  { name: 'no-api-rankings', about: 'the server does not answer', at: '/rankings', fails: true, act: breakApi },
  {
    name: 'no-api-match',
    about: 'the server does not answer',
    at: async (stage) => `/matches/${await stage.over(GPU)}`,
    fails: true,
    act: breakApi,
  },
];

async function breakApi(page: Parameters<NonNullable<Screen['act']>>[0]): Promise<void> {
  await page.route('**/api/trpc/**', (route) => route.abort());
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.reload();
  await page
    .getByRole('button', { name: /again/i })
    .first()
    .waitFor({ timeout: 60_000 })
    .catch(() => null);
}

export const PLACE_SCREENS: readonly Screen[] = [...EMPTY, ...WATCH, ...PLAY, ...RANKINGS, ...AGENTS, ...DATA, ...NOWHERE];
