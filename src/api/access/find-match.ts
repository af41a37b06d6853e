/** Finds a match for a caller. For anyone who was not invited, a private match is reported like one that does not exist. */
import { createHash } from 'node:crypto';
import type { EventStore, MatchRecord } from '~/store/event-store';
import type { Holding } from '~/store/table-store';
import type { Caller, Context } from '../context';
import { Refusal } from '../errors';
import { tooManyTokens } from './operator';
import type { TokenTries } from './token-tries';

/** The caller's credentials: a browser's cookies or a program's bearer. */
export type Shown = Pick<Caller, 'cookies' | 'bearer'>;
type Tables = Pick<EventStore, 'tables'>;
type Known = Pick<MatchRecord, 'id' | 'isPrivate'>;

/** A browser may hold several seats of a match; this many of its cookies are checked. */
export const MOST_COOKIES = 8;

export interface Asking {
  store: Tables;
  caller: Shown;
  /** Counts cookies that are not valid. */
  wrong?: { tries: TokenTries; visitor: string };
}

/** Refuses if the match does not exist or this caller may not see it. */
export async function findMatch(ctx: Pick<Context, 'shared' | 'caller'>, id: string): Promise<MatchRecord> {
  const match = await ctx.shared.services.store.get(id);
  const may = await mayRead(ctx, match ?? { id, isPrivate: true }); // also where there is none: what it costs must not tell
  if (match && may) return match;
  throw new Refusal('unknown_match', `There is no match "${id}".`);
}

export async function mayRead({ shared, caller }: Pick<Context, 'shared' | 'caller'>, match: Known): Promise<boolean> {
  return caller.isOperator || (await mayKnowOf(askingOf({ shared, caller }), match));
}

/**
 * A public match is visible to all; a private one to holders of any token of it: host, seat, judge or guest. Too many wrong cookies count as
 * holding none: a refusal of its own would reveal that the match exists.
 */
export async function mayKnowOf(asking: Asking, match: Known): Promise<boolean> {
  if (!match.isPrivate) return true;
  return orNothing(holdingsAt(asking, match.id).then((held) => held.length > 0));
}

/** The caller's roles at this match. */
export async function holdingsAt({ store, caller, wrong }: Asking, matchId: string): Promise<Holding[]> {
  const cookies = cookiesFor(caller, matchId);
  refuseGuesser(wrong, cookies);
  const tokens = [...(caller.bearer === null ? [] : [caller.bearer]), ...cookies]; // a bearer was counted with the request's headers
  if (tokens.length === 0) return [];
  const holders = await store.tables.findHolders(tokens.map(hashOf));
  for (const token of cookies) {
    await noteShown(wrong, token, Boolean(holders[tokens.lastIndexOf(token)]));
  }
  return holders.filter((holder) => holder !== null).filter((holder) => holder.matchId === matchId);
}

export function askingOf({ shared, caller }: Pick<Context, 'shared' | 'caller'>): Asking {
  return { store: shared.services.store, caller, wrong: { tries: shared.wrongCookies, visitor: caller.address } };
}

/** Known tokens are always checked, so that players who share an address with a guesser can continue. */
export function refuseGuesser(wrong: Asking['wrong'], cookies: readonly string[]): void {
  const wait = wrong?.tries.wait(wrong.visitor) ?? null;
  if (wait !== null && cookies.some((token) => !wrong?.tries.isKnown(token))) throw tooManyTokens(wait);
}

/** Counts an invalid cookie as a wrong token of its visitor. */
export async function noteShown(wrong: Asking['wrong'], token: string, opens: boolean): Promise<void> {
  if (opens) wrong?.tries.know(token);
  else await wrong?.tries.fail(wrong.visitor, token);
}

/**
 * For sockets: a visitor with too many wrong cookies has no roles. Never rejects, because a room rechecks all its members and none may stop
 * that.
 */
export async function orNothing(look: Promise<boolean>): Promise<boolean> {
  try {
    return await look;
  } catch (fault) {
    if (fault instanceof Refusal && fault.words.code === 'too_many_requests') return false;
    throw fault;
  }
}

/** Cookies of hosts, judges and guests first. */
function cookiesFor({ cookies }: Shown, id: string): string[] {
  const names = new RegExp(`^mandi_(host|seat|judge|guest)_${id.replace(/[^\w-]/g, '')}(_|$)`);
  const kept = [...cookies].filter(([name]) => names.test(name));
  const seats = kept.filter(([name]) => name.startsWith('mandi_seat_'));
  const others = kept.filter(([name]) => !name.startsWith('mandi_seat_'));
  return [...others, ...seats].slice(0, MOST_COOKIES).map(([, token]) => token);
}

/** What this token grants; null if it is invalid or revoked. */
export function holderOf(store: Tables, token: string): Promise<Holding | null> {
  return store.tables.findHolder(hashOf(token));
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
