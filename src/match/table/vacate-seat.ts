/** Someone leaves their seat or is removed by the host. In both cases their tokens are revoked. */

import { standInFor } from '~/games/policies';
import type { MatchRecord } from '~/store/event-store';
import type { SeatCard } from '~/store/match-types';
import type { Answer } from '../answer';
import { changeTable, type TableServices } from './change-table';
import { heldSeat, refuseIfOver, withSeat } from './seats';

export type VacateRefusal = 'unknown_match' | 'unknown_seat' | 'match_over';

/** The holder leaves: in the lobby the seat opens, later a built-in policy plays it to the end. */
export function leaveSeat(services: TableServices, matchId: string, seat: string): Promise<Answer<{ match: MatchRecord }, VacateRefusal>> {
  return vacate(services, matchId, { seat, by: 'seat' });
}

/** The host removes a holder. In a match that has begun, they cannot return to that seat. */
export function removePerson(
  services: TableServices,
  matchId: string,
  seat: string,
): Promise<Answer<{ match: MatchRecord }, VacateRefusal>> {
  return vacate(services, matchId, { seat, by: 'host' });
}

async function vacate(
  services: TableServices,
  matchId: string,
  { seat, by }: { seat: string; by: 'seat' | 'host' },
): Promise<Answer<{ match: MatchRecord }, VacateRefusal>> {
  return changeTable(services, matchId, (match) => {
    const over = refuseIfOver(match);
    if (over) return over;
    const held = heldSeat(match, seat);
    if (!held.ok) return held;
    const withheld = held.value.shares === true ? {} : { withheld: true };
    const empty: SeatCard =
      match.status === 'lobby' ? { seat, kind: 'open' } : { seat, kind: 'script', policy: standInFor(match.game), ...withheld };
    const kind = by === 'host' ? ('removed' as const) : ('left' as const);
    return {
      value: {},
      seats: withSeat(match, empty),
      revoke: [{ role: 'seat', seat }],
      notes: [{ kind, by, seat, name: held.value.name, detail: null }],
    };
  });
}
