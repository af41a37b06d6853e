import { describe, expect, test } from 'vitest';
import type { CatalogOverview, OfferedTask } from '~/api/catalog/types';
import type { GameKey } from '~/contract/game-ref';
import { offers } from '~/games/test/offers/rules';
import {
  durationLabel,
  firstDraft,
  optionsOf,
  paceLabel,
  playCommand,
  policiesFor,
  requestOf,
  seatsOf,
  seedHint,
  unmetWishes,
  withGame,
} from './draft';

const TASK: OfferedTask = {
  id: 'coalition_market',
  title: 'Coalition market',
  summary: '',
  rounds: 9,
  seats: '4 or 5 labs',
  places: [],
  options: [],
};
const RULESET = {
  key: 'gpu-market/classic' as GameKey,
  game: 'gpu-market',
  ruleset: 'classic',
  version: 1,
  tasks: [{ ...TASK, id: 'single_trade', rounds: 3 }, TASK],
  judgeModes: ['off', 'rule'],
  settings: [],
  together: [],
};
const OPEN_TASK: OfferedTask = {
  ...TASK,
  rounds: 12,
  places: Array.from({ length: 6 }, (_, place) => ({ seat: `lab_${place}`, title: `lab_${place}` })),
};
const OPEN = { ...RULESET, key: 'gpu-market/open' as GameKey, ruleset: 'open', tasks: [OPEN_TASK] };
const CATALOG: CatalogOverview = {
  mandi: { version: '0.1.0' },
  games: [{ game: 'gpu-market', title: 'GPU market' }],
  rulesets: [RULESET, { ...OPEN, version: 2 }],
  otherVersions: [OPEN],
  policies: [
    { id: 'rule_based_expert', title: '', summary: '', plays: ['gpu-market/classic'] },
    { id: 'planner', title: '', summary: '', plays: ['gpu-market/open'] },
    { id: 'greedy_hoarder', title: '', summary: '', plays: ['gpu-market/classic'] },
  ],
  actions: [],
  rewardColumns: [],
  seedRanges: [
    { name: 'train', first: 0, last: 39_999 },
    { name: 'validation', first: 40_000, last: 49_999 },
    { name: 'test', first: 50_000, last: 59_999 },
  ],
};

describe('a new match', () => {
  test('begins with what the catalogue has', () => {
    expect(firstDraft(CATALOG, new Map())).toMatchObject({
      game: 'gpu-market/open',
      version: 2,
      task: 'coalition_market',
      policy: 'planner',
      judgeMode: 'off',
    });
  });

  test('begins with the game in which every seat can be a player, unless the address names another or a policy of another', () => {
    const gameAt = (asked: object) => firstDraft(CATALOG, new Map(Object.entries(asked))).game;
    expect(gameAt({ game: 'gpu-market/classic' })).toBe('gpu-market/classic');
    expect(gameAt({ ruleset: 'classic' })).toBe('gpu-market/classic');
    expect(gameAt({ policy: 'greedy_hoarder' })).toBe('gpu-market/classic');
    expect(gameAt({ policy: 'somebody@1' })).toBe('gpu-market/open');
    expect(gameAt({ game: 'no/game' })).toBe('gpu-market/open');
  });

  test('another version of a game is chosen where the address or the form names it, else the usual one', () => {
    const at = (asked: object) => firstDraft(CATALOG, new Map(Object.entries(asked)));
    expect(at({ game: 'gpu-market/open' })).toMatchObject({ game: 'gpu-market/open', version: 2 });
    expect(at({ game: 'gpu-market/open', version: '1' })).toMatchObject({ game: 'gpu-market/open', version: 1 });
    const [other] = CATALOG.otherVersions;
    if (other === undefined) throw new Error('there is none');
    expect(withGame(CATALOG, firstDraft(CATALOG, new Map()), other)).toMatchObject({ game: 'gpu-market/open', version: 1 });
  });

  test('an address from before there were versions means the first', () => {
    expect(firstDraft(CATALOG, new Map([['ruleset', 'open']]))).toMatchObject({ game: 'gpu-market/open', version: 1 });
    const both = new Map(Object.entries({ ruleset: 'open', version: '2' }));
    expect(firstDraft(CATALOG, both)).toMatchObject({ game: 'gpu-market/open', version: 2 });
  });

  test('begins with what the address asks for, where it exists', () => {
    const draft = firstDraft(
      CATALOG,
      new Map([
        ['game', 'gpu-market/classic'],
        ['task', 'single_trade'],
        ['seed', '50003'],
        ['policy', 'planner'],
        ['judge', 'rule'],
      ]),
    );
    expect(draft).toMatchObject({ task: 'single_trade', seed: '50003', policy: 'rule_based_expert', judgeMode: 'rule' });
    const asked = new Map([
      ['task', 'single_trade'],
      ['policy', 'planner'],
    ]);
    expect(unmetWishes(asked, draft)).toEqual([
      'The link asks for the policy “planner”, which this game does not have. rule_based_expert is selected instead.',
    ]);
  });

  test('offers the policies that play the ruleset', () => {
    expect(policiesFor(CATALOG, RULESET).map((policy) => policy.id)).toEqual(['rule_based_expert', 'greedy_hoarder']);
  });

  test.each([
    ['5', /train seed: agents may learn/],
    ['40000', /validation seed/],
    ['50000', /test seed: for final results only/],
    ['60000', /outside the published ranges/],
    ['x', /sets the opening/],
  ])('says what seed %s means', (seed, words) => {
    expect(seedHint(seed, CATALOG.seedRanges)).toMatch(words);
  });

  test('says how long it takes to watch', () => {
    expect(durationLabel(TASK, 2)).toBe('9 rounds, about 18\u00a0s to watch.');
    expect(durationLabel(TASK, 0)).toMatch(/immediately/);
    expect([paceLabel(0), paceLabel(0.5)]).toEqual(['instant', '0.5 s per round']);
  });

  test('is a command as well', () => {
    const draft = firstDraft(CATALOG, new Map([['game', 'gpu-market/classic']]));
    expect(playCommand(draft)).toBe(
      'npx mandi play --game gpu-market/classic --rules 1 --task coalition_market --seed 5 --policy rule_based_expert',
    );
    expect(playCommand({ ...draft, judgeMode: 'rule' })).toMatch(/ --judge-mode rule$/);
  });

  test('changes the rules and keeps what fits them', () => {
    const draft = withGame(CATALOG, { ...firstDraft(CATALOG, new Map()), seed: '17', pace: 4 }, OPEN);
    expect(draft).toMatchObject({ game: 'gpu-market/open', version: 1, task: 'coalition_market', policy: 'planner', seed: '17', pace: 4 });
    expect(playCommand(draft)).toBe('npx mandi play --game gpu-market/open --rules 1 --task coalition_market --seed 17 --policy planner');
  });

  test('asks for the seats that were given to another, and for no others', () => {
    expect(seatsOf(OPEN_TASK)).toHaveLength(6);
    expect(seatsOf(TASK)).toEqual([]);
    const draft = { ...firstDraft(CATALOG, new Map([['ruleset', 'open']])), seats: { lab_1: 'greedy', lab_2: '', lab_9: 'greedy' } };
    expect(requestOf(draft, OPEN_TASK, 5)).toMatchObject({ seed: 5, policy: 'planner', seats: { lab_1: 'greedy' } });
    expect(requestOf(draft, TASK, 5)).not.toHaveProperty('seats');
  });

  test('of any game: seats by their names, options of every kind as they are typed, and the same on the command line', () => {
    const haggle: OfferedTask = {
      ...TASK,
      id: 'haggle',
      places: [
        { seat: 'seller', title: 'Seller' },
        { seat: 'buyer', title: 'Buyer' },
      ],
      options: offers.options('haggle'),
    };
    expect(seatsOf(haggle)).toEqual(['seller', 'buyer']);
    const typed = { rounds: '4', costs: '20..30', leaving: 'false', coalitions: 'true' };
    const draft = { ...firstDraft(CATALOG, new Map()), options: typed };
    expect(requestOf(draft, haggle, 5).options).toEqual({ rounds: 4, costs: [20, 30], leaving: false });
    expect(playCommand(draft, haggle)).toMatch(/ --option rounds=4 --option costs=20\.\.30 --option leaving=false$/);
    const wrong = optionsOf({ ...draft, options: { costs: '30..20' } }, haggle);
    expect(wrong).toMatchObject({ ok: false, path: 'costs' });
  });
});
