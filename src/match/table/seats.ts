/** Checks on seats that several use cases share, with their refusals. */
import type { MatchRecord } from '~/store/event-store';
import { type HeldSeat, isForPeople, type SeatCard } from '~/store/match-types';
import { type Answer, answered, type Refused, refused } from '../answer';
import { isOver } from '../match-card';
import type { Services } from '../services';

/** The seat if someone holds it, otherwise a refusal. */
export function heldSeat(match: MatchRecord, seat: string): Answer<HeldSeat, 'unknown_seat'> {
  const card = match.seats.find((one) => one.seat === seat);
  if (!card) return refused('unknown_seat', `There is no seat "${seat}"; this match has ${seatNames(match)}.`);
  if (card.kind === 'open' || card.kind === 'script') return refused('unknown_seat', `Nobody sits in ${seat}.`);
  return answered(card);
}

export function seatNames(match: MatchRecord): string {
  return match.seats.map((one) => one.seat).join(', ');
}

/** Whether everyone the table waits for is present and ready. */
export function areAllReady({ seats }: Pick<MatchRecord, 'seats'>): boolean {
  return seats.filter(isForPeople).every((card) => card.kind !== 'open' && 'ready' in card && card.ready);
}

/** The seats with this one replaced. */
export function withSeat(match: MatchRecord, card: SeatCard): SeatCard[] {
  return match.seats.map((one) => (one.seat === card.seat ? card : one));
}

/** Refuses unless the match is in progress. */
export function refuseUnlessUnderWay(match: MatchRecord): Refused<'match_over' | 'not_started'> | null {
  if (match.status === 'lobby') return refused('not_started', 'This match has not started. Its host starts it.');
  return refuseIfOver(match);
}

export function refuseIfOver(match: MatchRecord): Refused<'match_over'> | null {
  return isOver(match) ? refused('match_over', 'This match is over.') : null;
}

/** Refuses unless the match is in its lobby. */
export function refuseUnlessLobby(match: MatchRecord): Refused<'match_over' | 'match_started'> | null {
  if (match.status === 'lobby') return null;
  return refuseIfOver(match) ?? refused('match_started', 'This match has already started.');
}

/** In a tournament, seats belong to entrants, who join by their own links. Nobody else can claim one. */
export async function refuseIfOfTournament({ store }: Pick<Services, 'store'>, matchId: string): Promise<Refused<'of_tournament'> | null> {
  if (!(await store.tournaments.fixtureOf(matchId))) return null;
  return refused('of_tournament', 'This table belongs to a tournament. Its operator sends each player the link to their seat.');
}
