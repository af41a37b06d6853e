import { describe, expect, it } from 'vitest';
import { showTestGames } from '~/games/registry';
import { allPolicies, findPolicy, policiesFor } from './registry';

const PUBLISHED = [
  'rule_based_expert',
  'always_accept',
  'greedy_hoarder',
  'no_negotiation_allocator',
  'random_validish',
  'base_instruct_naive',
];

describe('the registry of policies', () => {
  it('has the six published ones for classic', () => {
    const ids = policiesFor('gpu-market/classic').map((policy) => policy.id);
    expect(ids).toEqual(expect.arrayContaining(PUBLISHED));
    expect(policiesFor('gpu-market/none')).toEqual([]);
  });

  it('finds by id, with hyphens, and by a short name', () => {
    expect(findPolicy('rule_based_expert')?.id).toBe('rule_based_expert');
    expect(findPolicy('Rule-Based-Expert')?.id).toBe('rule_based_expert');
    expect(findPolicy('expert')?.id).toBe('rule_based_expert');
    expect(findPolicy('nobody')).toBeNull();
    expect(findPolicy('constructor')).toBeNull();
  });

  it('knows players of games for tests only where those are shown', () => {
    expect(findPolicy('yielding_haggler')).toBeNull();
    showTestGames(true);
    expect(findPolicy('yielding_haggler')?.id).toBe('yielding_haggler');
    expect(policiesFor('test/offers')).toHaveLength(2);
    showTestGames(false);
    expect(policiesFor('test/offers')).toEqual([]);
  });

  it('has each id once, with a title and a sentence', () => {
    expect(new Set(allPolicies().map((policy) => policy.id)).size).toBe(allPolicies().length);
    for (const policy of allPolicies()) expect(`${policy.title}: ${policy.summary}`).toMatch(/^\S.+: \S.+\.$/s);
  });
});
