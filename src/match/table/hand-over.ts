/** Lets a policy or an agent play for a seat's holder until they take it back. */
import { refOf } from '~/contract/game-ref';
import type { MatchRecord } from '~/store/event-store';
import type { SeatCard } from '~/store/match-types';
import type { NewNote } from '~/store/table-store';
import { type Answer, refused } from '../answer';
import { namePlayer } from '../name-player';
import { changeTable, type Deed, type TableServices } from './change-table';
import { heldSeat, refuseUnlessUnderWay, seatNames, withSeat } from './seats';

export type HandOverRefusal = 'unknown_match' | 'unknown_seat' | 'unknown_policy' | 'match_over' | 'not_started' | 'too_many_requests';

/** Limits changes per turn, because the log keeps each of them. */
const MOST_IN_A_TURN = 20;

/** The holder lets a policy play. A turn already submitted stays valid. */
export async function handOver(
  services: TableServices,
  matchId: string,
  { seat, policy }: { seat: string; policy: string },
): Promise<Answer<{ match: MatchRecord }, HandOverRefusal>> {
  const named = await standIn(services, matchId, policy);
  const notes = await services.store.tables.notes(matchId);
  return changeTable(services, matchId, (match) => {
    const late = refuseUnlessUnderWay(match);
    if (late) return late;
    const held = heldSeat(match, seat);
    if (!held.ok) return held;
    if (!named.ok) return named;
    const inThisTurn = notes.filter((note) => note.seat === seat && note.kind === 'handed_over' && note.turn === match.turn);
    if (inThisTurn.length >= MOST_IN_A_TURN)
      return refused('too_many_requests', `${seat} was handed over ${MOST_IN_A_TURN} times in this turn. Wait for the next.`);
    const note: NewNote = { kind: 'handed_over', by: 'seat', seat, name: held.value.name, detail: named.value };
    return seated(match, { ...held.value, policy: named.value }, note);
  });
}

/** The holder plays again, from the next awaited turn. */
export async function takeBack(
  services: TableServices,
  matchId: string,
  seat: string,
): Promise<Answer<{ match: MatchRecord }, HandOverRefusal>> {
  return changeTable(services, matchId, (match) => {
    const late = refuseUnlessUnderWay(match);
    if (late) return late;
    const held = heldSeat(match, seat);
    if (!held.ok) return held;
    if (held.value.policy === null) return { value: {} };
    return seated(match, { ...held.value, policy: null }, { kind: 'taken_back', by: 'seat', seat, name: held.value.name, detail: null });
  });
}

/** The host lets a policy play a seat: for a silent holder, who may take it back, or instead of the current policy. */
export async function replaceSilent(
  services: TableServices,
  matchId: string,
  { seat, policy }: { seat: string; policy: string },
): Promise<Answer<{ match: MatchRecord }, HandOverRefusal>> {
  const named = await standIn(services, matchId, policy);
  return changeTable(services, matchId, (match) => {
    const late = refuseUnlessUnderWay(match);
    if (late) return late;
    const card = match.seats.find((one) => one.seat === seat);
    if (!card || card.kind === 'open') return refused('unknown_seat', `There is no seat "${seat}"; this match has ${seatNames(match)}.`);
    if (!named.ok) return named;
    const name = card.kind === 'script' ? card.policy : card.name; // the log records who played before
    return seated(match, { ...card, policy: named.value }, { kind: 'replaced', by: 'host', seat, name, detail: named.value });
  });
}

/** Resolved before the match is locked; the game of a match does not change. */
async function standIn(services: TableServices, matchId: string, name: string): Promise<Answer<string, HandOverRefusal>> {
  const match = await services.store.get(matchId);
  if (!match) return refused('unknown_match', `There is no match "${matchId}".`);
  return namePlayer(services, refOf(match), name);
}

function seated(match: MatchRecord, card: SeatCard, note: NewNote): Deed<object> {
  return { value: {}, seats: withSeat(match, card), notes: [note] };
}
