import type { MatchRecord } from '~/store/event-store';
import type { SeatCard } from '~/store/match-types';
import { type Answer, answered, refused } from '../answer';
import { changeTable, type TableServices } from './change-table';
import { readName } from './names';
import { heldSeat, refuseUnlessLobby, seatNames, withSeat } from './seats';
import { newToken } from './tokens';

export interface Claim {
  matchId: string;
  /** Default: the first open seat. */
  seat?: string | undefined;
  name: string;
  kind: 'person' | 'program';
  /** Their agent name in the registry. Only the host may set it, not the claimant. */
  agent?: string | undefined;
  /** The claimant agreed that their moves may be exported. */
  shares?: boolean | undefined;
  /** The name was accepted earlier, when they entered a tournament. */
  isStored?: boolean | undefined;
}

export type ClaimRefusal = 'unknown_match' | 'unknown_seat' | 'match_over' | 'match_started' | 'seat_taken' | 'match_full' | 'bad_name';

/** Claims an open seat under a name. The returned token is only for the claimant. */
export async function claimSeat(
  services: TableServices,
  { matchId, seat, name, kind, agent, shares, isStored }: Claim,
): Promise<Answer<{ match: MatchRecord; seat: string; token: string }, ClaimRefusal>> {
  const token = newToken();
  return changeTable(services, matchId, (match) => {
    const late = refuseUnlessLobby(match);
    if (late) return late;
    const place = seat === undefined ? firstOpen(match) : openSeat(match, seat);
    if (!place.ok) return place;
    const named = readName(name, match.seats, { isStored });
    if (!named.ok) return named;
    const here = { seat: place.value, name: named.value, ready: false, here: false, policy: null };
    const card: SeatCard = { ...here, kind, ...(agent && { agent }), ...(shares && { shares }) };
    return {
      value: { seat: card.seat, token: token.text },
      seats: withSeat(match, card),
      tokens: [{ hash: token.hash, role: 'seat', seat: card.seat }],
      notes: [{ kind: 'joined', by: 'seat', seat: card.seat, name: card.name, detail: kind }],
    };
  });
}

/** An additional token for a seat's holder, who had the same place in the series' previous match. */
export async function giveSeat(
  services: TableServices,
  matchId: string,
  seat: string,
): Promise<Answer<string, 'unknown_match' | 'unknown_seat'>> {
  const token = newToken();
  const given = await changeTable(services, matchId, (match) => {
    const held = heldSeat(match, seat);
    return held.ok ? { value: {}, tokens: [{ hash: token.hash, role: 'seat' as const, seat }] } : held;
  });
  return given.ok ? answered(token.text) : given;
}

function firstOpen(match: MatchRecord): Answer<string, 'match_full'> {
  const free = match.seats.find((one) => one.kind === 'open');
  return free ? answered(free.seat) : refused('match_full', 'Every seat of this match is taken.');
}

export function openSeat(match: MatchRecord, seat: string): Answer<string, 'unknown_seat' | 'seat_taken'> {
  const card = match.seats.find((one) => one.seat === seat);
  if (!card) return refused('unknown_seat', `There is no seat "${seat}"; this match has ${seatNames(match)}.`);
  if (card.kind === 'open') return answered(seat);
  return refused(
    'seat_taken',
    card.kind === 'script'
      ? `The policy ${card.policy} plays this seat. Choose another one.`
      : 'Somebody has just taken this seat. Choose another one.',
  );
}
