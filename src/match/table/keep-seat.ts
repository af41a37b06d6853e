import { refOf } from '~/contract/game-ref';
import type { MatchRecord } from '~/store/event-store';
import { type Answer, refused } from '../answer';
import { gameOf } from '../load-match';
import { namePerson } from '../name-player';
import { seatFor } from '../open-match';
import { changeTable, type TableServices } from './change-table';
import { openSeat } from './claim-seat';
import { refuseIfOfTournament, refuseUnlessLobby, withSeat } from './seats';

export type KeepRefusal =
  | 'unknown_match'
  | 'unknown_seat'
  | 'unknown_policy'
  | 'match_over'
  | 'match_started'
  | 'seat_taken'
  | 'of_tournament'
  | 'bad_input';

/** The host reserves an open seat for a registered person, who joins with the link that the host creates (`sitterLink`). */
export async function keepSeat(
  services: TableServices,
  matchId: string,
  { seat, person }: { seat: string; person: string },
): Promise<Answer<{ match: MatchRecord }, KeepRefusal>> {
  const { store, agents } = services;
  const known = await store.get(matchId);
  if (!known) return refused('unknown_match', `There is no match "${matchId}".`);
  const taken = await refuseIfOfTournament(services, matchId);
  if (taken) return taken;
  const found = await agents?.person(person);
  if (!found) return refused('unknown_policy', `No person called "${person}" is registered.`);
  const named = namePerson(found, refOf(known));
  if (!named.ok) return named;
  return changeTable<object, KeepRefusal>(services, matchId, (match) => {
    const late = refuseUnlessLobby(match);
    if (late) return late;
    const free = openSeat(match, seat);
    if (!free.ok) return free;
    const card = seatFor(named.value, { game: gameOf(match), seat, seats: match.seats });
    if (!card.ok) return card;
    const { name, agent = null } = card.value;
    return { value: {}, seats: withSeat(match, card.value), notes: [{ kind: 'kept', by: 'host', seat, name, detail: agent }] };
  });
}
