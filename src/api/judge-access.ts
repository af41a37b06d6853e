/** Who judges: tokens of panels, kept like those of seats, and what tells voters in duels apart. */
import { hashOf, newToken } from '~/match/table/tokens';
import type { MatchRecord } from '~/store/event-store';
import type { Context } from './context';
import { lasting } from './cookies';
import { Refusal } from './errors';
import { asHost, meAt } from './seat-access';
import { asOperator, takeTurn } from './trpc';

const VOTER_COOKIE = 'mandi_voter';
const VOTER_DAYS = 365;
const MOST_LOOKED_UP = 4;

/** The judge that this caller is in that match's panel; null: none. */
export async function judgeAt({ desk, caller }: Pick<Context, 'desk' | 'caller'>, matchId: string): Promise<string | null> {
  const kept = [...caller.cookies].filter(([name]) => name.startsWith(`mandi_judge_${matchId}_`)).map(([, token]) => token);
  const tokens = [...(caller.bearer === null ? [] : [caller.bearer]), ...kept].slice(0, MOST_LOOKED_UP);
  for (const holder of tokens.length === 0 ? [] : await desk.services.store.tables.findHolders(tokens.map(hashOf))) {
    if (holder?.role === 'judge' && holder.matchId === matchId && holder.seat !== null) return holder.seat;
  }
  return null;
}

/** Refuses who is no judge of that match. */
export async function asJudge(ctx: Context, matchId: string): Promise<string> {
  const judge = await judgeAt(ctx, matchId);
  if (judge !== null) return judge;
  await takeTurn(ctx.desk.guesses, ctx.caller.address);
  throw new Refusal('judge_needed', 'This is for the judges of this match: open the link you were invited by.');
}

/** A match with a host has its panel from that host, any other from the operator. */
export async function asPanelHost(ctx: Context, match: MatchRecord): Promise<void> {
  if (match.hosted) await asHost(ctx, match.id);
  else asOperator(ctx);
}

export async function isPanelHost(ctx: Context, match: MatchRecord): Promise<boolean> {
  return match.hosted ? (await meAt(ctx, match.id)).host : ctx.caller.isOperator;
}

/** Who plays a match does not judge its pitches. */
export async function refusePlayers(ctx: Context, matchId: string): Promise<void> {
  if ((await meAt(ctx, matchId)).seats.length > 0)
    throw new Refusal('plays_here', 'You play in this match, so you cannot judge its pitches.');
}

/** What this browser is told apart by in duels; null: it has not been seen yet. */
export function voterOf({ caller }: Pick<Context, 'caller'>): string | null {
  const token = caller.cookies.get(VOTER_COOKIE);
  return token === undefined ? null : hashOf(token);
}

/** The same, made where there is none. */
export function keepVoter(ctx: Context): string {
  const known = voterOf(ctx);
  if (known !== null) return known;
  const token = newToken();
  ctx.setCookie(lasting(VOTER_COOKIE, token.text, { days: VOTER_DAYS, secure: ctx.caller.isSecure }));
  return token.hash;
}
