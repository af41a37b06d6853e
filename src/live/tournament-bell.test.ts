import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TournamentBell } from './tournament-bell';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('however many matches end at once, a tournament is told once, and again when it has moved again', () => {
  const said: string[] = [];
  const bell = new TournamentBell({ say: ({ id }) => said.push(id) });
  for (let match = 0; match < 100; match += 1) bell.hear({ kind: 'tournament', matchId: match % 2 === 0 ? 'even' : 'odd' });
  expect(said).toEqual([]);
  vi.runAllTimers();
  expect(said).toEqual(['even', 'odd']);
  bell.hear({ kind: 'tournament', matchId: 'odd' });
  vi.runAllTimers();
  expect(said).toEqual(['even', 'odd', 'odd']);
});

test('what happens to a match is no news of a tournament; a closed bell is silent', () => {
  const said: string[] = [];
  const bell = new TournamentBell({ say: ({ id }) => said.push(id) });
  bell.hear({ kind: 'card', matchId: 'a' });
  vi.runAllTimers();
  bell.hear({ kind: 'tournament', matchId: 'b' });
  bell.close();
  vi.runAllTimers();
  expect(said).toEqual([]);
});
