import { initTRPC } from '@trpc/server';
import type { Context } from './context';
import { Refusal, wordsOf } from './errors';
import type { RateLimit } from './rate-limit';

const t = initTRPC.context<Context>().create({
  isDev: false, // in development too an answer carries no stack trace
  errorFormatter({ shape, error }) {
    const mandi = wordsOf(error);
    return { ...shape, message: mandi.message, data: { ...shape.data, mandi } };
  },
});

export const router = t.router;

/** For everybody who reaches the server. What went wrong further down leaves here under its own code, with its HTTP status. */
export const openProcedure = t.procedure.use(async ({ next }) => {
  const result = await next();
  if (result.ok || result.error instanceof Refusal) return result;
  const { code, message } = wordsOf(result.error);
  if (code !== 'internal') throw new Refusal(code, message);
  return result;
});

/** For the operator: on this machine everybody, elsewhere who shows the token. */
export const operatorProcedure = openProcedure.use(({ ctx, next }) => {
  asOperator(ctx);
  return next();
});

export function asOperator({ caller }: Context): void {
  if (caller.isOperator) return;
  throw new Refusal(
    'operator_needed',
    "This needs the operator's token: unlock this browser with it, or send `Authorization: Bearer <token>`.",
  );
}

/** Refuses who asks too often. */
export async function takeTurn(limit: RateLimit, caller: string): Promise<void> {
  const wait = await limit.take(caller);
  if (wait !== null) throw new Refusal('too_many_requests', `Too many at once: try again in ${wait} s.`);
}
