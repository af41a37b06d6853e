import { expect, test } from 'vitest';
import type { AgentCard } from '~/api/agent/types';
import type { SeatCard } from '~/live/protocol';
import { doingOf, namedPlayer } from './seat-head';

const ben: SeatCard = { seat: 'lab_1', kind: 'person', name: 'Ben', ready: true, here: true, policy: null };
const script: SeatCard = { seat: 'lab_2', kind: 'script', policy: 'rule_based_expert' };
const model: SeatCard = { seat: 'lab_3', kind: 'agent', policy: 'small@2' };
const agents = [
  { ref: 'small@2', agent: { title: 'Small 1B', spec: { kind: 'model', model: 'small' } } },
  { ref: 'house', agent: { title: 'House lab / House', spec: { kind: 'scripted', policy: 'house' } } },
] as unknown as AgentCard[];

test('each player is named with what it is; a model says that it is one', () => {
  expect(namedPlayer(ben, agents)).toEqual({ name: 'Ben', kind: 'person' });
  expect(namedPlayer(script, agents)).toEqual({ name: 'Rule based expert', kind: 'script' });
  expect(namedPlayer({ ...script, policy: 'house' }, agents)).toEqual({ name: 'House', kind: 'house bot' });
  expect(namedPlayer({ ...script, policy: 'house_english' }, agents).kind).toBe('house bot');
  expect(namedPlayer(model, agents)).toEqual({ name: 'Small 1B', kind: 'language model' });
  expect(namedPlayer(model, [])).toEqual({ name: 'small@2', kind: 'agent' }); // until it is known what it is
  expect(namedPlayer({ ...ben, policy: 'small@2' }, agents)).toEqual({ name: 'Ben', kind: 'person, Small 1B plays' });
  expect(namedPlayer({ ...ben, kind: 'program', policy: 'planner' }, agents).kind).toBe('program, planner plays');
});

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
