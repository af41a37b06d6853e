import { describe, expect, it } from 'vitest';
import { findPolicy, POLICIES, policiesFor } from './registry';

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

  it('has each id once, with a title and a sentence', () => {
    expect(new Set(POLICIES.map((policy) => policy.id)).size).toBe(POLICIES.length);
    for (const policy of POLICIES) expect(`${policy.title}: ${policy.summary}`).toMatch(/^\S.+: \S.+\.$/s);
  });
});
