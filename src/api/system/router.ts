import { z } from 'zod';
import { admitShown, clearedCookies, OPERATOR_COOKIE, operatorCookie } from '../access/operator';
import type { Context } from '../context';
import { Refusal } from '../errors';
import { openProcedure, router } from '../trpc';

export interface SystemStatus {
  version: string;
  /** Only this machine reaches the server. */
  loopback: boolean;
  /** Control, creation and export ask for the operator's token here. */
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
    return statusFor(ctx, ctx.shared.access.loopback);
  }),
});

function statusFor({ shared }: Context, isOperator: boolean): SystemStatus {
  return {
    version: shared.version,
    loopback: shared.access.loopback,
    operatorNeeded: !shared.access.loopback,
    isOperator,
    ...(isOperator && { database: shared.database, node: process.version }),
  };
}
