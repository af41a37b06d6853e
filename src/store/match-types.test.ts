import { describe, expect, test } from 'vitest';
import { matchTitle, type ShownSeat } from './match-types';

function person(seat: string, name: string): ShownSeat {
  return { seat, kind: 'person', name, ready: true, here: true, policy: null };
}

const bots: ShownSeat[] = ['s2', 's3', 's4'].map((seat) => ({ seat, kind: 'script', policy: 'planner' }));

describe('the title of a match', () => {
  test('people by name against as many bots', () => {
    expect(matchTitle([person('s0', 'Anna'), person('s1', 'Ben'), ...bots])).toBe('Anna, Ben vs 3 bots');
  });

  test('two people alone', () => {
    expect(matchTitle([person('s0', 'Anna'), person('s1', 'Ben')])).toBe('Anna vs Ben');
  });

  test('an agent is named, and so is a seat that is free', () => {
    const agent: ShownSeat = { seat: 's1', kind: 'agent', policy: 'smollm2@1' };
    expect(matchTitle([person('s0', 'Anna'), agent, { seat: 's2', kind: 'open' }])).toBe('Anna vs smollm2@1, 1 open seat');
    expect(matchTitle([agent, ...bots])).toBe('smollm2@1, 3 bots');
  });

  test('where only scripts play, by which', () => {
    expect(matchTitle([...bots, { seat: 's0', kind: 'script', policy: 'greedy' }])).toBe('Planner ×3 vs Greedy');
    expect(matchTitle(bots)).toBe('Planner ×3');
  });

  test('who handed the seat over is named all the same', () => {
    expect(matchTitle([{ ...person('s0', 'Anna'), policy: 'planner' } as ShownSeat, ...bots])).toBe('Anna vs 3 bots');
  });
});
