import { z } from 'zod';
import { admitShown, clearedCookies, OPERATOR_COOKIE, operatorCookie } from '../access/operator';
import type { Context } from '../context';
import { Refusal } from '../errors';
import { openProcedure, router } from '../trpc';

export interface SystemStatus {
  version: string;
  /** Only this machine can reach the server, and the visitor is on it. */
  loopback: boolean;
  /** This visitor needs the operator's token to control, create and export. */
  operatorNeeded: boolean;
  isOperator: boolean;
  /** For operators only: the kind of database. */
  database?: 'embedded' | 'server';
  /** For operators only, e.g. `v20.20.0`. */
  node?: string;
}

export const systemRouter = router({
  status: openProcedure.query(({ ctx }): SystemStatus => statusFor(ctx, ctx.caller.isOperator)),
  /** Accepts the operator's token once and gives the browser a session in a cookie that scripts cannot read. */
  unlock: openProcedure
    .input(z.strictObject({ token: z.string().min(1).max(500) }))
    .mutation(async ({ ctx, input }): Promise<SystemStatus> => {
      const { access, services } = ctx.shared;
      await admitShown(access, services.store, { visitor: ctx.caller.address, tokens: [input.token] });
      if (!access.isToken(input.token)) throw new Refusal('wrong_token', "That is not the operator's token.");
      ctx.setCookie(operatorCookie(await access.sessions.open(), ctx.caller.isSecure));
      return statusFor(ctx, true);
    }),
  /** Ends the browser's session, also for copies of its cookie. */
  lock: openProcedure.mutation(async ({ ctx }): Promise<SystemStatus> => {
    const session = ctx.caller.cookies.get(OPERATOR_COOKIE);
    if (session !== undefined) await ctx.shared.access.sessions.end(session);
    for (const cookie of clearedCookies(ctx.caller.isSecure)) ctx.setCookie(cookie);
    return statusFor(ctx, ctx.shared.access.loopback && ctx.caller.isOperator);
  }),
});

/** A visitor behind a proxy is not on this machine, even if no token is needed here. */
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
