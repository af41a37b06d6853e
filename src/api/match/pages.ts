/** What anyone may read of a match now, in pages: frames for screens, events for programs. */

import type { GameEvent } from '~/contract/game';
import { sightOf } from '~/live/frames';
import { isShownLate } from '~/live/match-state';
import type { Frame, MatchCard } from '~/live/protocol';
import { matchCard } from '~/match/match-card';
import { type SeatSpan, seatPlayers } from '~/match/table/seat-players';
import type { MatchRecord } from '~/store/event-store';
import { findMatch } from '../access/find-match';
import type { Context, SharedServices } from '../context';
import { Refusal } from '../errors';

export interface Stretch {
  id: string;
  after: number;
  limit: number;
}

export interface ShownEvent {
  seq: number;
  /** null: it happened, but stays hidden until the match is over. */
  event: GameEvent | null;
  recordedAt: string;
}

export async function showFrames(ctx: Context, { id, after, limit }: Stretch): Promise<{ card: MatchCard; frames: Frame[] }> {
  const match = await findMatch(ctx, id);
  const feed = await ctx.shared.feeds.at(match);
  const frames = feed.within(after, pageOf(ctx), limit);
  takeRoom(ctx, frames);
  return { card: matchCard(match), frames };
}

/** Who played which seat from which event on, for matches in which seats changed hands. Replays show the player at each moment. */
export async function showPlayers(ctx: Context, id: string): Promise<SeatSpan[]> {
  const match = await findMatch(ctx, id);
  return match.hosted ? seatPlayers(ctx.shared.services, match.id) : [];
}

export async function showEvents(ctx: Context, { id, after, limit }: Stretch): Promise<{ events: ShownEvent[]; head: number }> {
  const match = await findMatch(ctx, id);
  const shown = await readShown(ctx.shared, match, { id, after, limit });
  const events = firstOf(shown, pageOf(ctx));
  takeRoom(ctx, events);
  return { events, head: match.head };
}

/** Maximum size of this page. Refuses if earlier calls of the same request have used the allowance. */
function pageOf({ room }: Context): number {
  if (room.bytes > 0) return room.bytes;
  throw new Refusal('too_large', 'This batch asks for more replays than one response can hold. Send the rest in separate requests.');
}

/** A page may exceed the allowance only to hold at least one item. */
function takeRoom({ room }: Context, page: readonly object[]): void {
  room.bytes -= page.reduce<number>((sum, one) => sum + bytesOf(one), 0);
}

function firstOf<T extends object>(all: readonly T[], mostBytes: number): T[] {
  let bytes = 0;
  const end = all.findIndex((one, index) => {
    bytes += bytesOf(one);
    return index > 0 && bytes > mostBytes;
  });
  return end < 0 ? [...all] : all.slice(0, end);
}

function bytesOf(one: object): number {
  return Buffer.byteLength(JSON.stringify(one));
}

/** The events as visible now. Hidden ones keep their place, so that numbers have no gaps. */
export async function readShown(shared: SharedServices, match: MatchRecord, { after, limit }: Stretch): Promise<ShownEvent[]> {
  const stored = await shared.services.store.read(match.id, after, limit);
  if (sightOf(match) === 'all' && !isShownLate(match))
    return stored.map(({ seq, event, recordedAt }) => ({ seq, event, recordedAt: recordedAt.toISOString() }));
  const feed = await shared.feeds.at(match);
  const shown = new Map(feed.after(after, limit).map((frame) => [frame.seq, frame.event]));
  const known = stored.filter(({ seq }) => seq <= feed.head); // newer ones are for the next page
  return known.map(({ seq, recordedAt }) => ({ seq, event: shown.get(seq) ?? null, recordedAt: recordedAt.toISOString() }));
}
