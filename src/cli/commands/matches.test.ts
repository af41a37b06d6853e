import { expect, test } from 'vitest';
import type { MatchCard } from '~/live/protocol';
import { fitting } from './matches';

const card = {
  id: 'ccp3fc5eur6b',
  createdAt: '2026-11-23T15:18:45.000Z',
  status: 'finished',
  fault: null,
  key: 'gpu-market/open',
  task: 'coalition_market',
  seed: 3,
  seats: [0, 1, 2, 3, 4, 5].map((n) => ({ seat: `lab_${n}`, kind: 'script', policy: n < 4 ? 'planner_with_coalitions' : 'greedy' })),
  judgeMode: 'rule',
  round: 12,
  rounds: 12,
  scores: { lab_0: 234.4, lab_1: 195.81, lab_2: 309.55, lab_3: 254.1, lab_4: 1.5, lab_5: 2.25 },
} as unknown as MatchCard;

const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

test('the list of matches fits the terminal, and says less in a narrow one', () => {
  expect(widest(fitting([card], 80))).toBeLessThanOrEqual(80);
  expect(fitting([card], 80)).toContain('planner_with_coalitions x4');
  expect(widest(fitting([card], 60))).toBeLessThanOrEqual(60);
  expect(fitting([card], 300)).toMatch(/created .*seed .*judge .*score/);
  expect(fitting([card], 300)).toContain('gpu-market/open');
  expect(fitting([card], 300)).toContain('234.4, 195.81, 309.55');
});
