import { expect, test } from 'vitest';
import { isAgentRef } from '~/kit/player-name';
import type { SeatCard } from '~/live/protocol';
import { agentSeats } from './agent-seats';

const held = { kind: 'person', name: 'Anna@1', ready: true, here: true } as const;

test('seats of agents are told from those of policies and people, however people call themselves', () => {
  const seats: SeatCard[] = [
    { seat: 'lab_0', kind: 'script', policy: 'smollm2@1' },
    { seat: 'lab_1', kind: 'script', policy: 'planner' },
    { seat: 'lab_2', kind: 'open' },
    { seat: 'lab_3', policy: 'null-random@12', ...held },
    { seat: 'lab_4', policy: null, ...held },
  ];
  expect(agentSeats(seats)).toEqual([
    { seat: 'lab_0', agent: 'smollm2@1' },
    { seat: 'lab_3', agent: 'null-random@12' },
  ]);
});

test.each([
  ['smollm2-classic@3', true],
  ['rule_based_expert', false],
  ['@1', false],
  ['a@b', false],
])('%s', (policy, expected) => {
  expect(isAgentRef(policy)).toBe(expected);
});
