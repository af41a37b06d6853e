/**
 * Checks tokens of hosts, seats and judges, from a browser's cookies or a program's bearer. Only their hashes are stored, and each request
 * is checked again, so that a revoked token stops working immediately.
 */
import { z } from 'zod';
import { MOST_VALUES } from '~/lib/text/stored-text';
import { hashOf } from '~/match/table/tokens';
import type { Holding } from '~/store/table-store';
import type { Context } from '../context';
import { Refusal } from '../errors';
import { matchId, seatId } from '../inputs';
import type { Me } from '../table/types';
import { bareProcedure, inSeatTurn, openProcedure, storable, takeTurn } from '../trpc';
import { forgotten, lasting } from './cookies';
import { type Asking, askingOf, findMatch, holderOf, holdingsAt, noteShown, refuseGuesser, type Shown } from './find-match';

const DAYS_KEPT = 7;

/** Requires the table's host or the operator's token. For matches with a host, being on this machine is not enough. */
export const hostProcedure = openProcedure.input(z.object({ id: matchId })).use(async ({ ctx, input, next }) => {
  const match = await findMatch(ctx, input.id);
  if (!('hosted' in match && match.hosted === true))
    throw new Refusal('host_needed', 'Nobody hosts this match: it was made without open seats.');
  await asHost(ctx, input.id);
  return next();
});

/**
 * Requires the holder of that seat, and checks this before parsing a move, which may be long. Without a queue, for calls that wait, such as
 * a turn for its receipt.
 */
export const holderProcedure = bareProcedure
  .input(z.object({ id: matchId, seat: seatId }))
  .use(async ({ ctx, input, next }) => {
    await asHolder(ctx, { matchId: input.id, role: 'seat', seat: input.seat });
    return next();
  })
  .use(storable(() => MOST_VALUES));

/** The same, queued per visitor, because the rules of a large match take milliseconds. */
export const seatProcedure = holderProcedure.use(({ ctx, signal, next }) => inSeatTurn(ctx, () => next(), signal));

/** Refuses callers that do not host that match. */
export async function asHost(ctx: Context, id: string): Promise<void> {
  if (ctx.caller.showedOperator || (await isHeld(ctx, { matchId: id, role: 'host', seat: null }))) return;
  throw new Refusal(
    'host_needed',
    'Only the host of this match can do this. Use the browser that made the match, or a link from its host.',
  );
}

/** Refuses callers that do not hold that seat. */
export async function asHolder(ctx: Context, wanted: Holding): Promise<void> {
  if (await isHeld(ctx, wanted)) return;
  throw new Refusal('not_your_seat', `Seat ${wanted.seat} isn't yours, or you no longer hold it.`);
}

/**
 * Counts each token before looking it up, so that a flood of one does not reach the database. A holder can make more tokens, so valid ones
 * count together. Invalid ones count by address.
 */
async function isHeld({ shared, caller }: Context, wanted: Holding): Promise<boolean> {
  for (const token of shownFor(caller, wanted)) await takeTurn(shared.submits, hashOf(token));
  if (await shows({ store: shared.services.store, caller }, wanted)) {
    await takeTurn(shared.submits, `${wanted.matchId} ${wanted.role} ${wanted.seat}`);
    return true;
  }
  await takeTurn(shared.guesses, caller.address);
  return false;
}

/** All roles of the caller at a table. */
export async function meAt({ shared, caller }: Pick<Context, 'shared' | 'caller'>, id: string): Promise<Me> {
  const me: Me = { host: caller.showedOperator, judge: false, seats: [] };
  for (const { role, seat } of await holdingsAt(askingOf({ shared, caller }), id)) {
    if (role === 'host') me.host = true;
    else if (role === 'judge') me.judge = true;
    else if (role === 'seat' && seat !== null && !me.seats.includes(seat)) me.seats.push(seat);
  }
  return me;
}

/** Whether the cookies or the bearer have a valid token of that role. `wrong`: counts invalid cookies and refuses after too many. */
export async function shows({ store, caller, wrong }: Asking, wanted: Holding): Promise<boolean> {
  for (const token of shownFor(caller, wanted)) {
    const isCounted = token === caller.bearer; // counted with the request or by the caller
    if (!isCounted) refuseGuesser(wrong, [token]);
    const holder = await holderOf(store, token);
    if (!isCounted) await noteShown(wrong, token, holder !== null);
    if (holder && isSame(holder, wanted)) return true;
  }
  return false;
}

function shownFor({ bearer, cookies }: Shown, wanted: Holding): string[] {
  return [bearer, cookies.get(cookieName(wanted))].filter((token): token is string => typeof token === 'string' && token !== '');
}

/** Stores a token in this browser. */
export function keepToken({ caller, setCookie }: Pick<Context, 'caller' | 'setCookie'>, holder: Holding, token: string): void {
  setCookie(lasting(cookieName(holder), token, { days: DAYS_KEPT, secure: caller.isSecure }));
}

/** Removes the token from this browser. */
export function dropToken({ caller, setCookie }: Pick<Context, 'caller' | 'setCookie'>, holder: Holding): void {
  for (const cookie of forgotten(cookieName(holder), caller.isSecure)) setCookie(cookie);
}

export function cookieName({ role, matchId: id, seat }: Holding): string {
  return seat === null ? `mandi_${role}_${id}` : `mandi_${role}_${id}_${seat}`;
}

function isSame(one: Holding, other: Holding): boolean {
  return one.matchId === other.matchId && one.role === other.role && one.seat === other.seat;
}
