/** What the agents of a match did, a page at a time, as far as the caller may know. */
import type { z } from 'zod';
import type { AgentTurn } from '~/agents/agent-turn';
import { countTurns } from '~/agents/count-turns';
import { sightOf } from '~/live/frames';
import { isShownLate } from '~/live/match-state';
import type { MatchRecord } from '~/store/event-store';
import type { turnsInput } from './agent-inputs';
import type { TurnsPage } from './agent-words';
import type { Context } from './context';
import { findMatch } from './find-match';
import { meAt } from './seat-access';

/** Of a page as JSON; further turns are on the next. */
const MOST_BYTES = 2 * 1024 * 1024;
/** No seat may write more: see `longestText`. */
const MOST_TEXT = 270_000;

/** Everything once it is open or over; until then a seat's own, for who holds it, and all for the host. Newest first, page by page. */
export async function showTurns(ctx: Context, { matchId, cursor, limit }: z.output<typeof turnsInput>): Promise<TurnsPage> {
  const match = await findMatch(ctx, matchId);
  const { agents } = ctx.desk.services.store;
  const all = await agents.turnCounts(matchId);
  const seats = all.map(({ seat }) => seat);
  const may = seats.length === 0 ? [] : await seatsShown(ctx, match);
  const shown = may === 'all' ? seats : seats.filter((seat) => may.includes(seat));
  const before = readCursor(cursor);
  const page = (await agents.turnPage(matchId, { seats: shown, before, limit, mostBytes: MOST_BYTES })).map(clipped);
  const [oldest] = page;
  const isMore =
    oldest !== undefined && all.some((one) => shown.includes(one.seat) && isBefore({ turn: one.oldest, seat: one.seat }, oldest));
  return {
    seats: all.map(({ seat, counts }) => ({
      seat,
      turns: page.filter((turn) => turn.seat === seat),
      counts: shown.includes(seat) ? counts : countTurns([]),
    })),
    next: isMore ? cursorOf(oldest) : null,
  };
}

/** As the store orders them. */
function isBefore(one: Pick<AgentTurn, 'turn' | 'seat'>, other: Pick<AgentTurn, 'turn' | 'seat'>): boolean {
  return one.turn < other.turn || (one.turn === other.turn && one.seat < other.seat);
}

/** Turns of earlier versions may hold replies of many megabytes. */
function clipped(turn: AgentTurn): AgentTurn {
  return { ...turn, replies: turn.replies.map((reply) => ({ ...reply, text: reply.text?.slice(0, MOST_TEXT) ?? null })) };
}

async function seatsShown(ctx: Context, match: MatchRecord): Promise<'all' | string[]> {
  if (sightOf(match) === 'all' && !isShownLate(match)) return 'all';
  const me = await meAt(ctx, match.id);
  return me.host ? 'all' : me.seats;
}

function readCursor(cursor: string | null | undefined): { turn: number; seat: string } | null {
  const [turn, seat] = cursor?.split(' ') ?? [];
  return turn === undefined || seat === undefined ? null : { turn: Number(turn), seat };
}

function cursorOf({ turn, seat }: Pick<AgentTurn, 'turn' | 'seat'>): string {
  return `${turn} ${seat}`;
}
