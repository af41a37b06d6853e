import { z } from 'zod';
import { admitShown, clearedCookies, OPERATOR_COOKIE, operatorCookie } from '../access/operator';
import type { Context } from '../context';
import { Refusal } from '../errors';
import { openProcedure, router } from '../trpc';

export interface SystemStatus {
  version: string;
  /** Only this machine reaches the server, and the visitor is on it. */
  loopback: boolean;
  /** Control, creation and export ask this visitor for the operator's token. */
  operatorNeeded: boolean;
  isOperator: boolean;
  /** For the operator alone: what this server runs on. */
  database?: 'embedded' | 'server';
  /** The same; e.g. `v20.20.0`. */
  node?: string;
}

export const systemRouter = router({
  status: openProcedure.query(({ ctx }): SystemStatus => statusFor(ctx, ctx.caller.isOperator)),
  /** Shows the operator's token once; the browser is given a session, in a cookie that no script can read. */
  unlock: openProcedure
    .input(z.strictObject({ token: z.string().min(1).max(500) }))
    .mutation(async ({ ctx, input }): Promise<SystemStatus> => {
      const { access, services } = ctx.shared;
      await admitShown(access, services.store, { visitor: ctx.caller.address, tokens: [input.token] });
      if (!access.isToken(input.token)) throw new Refusal('wrong_token', "That is not the operator's token.");
      ctx.setCookie(operatorCookie(await access.sessions.open(), ctx.caller.isSecure));
      return statusFor(ctx, true);
    }),
  /** Ends the browser's session, for whoever has a copy of its cookie too. */
  lock: openProcedure.mutation(async ({ ctx }): Promise<SystemStatus> => {
    const session = ctx.caller.cookies.get(OPERATOR_COOKIE);
    if (session !== undefined) await ctx.shared.access.sessions.end(session);
    for (const cookie of clearedCookies(ctx.caller.isSecure)) ctx.setCookie(cookie);
    return statusFor(ctx, ctx.shared.access.loopback && ctx.caller.isOperator);
  }),
});

/** A visitor whom a proxy has passed on is not on this machine, though nobody on it has to show a token. */
function statusFor({ shared }: Context, isOperator: boolean): SystemStatus {
  const loopback = shared.access.loopback && isOperator;
  return {
    version: shared.version,
    loopback,
    operatorNeeded: !loopback,
    isOperator,
    ...(isOperator && { database: shared.database, node: process.version }),
  };
}
