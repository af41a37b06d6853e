import { expect, test } from 'vitest';
import type { HostAct } from '~/api/table/types';
import { actsToTell } from './host-acts';

function act(kind: HostAct['kind'], turn: number, detail: string | null = null): HostAct {
  return { at: '2026-11-27T06:00:00.000Z', turn, round: turn, kind, detail };
}

test('acts of this turn are told, and that the last one was closed early; older ones are not', () => {
  const acts = [act('paused', 1), act('resumed', 1), act('extended', 2, '30 s'), act('stepped', 2), act('extended', 3, '45 s')];
  expect(actsToTell(acts, 3)).toEqual(['The host closed the last turn early.', 'The host gave this turn 45 s more.']);
  expect(actsToTell(acts, 2)).toEqual(['The host gave this turn 30 s more.']);
  expect(actsToTell(acts, 4)).toEqual([]);
});

test('of pauses the last word is told: it stands still, or it goes on', () => {
  expect(actsToTell([act('paused', 0)], 0).join()).toContain('has paused');
  expect(actsToTell([act('paused', 0), act('resumed', 0)], 0)).toEqual(['The host paused the match. It continues now.']);
  expect(actsToTell([act('paused', 0), act('resumed', 0), act('paused', 0)], 0)).toHaveLength(1);
  expect(actsToTell([act('paused', 0), act('stepped', 0)], 1)).toEqual([
    'The host closed the last turn early.',
    expect.stringContaining('has paused'),
  ]);
});
