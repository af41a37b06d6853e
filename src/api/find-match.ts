/** Finding a match for a caller. A private one is not there for whoever was not invited: they are told what they would be told of none. */
import { createHash } from 'node:crypto';
import type { EventStore, MatchRecord } from '~/store/event-store';
import type { Holding } from '~/store/table-store';
import type { Caller, Context } from './context';
import { Refusal } from './errors';

/** What somebody shows, by the cookies of a browser or the bearer of a program. */
export type Shown = Pick<Caller, 'cookies' | 'bearer'>;
type Tables = Pick<EventStore, 'tables'>;

/** A browser may hold many seats; of those of one match so many are looked up. */
const MOST_LOOKED_UP = 70;

/** Refuses what is not there, and what this caller may not know of. */
export async function findMatch(ctx: Pick<Context, 'desk' | 'caller'>, id: string): Promise<MatchRecord> {
  const match = await ctx.desk.services.store.get(id);
  if (match && (await mayRead(ctx, match))) return match;
  throw new Refusal('unknown_match', `There is no match "${id}".`);
}

export async function mayRead({ desk, caller }: Pick<Context, 'desk' | 'caller'>, match: MatchRecord): Promise<boolean> {
  return caller.isOperator || (await mayKnowOf({ store: desk.services.store, caller }, match));
}

/** A public match is known to everybody; a private one to whoever holds any token of it: a host's, a seat's, a judge's, a guest's. */
export async function mayKnowOf({ store, caller }: { store: Tables; caller: Shown }, match: MatchRecord): Promise<boolean> {
  if (!match.isPrivate) return true;
  return (await holdingsAt({ store, caller }, match.id)).length > 0;
}

/** What the caller shows good tokens for at this match. */
export async function holdingsAt({ store, caller }: { store: Tables; caller: Shown }, matchId: string): Promise<Holding[]> {
  const holdings: Holding[] = [];
  for (const token of tokensFor(caller, matchId)) {
    const holder = await holderOf(store, token);
    if (holder?.matchId === matchId) holdings.push(holder);
  }
  return holdings;
}

function tokensFor(caller: Shown, id: string): string[] {
  const names = new RegExp(`^mandi_(host|seat|judge|guest)_${id.replace(/[^\w-]/g, '')}(_|$)`);
  const kept = [...caller.cookies].filter(([name]) => names.test(name)).map(([, token]) => token);
  return [...(caller.bearer === null ? [] : [caller.bearer]), ...kept].slice(0, MOST_LOOKED_UP);
}

/** What this token opens; null: nothing, or not any more. */
export function holderOf(store: Tables, token: string): Promise<Holding | null> {
  return store.tables.findHolder(createHash('sha256').update(token).digest('hex'));
}
