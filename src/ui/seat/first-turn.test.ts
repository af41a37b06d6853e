import { expect, it } from 'vitest';
import type { SeatCard } from '~/live/protocol';
import { nobodyWaits, turnWords } from './first-turn';

const person = { seat: 'a', kind: 'person', name: 'Ann' } as unknown as SeatCard;
const bot = { seat: 'b', kind: 'script', policy: 'house' } as SeatCard;

it('who plays bots alone keeps nobody waiting, and is told how long a turn may take', () => {
  expect(nobodyWaits([person, bot], 'a')).toBe(true);
  expect(nobodyWaits([person, bot], 'b')).toBe(false);
  expect(turnWords(600, true)).toMatch(/^You have 10 minutes for each turn\. The round ends as soon as you submit it/);
  expect(turnWords(90, false)).toMatch(/^You have 90 seconds for each turn\. The round ends as soon as everybody/);
});
