import { describe, expect, test } from 'vitest';
import type { LobbyMessage, MatchCard } from '~/live/protocol';
import { boardOf, dropEnded, hearLobby, type LobbyList, liveOnes } from './lobby-list';
import { MATCH_CARD } from './testing/match-card';

const CARD: MatchCard = { ...MATCH_CARD, id: 'm1', pace: 2, status: 'running', head: 10, round: 1, scores: null };

function heard(card: Partial<MatchCard>, curve: number[] = []): LobbyMessage {
  return { card: { ...CARD, ...card }, curve };
}

function ids(list: LobbyList): string[] {
  return list.map((entry) => entry.card.id);
}

describe('the lobby', () => {
  test('puts a new match before older ones', () => {
    const list = hearLobby([heard({ id: 'old' })], heard({ id: 'new', createdAt: '2026-01-02T00:00:00.000Z' }));
    expect(ids(list)).toEqual(['new', 'old']);
  });

  test('replaces a known match in its place', () => {
    const before = [heard({ id: 'a' }), heard({ id: 'b' })];
    const list = hearLobby(before, heard({ id: 'b', head: 12, round: 2 }, [0.1, 0.2]));
    expect(ids(list)).toEqual(['a', 'b']);
    expect(list[1]?.curve).toEqual([0.1, 0.2]);
  });

  test('does not go back when an old message arrives late', () => {
    const before = [heard({ head: 20 }, [0.1, 0.2, 0.3])];
    expect(hearLobby(before, heard({ head: 12 }, [0.1]))).toBe(before);
  });

  test('what ended while the line was lost goes on no longer', () => {
    const list = [heard({ id: 'a' }), heard({ id: 'b' }), heard({ id: 'c', status: 'finished' })];
    expect(ids(dropEnded(list, new Set(['a'])))).toEqual(['a', 'c']);
  });

  test('shows as live what runs or is paused', () => {
    const list = [
      heard({ id: 'a' }),
      heard({ id: 'b', status: 'paused' }),
      heard({ id: 'c', status: 'finished' }),
      heard({ id: 'd', status: 'aborted' }),
    ];
    expect(ids(liveOnes(list))).toEqual(['a', 'b']);
  });

  test('keeps a place that has been taken: the end of a match moves nothing', () => {
    const list = [heard({ id: 'a' }), heard({ id: 'b', status: 'finished' }), heard({ id: 'c', status: 'finished' })];
    expect(ids(boardOf(list, 2))).toEqual(['a', 'b']);
    expect(ids(boardOf(list, 1))).toEqual(['a']);
    expect(ids(boardOf(list, 0))).toEqual(['a']);
  });

  test('a new match takes the place of one that has ended', () => {
    const list = hearLobby([heard({ id: 'old', status: 'finished' })], heard({ id: 'new', createdAt: '2026-01-02T00:00:00.000Z' }));
    expect(ids(boardOf(list, 1))).toEqual(['new']);
  });
});
