import { standInFor } from '~/games/policies';
import type { MatchRecord } from '~/store/event-store';
import type { SeatCard } from '~/store/match-types';
import type { Answer } from '../answer';
import { changeTable, type TableServices } from './change-table';
import { refuseUnlessLobby } from './seats';

export type StartRefusal = 'unknown_match' | 'match_over' | 'match_started';

/** The host starts the match: built-in policies take open seats, and the first process to acquire the lease runs it. */
export async function startMatch(services: TableServices, matchId: string): Promise<Answer<{ match: MatchRecord }, StartRefusal>> {
  return changeTable(services, matchId, (match) => {
    const late = refuseUnlessLobby(match);
    if (late) return late;
    return {
      value: {},
      status: 'running',
      seats: match.seats.map(
        (card): SeatCard => (card.kind === 'open' ? { seat: card.seat, kind: 'script', policy: standInFor(match.game) } : card),
      ),
      notes: [{ kind: 'started', by: 'host', seat: null, name: null, detail: null }],
    };
  });
}
