import { expect, test } from 'vitest';
import { playerWords, policyWords } from './player';

test('a policy has a name in words, and other names stay as they are', () => {
  expect(['planner_with_coalitions', 'wait', 'rule_based_expert', 'no_negotiation_allocator'].map(policyWords)).toEqual([
    'Planner with coalitions',
    'Wait',
    'Rule-based expert',
    'No-negotiation allocator',
  ]);
  for (const name of ['smollm2@1', 'Ada', 'rule_based_expert for Ben', '']) expect(policyWords(name)).toBe(name);
});

test('a seat names who plays it, and for whom', () => {
  expect(playerWords({ seat: 'a', kind: 'script', policy: 'accept_first' })).toBe('Accept first');
  expect(playerWords({ seat: 'a', kind: 'person', name: 'Ben', policy: 'planner' })).toBe('Planner for Ben');
  expect(playerWords({ seat: 'a', kind: 'person', name: 'Ben', policy: 'smollm2@1' })).toBe('smollm2@1 for Ben');
  expect(playerWords({ seat: 'a', kind: 'open' })).toBe('open seat');
});
