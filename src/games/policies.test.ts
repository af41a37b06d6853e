import { describe, expect, it } from 'vitest';
import type { Policy } from '~/contract/policy';
import { allPolicies, findPolicy, namedAmong, policiesFor, policyNamed, standInFor } from './policies';
import { GAMES, showTestGames } from './registry';
import { stubbornHaggler, yieldingHaggler } from './test/offers/players';

const PUBLISHED = [
  'rule_based_expert',
  'always_accept',
  'greedy_hoarder',
  'no_negotiation_allocator',
  'random_validish',
  'base_instruct_naive',
];

const CLASSIC = 'gpu-market/classic';

describe('the registry of policies', () => {
  it('has the six published ones for classic', () => {
    const ids = policiesFor('gpu-market/classic').map((policy) => policy.id);
    expect(ids).toEqual(expect.arrayContaining(PUBLISHED));
    expect(policiesFor('gpu-market/none')).toEqual([]);
  });

  it('finds by id, with hyphens, and by a short name', () => {
    expect(findPolicy(CLASSIC, 'rule_based_expert')?.id).toBe('rule_based_expert');
    expect(findPolicy(CLASSIC, 'Rule-Based-Expert')?.id).toBe('rule_based_expert');
    expect(findPolicy(CLASSIC, 'expert')?.id).toBe('rule_based_expert');
    expect(findPolicy(CLASSIC, 'nobody')).toBeNull();
    expect(findPolicy(CLASSIC, 'constructor')).toBeNull();
  });

  it('finds policies of the game that is asked, and of no other', () => {
    expect(findPolicy('gpu-market/open', 'rule_based_expert')).toBeNull();
    expect(findPolicy(CLASSIC, 'planner')).toBeNull();
    expect(policyNamed('planner')?.plays).toEqual(['gpu-market/open', 'bazaar/open']);
    expect(policyNamed('nobody')).toBeNull();
  });

  it('names of two games stand for both where nobody says which', () => {
    const twin = { ...stubbornHaggler, plays: ['gpu-market/open'] } as Policy;
    const policies = [stubbornHaggler as Policy, yieldingHaggler as Policy, twin];
    expect(namedAmong(policies, 'stubborn_haggler')?.plays).toEqual(['test/offers', 'gpu-market/open']);
    expect(namedAmong(policies, 'yielding_haggler')).toBe(yieldingHaggler);
    expect(namedAmong(policies, 'nobody')).toBeNull();
  });

  it('says of each game who stands in for people', () => {
    expect(standInFor('gpu-market/open')).toBe('house');
    expect(standInFor(CLASSIC)).toBe('rule_based_expert');
    expect(() => standInFor('chess/classic')).toThrow('nobody stands in');
    showTestGames(true);
    expect(standInFor('test/offers')).toBe('yielding_haggler');
    showTestGames(false);
  });

  it('knows players of games for tests only where those are shown', () => {
    expect(findPolicy('test/offers', 'yielding_haggler')).toBeNull();
    showTestGames(true);
    expect(findPolicy('test/offers', 'yielding_haggler')?.id).toBe('yielding_haggler');
    expect(policiesFor('test/offers')).toHaveLength(2);
    showTestGames(false);
    expect(policiesFor('test/offers')).toEqual([]);
  });

  it('has each id once in a game, with a title and a sentence', () => {
    for (const { ref } of GAMES) {
      const ids = policiesFor(ref.key).map((policy) => policy.id);
      expect([ref.key, new Set(ids).size]).toEqual([ref.key, ids.length]);
    }
    for (const policy of allPolicies()) expect(`${policy.title}: ${policy.summary}`).toMatch(/^\S.+: \S.+\.$/s);
  });
});

it('an id that several games use is told of each of them', () => {
  const planner = policyNamed('planner');
  expect(planner?.summary).toMatch(/^gpu-market\/open: .*bazaar\/open: /);
  expect(policyNamed('house')?.title).toBe('House lab / House');
  expect(policyNamed('linear_pools')?.summary).not.toContain('bazaar/open');
});
