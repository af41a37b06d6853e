import { expect, test } from 'vitest';
import { MATCH_CARD } from '../matches/testing/match-card';
import { liveAmong } from './progress-panel';

test('of the matches that are being played, one that is live can be watched, also as a part of its series', () => {
  const told = (id: string, more: object = {}) => ({ card: { ...MATCH_CARD, id, status: 'running' as const, ...more }, curve: [] });
  const fixtures = [{ matchId: 'waits' }, { matchId: 'plays' }, { matchId: 'duel' }];
  expect(liveAmong([told('elsewhere'), told('plays')], fixtures)).toBe('plays');
  expect(liveAmong([told('second', { series: { id: 'duel', place: 1 } })], fixtures)).toBe('second');
  expect(liveAmong([told('plays', { status: 'finished' })], fixtures)).toBeNull();
  expect(liveAmong([], fixtures)).toBeNull();
});
