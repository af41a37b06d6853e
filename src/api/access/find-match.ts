/** Finding a match for a caller. A private one is not there for whoever was not invited: they are told what they would be told of none. */
import { createHash } from 'node:crypto';
import type { EventStore, MatchRecord } from '~/store/event-store';
import type { Holding } from '~/store/table-store';
import type { Caller, Context } from '../context';
import { Refusal } from '../errors';
import { tooManyTokens } from './operator';
import type { TokenTries } from './token-tries';

/** What somebody shows, by the cookies of a browser or the bearer of a program. */
export type Shown = Pick<Caller, 'cookies' | 'bearer'>;
type Tables = Pick<EventStore, 'tables'>;

/** A browser may hold several seats of a match; so many of its cookies are looked up. */
export const MOST_COOKIES = 8;

export interface Asking {
  store: Tables;
  caller: Shown;
  /** Counts cookies that open nothing. */
  wrong?: { tries: TokenTries; visitor: string };
}

/** Refuses what is not there, and what this caller may not know of. */
export async function findMatch(ctx: Pick<Context, 'shared' | 'caller'>, id: string): Promise<MatchRecord> {
  const match = await ctx.shared.services.store.get(id);
  if (match && (await mayRead(ctx, match))) return match;
  throw new Refusal('unknown_match', `There is no match "${id}".`);
}

export async function mayRead({ shared, caller }: Pick<Context, 'shared' | 'caller'>, match: MatchRecord): Promise<boolean> {
  return caller.isOperator || (await mayKnowOf(askingOf({ shared, caller }), match));
}

/** A public match is known to everybody; a private one to whoever holds any token of it: a host's, a seat's, a judge's, a guest's. */
export async function mayKnowOf(asking: Asking, match: MatchRecord): Promise<boolean> {
  if (!match.isPrivate) return true;
  return (await holdingsAt(asking, match.id)).length > 0;
}

/** What the caller shows good tokens for at this match. */
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

/** What opened something before is always looked up: who shares an address with a guesser plays on. */
export function refuseGuesser(wrong: Asking['wrong'], cookies: readonly string[]): void {
  const wait = wrong?.tries.wait(wrong.visitor) ?? null;
  if (wait !== null && cookies.some((token) => !wrong?.tries.isKnown(token))) throw tooManyTokens(wait);
}

/** A cookie was looked up: one that opens nothing counts as a wrong token of its visitor. */
export async function noteShown(wrong: Asking['wrong'], token: string, opens: boolean): Promise<void> {
  if (opens) wrong?.tries.know(token);
  else await wrong?.tries.fail(wrong.visitor, token);
}

/** For sockets: whose visitor has shown too many wrong cookies shows nothing. A room looks at its members again, and none of them may stop it. */
export async function orNothing(look: Promise<boolean>): Promise<boolean> {
  try {
    return await look;
  } catch (fault) {
    if (fault instanceof Refusal && fault.words.code === 'too_many_requests') return false;
    throw fault;
  }
}

/** Of a host, a judge and a guest first. */
function cookiesFor({ cookies }: Shown, id: string): string[] {
  const names = new RegExp(`^mandi_(host|seat|judge|guest)_${id.replace(/[^\w-]/g, '')}(_|$)`);
  const kept = [...cookies].filter(([name]) => names.test(name));
  const seats = kept.filter(([name]) => name.startsWith('mandi_seat_'));
  const others = kept.filter(([name]) => !name.startsWith('mandi_seat_'));
  return [...others, ...seats].slice(0, MOST_COOKIES).map(([, token]) => token);
}

/** What this token opens; null: nothing, or not any more. */
export function holderOf(store: Tables, token: string): Promise<Holding | null> {
  return store.tables.findHolder(hashOf(token));
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
