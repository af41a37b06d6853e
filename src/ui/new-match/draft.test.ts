import { describe, expect, test } from 'vitest';
import type { CatalogOverview } from '~/api/catalog-words';
import type { GameKey } from '~/contract/game-ref';
import { durationWords, firstDraft, paceWords, playCommand, policiesFor, requestOf, seatsOf, seedHint, withGame } from './draft';

const TASK = { id: 'coalition_market', title: 'Coalition market', summary: '', rounds: 9, seats: '4 or 5 labs' };
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
const OPEN_TASK = { ...TASK, rounds: 12, seats: '6 labs, each a seat' };
const OPEN = { ...RULESET, key: 'gpu-market/open' as GameKey, ruleset: 'open', tasks: [OPEN_TASK] };
const CATALOG: CatalogOverview = {
  mandi: { version: '0.1.0' },
  games: [{ game: 'gpu-market', title: 'GPU market' }],
  rulesets: [RULESET, OPEN],
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
      game: 'gpu-market/classic',
      version: 1,
      task: 'coalition_market',
      policy: 'rule_based_expert',
      judgeMode: 'off',
    });
  });

  test('begins with what the address asks for, where it exists', () => {
    const draft = firstDraft(
      CATALOG,
      new Map([
        ['task', 'single_trade'],
        ['seed', '50003'],
        ['policy', 'planner'],
        ['judge', 'rule'],
      ]),
    );
    expect(draft).toMatchObject({ task: 'single_trade', seed: '50003', policy: 'rule_based_expert', judgeMode: 'rule' });
  });

  test('offers the policies that play the ruleset', () => {
    expect(policiesFor(CATALOG, RULESET).map((policy) => policy.id)).toEqual(['rule_based_expert', 'greedy_hoarder']);
  });

  test.each([
    ['5', /train seed: agents may learn/],
    ['40000', /validation seed/],
    ['50000', /test seed: for final tables only/],
    ['60000', /outside the published ranges/],
    ['x', /decides the whole opening/],
  ])('says what seed %s means', (seed, words) => {
    expect(seedHint(seed, CATALOG.seedRanges)).toMatch(words);
  });

  test('says how long it takes to watch', () => {
    expect(durationWords(TASK, 2)).toBe('9 rounds, about 18\u00a0s to watch.');
    expect(durationWords(TASK, 0)).toMatch(/at once/);
    expect([paceWords(0), paceWords(0.5)]).toEqual(['instant', '0.5 s a round']);
  });

  test('is a command as well', () => {
    const draft = firstDraft(CATALOG, new Map());
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
});
