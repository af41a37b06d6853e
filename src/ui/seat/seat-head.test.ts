import { expect, test } from 'vitest';
import type { SeatCard } from '~/live/protocol';
import { doingOf } from './seat-head';

const ben: SeatCard = { seat: 'lab_1', kind: 'person', name: 'Ben', ready: true, here: true, policy: null };
const script: SeatCard = { seat: 'lab_2', kind: 'script', policy: 'rule_based_expert' };
const model: SeatCard = { seat: 'lab_3', kind: 'agent', policy: 'small@2' };

test('a player thinks while the turn waits for it; scripts never think, and nobody does while the match is paused', () => {
  const doing = (player: SeatCard, isAwaited: boolean, more: { isPaused?: boolean; rests?: string } = {}) => {
    const { word, isTimed } = doingOf(player, { isAwaited, isPaused: more.isPaused ?? false, rests: more.rests });
    return isTimed ? `${word} for some time` : word;
  };
  expect(doing(model, true)).toBe('thinking for some time');
  expect(doing(ben, true)).toBe('thinking');
  expect(doing({ ...ben, policy: 'small@2' }, true)).toBe('thinking'); // who knows since when
  expect(doing(script, true)).toBe('to move');
  expect(doing({ ...ben, policy: 'planner' }, true)).toBe('to move');
  expect(doing(model, true, { isPaused: true })).toBe('paused');
  expect(doing({ ...ben, here: false }, true)).toBe('away');
  expect(doing({ ...ben, here: false }, false, { rests: 'ready' })).toBe('ready, away');
  expect(doing({ ...ben, here: false, policy: 'planner' }, false, { rests: 'ready' })).toBe('ready');
  expect(doing(model, false)).toBe('waiting');
});
