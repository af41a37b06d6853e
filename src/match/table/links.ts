/**
 * Opens a seat or the host's console on another device, with a code that works once within ten minutes. A judge's code is valid for a week.
 */
import type { MatchRecord } from '~/store/event-store';
import type { TableRole } from '~/store/match-types';
import type { Holding } from '~/store/table-store';
import { type Answer, answered, refused } from '../answer';
import type { Services } from '../services';
import { changeTable, type TableServices } from './change-table';
import { heldSeat } from './seats';
import { hashOf, newCode, newToken } from './tokens';

const GOOD_FOR_MS = 10 * 60_000;
/** Judges may be invited by mail after the match is over. */
const JUDGE_GOOD_FOR_MS = 7 * 24 * 3600_000;

export interface Link {
  match: MatchRecord;
  code: string;
  expiresAt: Date;
}

export type LinkRefusal = 'unknown_match' | 'unknown_seat';

type LinkServices = TableServices & Pick<Services, 'now'>;

/** For the holder of a seat. */
export function deviceLink(services: LinkServices, matchId: string, seat: string): Promise<Answer<Link, LinkRefusal>> {
  return makeLink(services, matchId, { role: 'seat', seat });
}

/** For the host: a link for a registered person's reserved seat. Not for other seats, whose holders have their own. */
export function sitterLink(services: LinkServices, matchId: string, seat: string): Promise<Answer<Link, LinkRefusal>> {
  return makeLink(services, matchId, { role: 'seat', seat, keptByHost: true });
}

/** For the host. */
export function hostLink(services: LinkServices, matchId: string): Promise<Answer<Link, LinkRefusal>> {
  return makeLink(services, matchId, { role: 'host', seat: null });
}

/** For an invited judge. `name` tells judges apart. */
export function judgeLink(services: LinkServices, matchId: string, name: string): Promise<Answer<Link, LinkRefusal>> {
  return makeLink(services, matchId, { role: 'judge', seat: name });
}

/** For the host of a private table: an invitation that many people can use repeatedly. Earlier ones stay valid. */
export function inviteGuests(services: TableServices, matchId: string): Promise<Answer<{ token: string }, 'unknown_match' | 'bad_input'>> {
  const token = newToken();
  return changeTable(services, matchId, (match) => {
    if (!match.isPrivate) return refused('bad_input', 'This table is public: everybody can open its page, without an invitation.');
    return {
      value: { token: token.text },
      tokens: [{ hash: token.hash, role: 'guest', seat: null }],
      notes: [{ kind: 'invited', by: 'host', seat: null, name: null, detail: null }],
    };
  });
}

/** Exchanges the code for a new token and marks it as used. */
export async function redeemLink(
  services: Pick<Services, 'store'>,
  code: string,
): Promise<Answer<Holding & { token: string }, 'unknown_link'>> {
  const token = newToken();
  const holding = await services.store.tables.redeem(hashOf(code), token.hash);
  if (!holding) return refused('unknown_link', 'This link does not work. It was already used, has expired, or never existed.');
  return answered({ ...holding, token: token.text });
}

/** The holder of this token; null if it is unknown or revoked. */
export function findHolder(services: Pick<Services, 'store'>, token: string): Promise<Holding | null> {
  return services.store.tables.findHolder(hashOf(token));
}

async function makeLink(
  services: LinkServices,
  matchId: string,
  { role, seat, keptByHost = false }: { role: TableRole; seat: string | null; keptByHost?: boolean },
): Promise<Answer<Link, LinkRefusal>> {
  const code = newCode();
  const expiresAt = new Date(services.now() + (role === 'judge' ? JUDGE_GOOD_FOR_MS : GOOD_FOR_MS));
  return changeTable(services, matchId, (match) => {
    const held = role === 'seat' ? heldSeat(match, seat ?? '') : null;
    if (held && !held.ok) return held;
    if (keptByHost && held?.value.agent === undefined)
      return refused('unknown_seat', `${seat} is not kept for a registered person, so it has no such link.`);
    const by = role === 'seat' && !keptByHost ? ('seat' as const) : ('host' as const);
    return {
      value: { code: code.text, expiresAt },
      links: [{ hash: code.hash, role, seat, expiresAt }],
      notes: [{ kind: 'linked', by, seat: role === 'seat' ? seat : null, name: held?.value.name ?? null, detail: role }],
    };
  });
}
