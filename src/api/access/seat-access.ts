/**
 * Who sits where: tokens of hosts, seats and judges, shown by a browser's cookies or a program's bearer. Only their hashes are
 * stored, and they are looked up anew at each request, so that a token taken away opens nothing from that moment on.
 */
import { z } from 'zod';
import { MOST_VALUES } from '~/lib/text/stored-text';
import type { Holding } from '~/store/table-store';
import type { Context } from '../context';
import { Refusal } from '../errors';
import { matchId, seatId } from '../inputs';
import type { Me } from '../table/types';
import { bareProcedure, inSeatTurn, openProcedure, storable, takeTurn } from '../trpc';
import { forgotten, lasting } from './cookies';
import { type Asking, askingOf, findMatch, holderOf, holdingsAt, noteShown, refuseGuesser, type Shown } from './find-match';

const DAYS_KEPT = 7;

/** A table's host, or the operator who showed the operator's token: for matches with a host nobody else, not even on this machine. */
export const hostProcedure = openProcedure.input(z.object({ id: matchId })).use(async ({ ctx, input, next }) => {
  const match = await findMatch(ctx, input.id);
  if (!('hosted' in match && match.hosted === true))
    throw new Refusal('host_needed', 'Nobody hosts this match: it was made without open seats.');
  await asHost(ctx, input.id);
  return next();
});

/** The holder of that seat, which is known before anything of a move is read: moves may be long. For what waits: a turn for its receipt. */
export const holderProcedure = bareProcedure
  .input(z.object({ id: matchId, seat: seatId }))
  .use(async ({ ctx, input, next }) => {
    await asHolder(ctx, { matchId: input.id, role: 'seat', seat: input.seat });
    return next();
  })
  .use(storable(() => MOST_VALUES));

/** The same, one at a time for each visitor: the rules of a large match take milliseconds. */
export const seatProcedure = holderProcedure.use(({ ctx, signal, next }) => inSeatTurn(ctx, () => next(), signal));

/** Refuses whoever does not host that match. */
export async function asHost(ctx: Context, id: string): Promise<void> {
  if (ctx.caller.showedOperator || (await isHeld(ctx, { matchId: id, role: 'host', seat: null }))) return;
  throw new Refusal(
    'host_needed',
    'Only the host of this match can do this. Use the browser that made the match, or a link from its host.',
  );
}

/** Refuses whoever does not hold that seat. */
export async function asHolder(ctx: Context, wanted: Holding): Promise<void> {
  if (await isHeld(ctx, wanted)) return;
  throw new Refusal('not_your_seat', `Seat ${wanted.seat} isn't yours, or you no longer hold it.`);
}

/** Each token is counted before it is looked up, so that a flood of one does not reach the database; and what opens nothing, by address. */
async function isHeld({ shared, caller }: Context, wanted: Holding): Promise<boolean> {
  for (const token of shownFor(caller, wanted)) await takeTurn(shared.submits, token);
  if (await shows({ store: shared.services.store, caller }, wanted)) return true;
  await takeTurn(shared.guesses, caller.address);
  return false;
}

/** Everything the caller is at a table. */
export async function meAt({ shared, caller }: Pick<Context, 'shared' | 'caller'>, id: string): Promise<Me> {
  const me: Me = { host: caller.showedOperator, judge: false, seats: [] };
  for (const { role, seat } of await holdingsAt(askingOf({ shared, caller }), id)) {
    if (role === 'host') me.host = true;
    else if (role === 'judge') me.judge = true;
    else if (role === 'seat' && seat !== null && !me.seats.includes(seat)) me.seats.push(seat);
  }
  return me;
}

/** Do these cookies, or this bearer, show a good token of that role? `wrong`: cookies that open nothing are counted, and refused after too many. */
export async function shows({ store, caller, wrong }: Asking, wanted: Holding): Promise<boolean> {
  for (const token of shownFor(caller, wanted)) {
    const isCounted = token === caller.bearer; // with the request, or by whoever asks
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

/** Gives this browser a token to keep. */
export function keepToken({ caller, setCookie }: Pick<Context, 'caller' | 'setCookie'>, holder: Holding, token: string): void {
  setCookie(lasting(cookieName(holder), token, { days: DAYS_KEPT, secure: caller.isSecure }));
}

/** Tells this browser to forget it. */
export function dropToken({ caller, setCookie }: Pick<Context, 'caller' | 'setCookie'>, holder: Holding): void {
  for (const cookie of forgotten(cookieName(holder), caller.isSecure)) setCookie(cookie);
}

export function cookieName({ role, matchId: id, seat }: Holding): string {
  return seat === null ? `mandi_${role}_${id}` : `mandi_${role}_${id}_${seat}`;
}

function isSame(one: Holding, other: Holding): boolean {
  return one.matchId === other.matchId && one.role === other.role && one.seat === other.seat;
}
