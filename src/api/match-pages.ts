/** What anybody may read of a match at the moment, in stretches: frames for screens, events for programs. */

import type { GameEvent } from '~/games/game';
import { sightOf } from '~/live/frames';
import { isShownLate } from '~/live/match-state';
import type { Frame, MatchCard } from '~/live/protocol';
import { matchCard } from '~/match/match-card';
import { type SeatSpan, seatPlayers } from '~/match/table/seat-players';
import type { MatchRecord } from '~/store/event-store';
import type { Context, Desk } from './context';
import { findMatch } from './find-match';

export interface Stretch {
  id: string;
  after: number;
  limit: number;
}

export interface ShownEvent {
  seq: number;
  /** null: it has happened, but may not be seen before the match is over. */
  event: GameEvent | null;
  recordedAt: string;
}

export async function showFrames(ctx: Context, { id, after, limit }: Stretch): Promise<{ card: MatchCard; frames: Frame[] }> {
  const match = await findMatch(ctx, id);
  const feed = await ctx.desk.feeds.at(match);
  return { card: matchCard(match), frames: feed.after(after, limit) };
}

/** Who played which seat from which event on, where seats changed hands: a replay names whoever played at that moment. */
export async function showPlayers(ctx: Context, id: string): Promise<SeatSpan[]> {
  const match = await findMatch(ctx, id);
  return match.hosted ? seatPlayers(ctx.desk.services, match.id) : [];
}

export async function showEvents(ctx: Context, { id, after, limit }: Stretch): Promise<{ events: ShownEvent[]; head: number }> {
  const match = await findMatch(ctx, id);
  return { events: await readShown(ctx.desk, match, { id, after, limit }), head: match.head };
}

/** Events as they may be seen now. What is not shown yet keeps its place, so that numbers stay without gaps. */
export async function readShown(desk: Desk, match: MatchRecord, { after, limit }: Stretch): Promise<ShownEvent[]> {
  const stored = await desk.services.store.read(match.id, after, limit);
  if (sightOf(match) === 'all' && !isShownLate(match))
    return stored.map(({ seq, event, recordedAt }) => ({ seq, event, recordedAt: recordedAt.toISOString() }));
  const feed = await desk.feeds.at(match);
  const shown = new Map(feed.after(after, limit).map((frame) => [frame.seq, frame.event]));
  const known = stored.filter(({ seq }) => seq <= feed.head); // newer ones are for the next stretch
  return known.map(({ seq, recordedAt }) => ({ seq, event: shown.get(seq) ?? null, recordedAt: recordedAt.toISOString() }));
}
