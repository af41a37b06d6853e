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

/** Everything once it is open or over; until then a seat's own, for who holds it, and all for the host. Newest first, page by page. */
export async function showTurns(ctx: Context, { matchId, cursor, limit }: z.output<typeof turnsInput>): Promise<TurnsPage> {
  const match = await findMatch(ctx.desk, matchId);
  const { agents } = ctx.desk.services.store;
  const all = await agents.turnsToCount(matchId);
  const seats = [...new Set(all.map(({ seat }) => seat))];
  const may = seats.length === 0 ? [] : await seatsShown(ctx, match);
  const shown = may === 'all' ? seats : seats.filter((seat) => may.includes(seat));
  const found = await agents.turnPage(matchId, { seats: shown, before: readCursor(cursor), limit: limit + 1 });
  const page = found.slice(-limit);
  const counted = (seat: string) => (shown.includes(seat) ? all.filter((turn) => turn.seat === seat) : []);
  return {
    seats: seats.map((seat) => ({ seat, turns: page.filter((turn) => turn.seat === seat), counts: countTurns(counted(seat)) })),
    next: found.length > limit ? cursorOf(page[0]) : null,
  };
}

async function seatsShown(ctx: Context, match: MatchRecord): Promise<'all' | string[]> {
  if (sightOf(match) === 'all' && !isShownLate(match)) return 'all';
  const me = await meAt(ctx, match.id);
  return me.host ? 'all' : me.seats;
}

function readCursor(cursor: string | null | undefined): { round: number; seat: string } | null {
  const [round, seat] = cursor?.split(' ') ?? [];
  return round === undefined || seat === undefined ? null : { round: Number(round), seat };
}

function cursorOf(turn: Pick<AgentTurn, 'round' | 'seat'> | undefined): string | null {
  return turn === undefined ? null : `${turn.round} ${turn.seat}`;
}
