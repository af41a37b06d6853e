/** Matches with people at the table: nobody's job, looked after until they are over. */
import { type Answer, answered, refused } from '~/match/answer';
import { isOver } from '~/match/match-card';
import type { Services } from '~/match/services';
import { claimSeat } from '~/match/table/claim-seat';
import { deviceLink } from '~/match/table/links';
import { areAllReady } from '~/match/table/seats';
import { startMatch } from '~/match/table/start-match';
import type { MatchRecord } from '~/store/event-store';
import { sitsPeople, type TournamentRecord } from '~/store/tournaments/tournament';
import { settle } from './play-fixture';

/** Starts tables at which everybody is ready, and writes down the results of those that are over; how many were. */
export async function tendTables(services: Services, { id, entrants }: TournamentRecord): Promise<number> {
  if (entrants.every(({ player }) => player !== null)) return 0;
  let ended = 0;
  for (const fixture of await services.store.tournaments.fixtures(id, { status: ['playing'] })) {
    if (!sitsPeople(fixture)) continue;
    const match = await services.store.get(fixture.matchId);
    if (!match) continue;
    if (match.status === 'lobby' && areAllReady(match)) await startMatch(services, match.id);
    if (!isOver(match)) continue;
    await settle(services, { id, order: fixture.order }, { fixture, over: { match } });
    ended += 1;
  }
  return ended;
}

/** So many of its matches that are under way wait for people: no process plays them. */
export async function countWithPeople({ store }: Pick<Services, 'store'>, { id, entrants }: TournamentRecord): Promise<number> {
  if (entrants.every(({ player }) => player !== null)) return 0;
  return (await store.tournaments.fixtures(id, { status: ['playing'] })).filter(sitsPeople).length;
}

/** What lets somebody sit down: good once and for ten minutes. */
export interface SeatInvitation {
  matchId: string;
  seat: string;
  code: string;
  expiresAt: Date;
}

export type InviteRefusal = 'unknown_tournament' | 'not_found' | 'not_started' | 'match_over' | 'bad_input';

/** For the operator: the link to a seat of a fixture that a person plays. Asked for again, it is another link to the same seat. */
export async function inviteToSeat(
  services: Services,
  id: string,
  { order, seat }: { order: number; seat: string },
): Promise<Answer<SeatInvitation, InviteRefusal>> {
  const fixture = await services.store.tournaments.fixture(id, order);
  if (!fixture) return refused('not_found', `There is no match ${order} in tournament ${id}.`);
  const place = fixture.seats.find((one) => one.seat === seat && one.player === null);
  if (!place) return refused('bad_input', `Nobody is invited to ${seat}: no person plays it.`);
  const match = await services.store.get(fixture.matchId);
  if (!match) return refused('not_started', 'This match’s table doesn’t exist yet; it is created when its turn comes.');
  if (isOver(match)) return refused('match_over', 'This match is over.');
  const agent = (await services.store.tournaments.get(id))?.entrants.find(({ name }) => name === place.entrant)?.person;
  return linkTo(services, { match, seat, name: place.entrant ?? seat, agent });
}

interface Place {
  match: MatchRecord;
  seat: string;
  name: string;
  /** Of the registry. */
  agent: string | undefined;
}

async function linkTo(services: Services, { match, seat, name, agent }: Place): Promise<Answer<SeatInvitation, InviteRefusal>> {
  const card = match.seats.find((one) => one.seat === seat);
  if (card?.kind === 'open') {
    const claimed = await claimSeat(services, { matchId: match.id, seat, name, kind: 'person', agent, isStored: name !== seat });
    if (!claimed.ok) return refused('bad_input', claimed.why);
  }
  const link = await deviceLink(services, match.id, seat);
  if (!link.ok) return refused('bad_input', link.why);
  return answered({ matchId: match.id, seat, code: link.value.code, expiresAt: link.value.expiresAt });
}
