/**
 * Who sits where: tokens of hosts, seats and judges, shown by a browser's cookies or a program's bearer. Only their hashes are
 * stored, and they are looked up anew at each request, so that a token taken away opens nothing from that moment on.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { EventStore } from '~/store/event-store';
import type { Holding } from '~/store/table-store';
import type { Caller, Context } from './context';
import { lasting } from './cookies';
import { Refusal } from './errors';
import { findMatch } from './find-match';
import { matchId, seatId } from './inputs';
import type { Me } from './table-words';
import { openProcedure, takeTurn } from './trpc';

const DAYS_KEPT = 7;

/** A table's host, or the operator who showed the operator's token: for matches with a host nobody else, not even on this machine. */
export const hostProcedure = openProcedure.input(z.object({ id: matchId })).use(async ({ ctx, input, next }) => {
  const match = await findMatch(ctx.desk, input.id);
  if (!('hosted' in match && match.hosted === true))
    throw new Refusal('host_needed', 'Nobody hosts this match: it was made without open seats.');
  await asHost(ctx, input.id);
  return next();
});

/** The holder of that seat. */
export const seatProcedure = openProcedure.input(z.object({ id: matchId, seat: seatId })).use(async ({ ctx, input, next }) => {
  await asHolder(ctx, { matchId: input.id, role: 'seat', seat: input.seat });
  return next();
});

/** Refuses whoever does not host that match. */
export async function asHost(ctx: Context, id: string): Promise<void> {
  if (ctx.caller.showedOperator || (await isHeld(ctx, { matchId: id, role: 'host', seat: null }))) return;
  throw new Refusal('host_needed', 'This is for the host of this match: use the browser that made it, or a link of its host.');
}

/** Refuses whoever does not hold that seat. */
export async function asHolder(ctx: Context, wanted: Holding): Promise<void> {
  if (await isHeld(ctx, wanted)) return;
  throw new Refusal('not_your_seat', `Seat ${wanted.seat} is not yours, or not any more.`);
}

/** Each token is counted before it is looked up, so that a flood of one does not reach the database; and what opens nothing, by address. */
async function isHeld({ desk, caller }: Context, wanted: Holding): Promise<boolean> {
  for (const token of shownFor(caller, wanted)) await takeTurn(desk.submits, token);
  if (await shows({ store: desk.services.store, caller }, wanted)) return true;
  await takeTurn(desk.guesses, caller.address);
  return false;
}

/** Everything the caller is at a table. */
export async function meAt({ desk, caller }: Pick<Context, 'desk' | 'caller'>, id: string): Promise<Me> {
  const me: Me = { host: caller.showedOperator, judge: false, seats: [] };
  for (const token of tokensFor(caller, id)) {
    const holder = await holderOf(desk.services.store, token);
    if (holder?.matchId !== id) continue;
    if (holder.role === 'host') me.host = true;
    else if (holder.role === 'judge') me.judge = true;
    else if (holder.seat !== null && !me.seats.includes(holder.seat)) me.seats.push(holder.seat);
  }
  return me;
}

/** Do these cookies, or this bearer, show a good token of that role? */
export async function shows({ store, caller }: { store: Pick<EventStore, 'tables'>; caller: Shown }, wanted: Holding): Promise<boolean> {
  for (const token of shownFor(caller, wanted)) {
    const holder = await holderOf(store, token);
    if (holder && isSame(holder, wanted)) return true;
  }
  return false;
}

type Shown = Pick<Caller, 'cookies' | 'bearer'>;

function shownFor({ bearer, cookies }: Shown, wanted: Holding): string[] {
  return [bearer, cookies.get(cookieName(wanted))].filter((token): token is string => typeof token === 'string' && token !== '');
}

/** Gives this browser a token to keep. */
export function keepToken({ caller, setCookie }: Pick<Context, 'caller' | 'setCookie'>, holder: Holding, token: string): void {
  setCookie(lasting(cookieName(holder), token, { days: DAYS_KEPT, secure: caller.isSecure }));
}

/** Tells this browser to forget it. */
export function dropToken({ caller, setCookie }: Pick<Context, 'caller' | 'setCookie'>, holder: Holding): void {
  setCookie(lasting(cookieName(holder), '', { days: 0, secure: caller.isSecure }));
}

export function cookieName({ role, matchId: id, seat }: Holding): string {
  return seat === null ? `mandi_${role}_${id}` : `mandi_${role}_${id}_${seat}`;
}

/** A browser may hold many seats; of those of one match so many are looked up. */
const MOST_LOOKED_UP = 70;

function tokensFor(caller: Caller, id: string): string[] {
  const names = new RegExp(`^mandi_(host|seat|judge)_${id.replace(/[^\w-]/g, '')}(_|$)`);
  const kept = [...caller.cookies].filter(([name]) => names.test(name)).map(([, token]) => token);
  return [...(caller.bearer === null ? [] : [caller.bearer]), ...kept].slice(0, MOST_LOOKED_UP);
}

/** What this token opens; null: nothing, or not any more. */
function holderOf(store: Pick<EventStore, 'tables'>, token: string): Promise<Holding | null> {
  return store.tables.findHolder(createHash('sha256').update(token).digest('hex'));
}

function isSame(one: Holding, other: Holding): boolean {
  return one.matchId === other.matchId && one.role === other.role && one.seat === other.seat;
}
