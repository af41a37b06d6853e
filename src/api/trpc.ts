import { initTRPC } from '@trpc/server';
import { DEEPEST, findTextFlaw, MOST_VALUES, textFlawWords } from '~/lib/text/stored-text';
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
export const openProcedure = t.procedure.use(async ({ getRawInput, next }) => {
  // A call without a body has none to read; where a procedure takes input, its parser says what is wrong with it.
  refuseUnstorable(await getRawInput().catch(() => undefined));
  const result = await next();
  if (result.ok || result.error instanceof Refusal) return result;
  const { code, message } = wordsOf(result.error);
  if (code !== 'internal') throw new Refusal(code, message);
  return result;
});

/** A NUL or half a surrogate pair is refused here, before a database refuses it in words of its own. */
function refuseUnstorable(input: unknown): void {
  const found = findTextFlaw(input);
  if (found === null) return;
  if (found === 'too_deep') throw new Refusal('bad_input', `The input is nested too deep: at most ${DEEPEST} levels.`);
  if (found === 'too_many') throw new Refusal('too_large', `The input holds too many values: at most ${MOST_VALUES}.`);
  const field = found.path === '' ? 'The input' : found.path;
  throw new Refusal(
    'bad_input',
    `${field.replace(/[^\x20-\x7e]/gu, '?').slice(0, 80)} ${textFlawWords(found.flaw)}. Remove it and try again.`,
  );
}

/** For what costs this thread milliseconds: one at a time for each visitor, the rest waits. The operator need not. */
export const costlyProcedure = openProcedure.use(({ ctx, signal, next }) => inTurn(ctx, () => next(), signal));

export function inTurn<T>({ desk, caller }: Pick<Context, 'desk' | 'caller'>, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  return caller.isOperator ? work() : desk.costly.inTurn(caller.address, work, signal);
}

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
  if (wait !== null) throw new Refusal('too_many_requests', `Too many at once: try again in ${wait} s.`, wait);
}
