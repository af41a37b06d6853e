import type { MatchRecord } from '~/store/event-store';
import type { Answer } from '../answer';
import { changeTable, type TableServices } from './change-table';
import { areAllReady, heldSeat, refuseUnlessLobby, withSeat } from './seats';
import { startMatch } from './start-match';

export type ReadyRefusal = 'unknown_match' | 'unknown_seat' | 'match_over' | 'match_started';

/** A seat's holder is ready for the start, or no longer is. The host can start without it. */
export async function setReady(
  services: TableServices,
  matchId: string,
  { seat, ready }: { seat: string; ready: boolean },
): Promise<Answer<{ match: MatchRecord }, ReadyRefusal>> {
  const said = await changeTable<object, ReadyRefusal>(services, matchId, (match) => {
    const late = refuseUnlessLobby(match);
    if (late) return late;
    const held = heldSeat(match, seat);
    if (!held.ok) return held;
    if (held.value.ready === ready) return { value: {} };
    const kind = ready ? ('ready' as const) : ('not_ready' as const);
    return {
      value: {},
      seats: withSeat(match, { ...held.value, ready }),
      notes: [{ kind, by: 'seat', seat, name: held.value.name, detail: null }],
    };
  });
  return said.ok && startsByItself(said.value.match) ? startMatch(services, matchId) : said;
}

/** Later matches of a series start when all are ready; the host started the first. */
function startsByItself(match: MatchRecord): boolean {
  return match.status === 'lobby' && (match.series?.place ?? 0) > 0 && areAllReady(match);
}
