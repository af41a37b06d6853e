import { initTRPC } from '@trpc/server';
import { DEEPEST, findTextFlaw, MOST_VALUES, textFlawWords } from '~/lib/text/stored-text';
import { FAULT, MATCH, traced } from '~/lib/tracing/trace';
import type { RateLimit } from './access/rate-limit';
import type { Context } from './context';
import { Refusal, wordsOf } from './errors';
import { matchOfCall } from './match-of-call';

const t = initTRPC.context<Context>().create({
  isDev: false, // no stack traces in responses, not even in development
  errorFormatter({ shape, error }) {
    const mandi = wordsOf(error);
    return { ...shape, message: mandi.message, data: { ...shape.data, mandi } };
  },
});

export const router = t.router;

/** Converts errors to their code and HTTP status. */
const wordedProcedure = t.procedure.use(async ({ next }) => {
  const result = await next();
  if (result.ok || result.error instanceof Refusal) return result;
  const { code, message } = wordsOf(result.error);
  if (code !== 'internal') throw new Refusal(code, message);
  return result;
});

/** Its span names the match; the request's id is on the span around it. */
export const bareProcedure = wordedProcedure.use(({ path, getRawInput, next }) => {
  const asked = {
    async outcome(result: Awaited<ReturnType<typeof next>>) {
      const { matchId } = matchOfCall(path, await getRawInput().catch(() => undefined));
      return { [MATCH]: matchId, ...(!result.ok && refusalOf(result.error)) };
    },
  };
  return traced(`procedure ${path}`, asked, next);
});

function refusalOf(error: unknown): Record<string, string> {
  const { code } = wordsOf(error);
  return { 'mandi.refusal': code, ...(code === 'internal' && { [FAULT]: code }) };
}

/** Maximum number of values in a stranger's input; parsing more takes milliseconds. */
const MANY_VALUES = 4_000;

/** Refuses text that cannot be stored, and inputs with more values. */
export function storable(most: (caller: Context['caller']) => number) {
  return t.middleware(async ({ ctx, getRawInput, next }) => {
    // A call without a body has no input to check; if the procedure requires one, its parser reports that.
    refuseUnstorable(await getRawInput().catch(() => undefined), most(ctx.caller));
    return next();
  });
}

/** Refuses a NUL or a lone surrogate here, before the database refuses it with its own message. */
function refuseUnstorable(input: unknown, most: number): void {
  const found = findTextFlaw(input, most);
  if (found === null) return;
  if (found === 'too_deep') throw new Refusal('bad_input', `The input is nested too deeply: at most ${DEEPEST} levels are allowed.`);
  if (found === 'too_many') throw new Refusal('too_large', `The input has too many values: at most ${most} are allowed.`);
  const field = found.path === '' ? 'The input' : found.path;
  throw new Refusal(
    'bad_input',
    `${field.replace(/[^\x20-\x7e]/gu, '?').slice(0, 80)} ${textFlawWords(found.flaw)}. Remove it and try again.`,
  );
}

/** For everyone who reaches the server. */
export const openProcedure = bareProcedure.use(storable(({ isOperator }) => (isOperator ? MOST_VALUES : MANY_VALUES)));

/** For expensive work: one call at a time per visitor, the rest waits. Not limited for the operator. */
export const costlyProcedure = openProcedure.use(({ ctx, signal, next }) => inTurn(ctx, () => next(), signal));

export function inTurn<T>(
  { shared, caller }: Pick<Context, 'shared' | 'caller'>,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return caller.isOperator ? work() : shared.costly.inTurn(caller.address, work, signal);
}

/** The same for a visitor's seats, because a stranger may hold every seat of a large table. */
export function inSeatTurn<T>(
  { shared, caller }: Pick<Context, 'shared' | 'caller'>,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return caller.isOperator ? work() : shared.seatTurns.inTurn(caller.address, work, signal);
}

/** For the operator: everyone on this machine, or holders of the token. Checked before the input is parsed. */
export const operatorProcedure = bareProcedure
  .use(({ ctx, next }) => {
    asOperator(ctx);
    return next();
  })
  .use(storable(() => MOST_VALUES));

export function asOperator({ caller }: Context): void {
  if (caller.isOperator) return;
  throw new Refusal(
    'operator_needed',
    "This needs the operator's token: unlock this browser with it, or send `Authorization: Bearer <token>`.",
  );
}

/** Refuses callers over the limit. */
export async function takeTurn(limit: RateLimit, caller: string): Promise<void> {
  const wait = await limit.take(caller);
  if (wait !== null) throw new Refusal('too_many_requests', `Too many requests: try again in ${wait} s.`, wait);
}
